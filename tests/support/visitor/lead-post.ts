import { actionIdOf } from '../../../scripts/check-deployed/read-deployed'
import type { NativeForm } from './native-post'
import { multipart, multipartType, type RawResponse, rawRequest } from './raw-http'
import { requiredValues } from './required-values'

export const leadFormats = ['native', 'scripted'] as const
export const leadEntries = {
  ...requiredValues('call-our-ai'),
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
  const fields = Object.entries({ dialog: 'call-our-ai', ...entries })
  return {
    headers: { ...headers, 'next-action': actionIdOf(hidden), accept: 'text/x-component' },
    body: multipart([
      ...fields.map(([name, value]) => [`_1_${name}`, value] as const),
      ['0', '[null,"$K1"]'],
    ]),
  }
}

/** The bytes of a callback request. */
export function leadPost(
  { action, hidden }: NativeForm,
  format: (typeof leadFormats)[number],
  address: string,
  changes?: Record<string, string>,
): Buffer {
  return rawRequest(action, leadRequest(hidden, format, address, changes))
}

/** Whether the server took the lead. */
export function isAccepted({ status, body }: Pick<RawResponse, 'status' | 'body'>): boolean {
  return status === 303 || (status === 200 && body.includes('"accepted"'))
}
