/** Asks for a call with a plain HTML post, as a page without scripts does. */

export type NativeForm = { action: string; hidden: Record<string, string> }

/** The form as the server sent it: its hidden fields name the server action. */
export async function readForm(url: string): Promise<NativeForm> {
  const html = await (await fetch(url)).text()
  const form = html.split('<form').find((part) => part.includes('value="call-our-ai"')) ?? ''
  const hidden: Record<string, string> = {}
  for (const [, name = '', value = ''] of form.matchAll(
    /<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g,
  ))
    hidden[name] = value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return { action: url, hidden }
}

/** True when the server accepted: it then sends the visitor on. */
export async function post(form: NativeForm, entries: Record<string, string>): Promise<boolean> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...form.hidden, ...entries })) body.set(name, value)
  const response = await fetch(form.action, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: new URL(form.action).origin, 'x-forwarded-for': strangerAddress() },
  })
  await response.arrayBuffer()
  return response.status === 303
}

let strangers = 0

/** An address that nobody has sent from yet. */
function strangerAddress(): string {
  strangers++
  return `10.99.${Math.floor(strangers / 250) % 250}.${strangers % 250}`
}
