import 'server-only'
import { type FormSpec, fieldsOf } from '@/lib/forms/fields'
import { forms } from '@/lib/forms/forms'

const contactKeys = new Map<string, Map<string, string>>(
  Object.entries(forms).map(([kind, form]) => [kind, contactKeysOf(form)]),
)

/** What the visitor has entered into the first field of this type. Another program can have stored any kind and any value. */
export function entryOf(
  { kind, payload }: { kind: string; payload: Readonly<Record<string, unknown>> },
  type: 'name' | 'phone' | 'email' | 'business',
): string {
  return String(payload[contactKeys.get(kind)?.get(type) ?? ''] ?? '')
}

/** The keys of the first field of each type. */
function contactKeysOf(form: FormSpec): Map<string, string> {
  const fields = fieldsOf(form).reverse()
  return new Map(fields.map(({ type, payloadKey }) => [type, payloadKey ?? '']))
}
