import 'server-only'
import { type FormSpec, fieldsOf } from '@/lib/forms/fields'
import { forms } from '@/lib/forms/forms'

/** By the form, the keys of the first field of each type. */
const contactKeys = new Map<string, Map<string, string>>(
  Object.entries<FormSpec>(forms).map(([kind, form]) => {
    const fields = fieldsOf(form).reverse()
    return [kind, new Map(fields.map(({ type, payloadKey }) => [type, payloadKey ?? '']))]
  }),
)

/** What the visitor has entered into the first field of this type. Another program can have stored any kind and any value. */
export function entryOf(
  { kind, payload }: { kind: string; payload: Readonly<Record<string, unknown>> },
  type: 'name' | 'phone' | 'email' | 'business',
): string {
  return String(payload[contactKeys.get(kind)?.get(type) ?? ''] ?? '')
}
