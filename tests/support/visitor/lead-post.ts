import { multipart, multipartType } from './http'
import { newClientAddress, requiredValues, sampleKind } from './visitor'

/** The posts of a form, as a page without scripts (native) or with scripts sends them. */

export type NativeForm = { action: string; hidden: Record<string, string> }

const sampleMarker = `value="${sampleKind}"`

/** Finds a form in a page by a piece of its markup. Its hidden fields contain the id of the server action. */
export async function readForm(url: string, marker = sampleMarker): Promise<NativeForm> {
  return formIn(await (await fetch(url)).text(), url, marker)
}

export function formIn(html: string, action: string, marker = sampleMarker): NativeForm {
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

/** Submits the sample form. True when the server accepts the lead, which it answers with a redirect. */
export async function post(form: NativeForm, entries: Record<string, string>): Promise<boolean> {
  const body = new FormData()
  const all = { ...form.hidden, ...requiredValues(sampleKind), ...entries }
  for (const [name, value] of Object.entries(all)) body.set(name, value)
  const { status } = await fetch(form.action, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin: new URL(form.action).origin, 'x-forwarded-for': newClientAddress() },
  })
  return status === 303
}

export const leadFormats = ['native', 'scripted'] as const
export const leadEntries = {
  ...requiredValues(sampleKind),
  name: 'Ana Ruiz',
  phone: '509-555-0147',
  businessName: 'Ruiz & Sons',
}

/** A callback request, as a page without scripts (native) or with scripts sends it. */
export function leadRequest(
  hidden: NativeForm['hidden'],
  format: (typeof leadFormats)[number],
  address: string,
  changes: Record<string, string> = {},
) {
  const headers = { ...multipartType, 'x-forwarded-for': address }
  const entries = { ...leadEntries, ...changes }
  if (format === 'native')
    return { headers, body: multipart(Object.entries({ ...hidden, ...entries })) }
  const fields = Object.entries({ dialog: sampleKind, ...entries })
  return {
    headers: { ...headers, 'next-action': actionIdOf(hidden), accept: 'text/x-component' },
    body: multipart([
      ...fields.map(([name, value]) => [`_1_${name}`, value] as const),
      ['0', '[null,"$K1"]'],
    ]),
  }
}

/** The id of the server action of a form. */
export function actionIdOf(hidden: NativeForm['hidden']): string {
  return /"id":"(\w+)"/.exec(Object.values(hidden).join(' '))?.[1] ?? ''
}
