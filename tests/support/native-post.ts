/** Asks for a call with a plain HTML post, as a page without scripts does. */

export type NativeForm = { action: string; hidden: Record<string, string> }
export type PostResult = { accepted: boolean; form: NativeForm }

const callbackForm = 'value="call-our-ai"'
export const bookingForm = 'name="fullName"'

/** A form as the server sent it, found by a piece of its text: its hidden fields name the server action. */
export async function readForm(url: string, marker = callbackForm): Promise<NativeForm> {
  return formIn(await (await fetch(url)).text(), url, marker)
}

function formIn(html: string, action: string, marker: string): NativeForm {
  const form = html.split('<form').find((part) => part.includes(marker)) ?? ''
  const hidden: Record<string, string> = {}
  for (const [, name = '', value = ''] of form.matchAll(
    /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g,
  ))
    hidden[name] = decode(value)
  return { action, hidden }
}

function decode(value: string): string {
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** True when the server accepted: it then sends the visitor on. */
export async function post(form: NativeForm, entries: Record<string, string>): Promise<boolean> {
  return (await submit(form, entries)).accepted
}

/** The answer. A page that refuses brings its form back, with the id that the server gave the lead. */
export async function submit(
  form: NativeForm,
  entries: Record<string, string>,
): Promise<PostResult> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...form.hidden, ...entries })) body.set(name, value)
  const response = await fetch(form.action, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: new URL(form.action).origin, 'x-forwarded-for': strangerAddress() },
  })
  const html = await response.text()
  return { accepted: response.status === 303, form: formIn(html, form.action, callbackForm) }
}

let strangers = 0

/** An address that nobody has sent from yet. */
export function strangerAddress(): string {
  strangers++
  return `10.99.${Math.floor(strangers / 250) % 250}.${strangers % 250}`
}
