import { demoStart } from '../demo-start'
import { type FieldIn, type FormSpec, fieldsOf, optionLabel } from '../fields'
import type { FieldName } from '../forms'
import { readSession, startKey, submissionKey, writeSession } from './session-storage'

/** The address has the start after a native post, and where the browser stores nothing. */
function startInAddress(): string | undefined {
  return /^#(\d{8}T\d{6})$/.exec(location.hash)?.[1]
}

/** What is stored can be of an earlier demo than the address. */
function readStored(key: string): string | null {
  return startInAddress() ? null : readSession(key)
}

/** What the thank-you page and its calendar file have of the booked demo. */
export const bookedDemo = {
  start: () => startInAddress() ?? readSession(startKey),
  submissionId: () => readStored(submissionKey),
  /** What the visitor entered or chose. */
  text: (name: string) => readStored(keyOf(name)),
}

const keys: Record<string, string> = {
  fullName: 'demoName',
  businessName: 'demoBusiness',
  phoneNumber: 'demoPhone',
}

function keyOf(name: string): string {
  return keys[name] ?? `demo-${name}`
}

/** The fields on the ticket besides the day and the time, which are kept as one. */
export function bookedFields<Form extends FormSpec>(form: Form): FieldIn<Form>[] {
  const ofStart: PropertyKey[] = ['preferredDate', 'preferredTime'] satisfies FieldName<'booking'>[]
  return fieldsOf(form).filter(({ ticket, name }) => ticket && !ofStart.includes(name))
}

/** Returns the fragment that the address of the thank-you page needs. It has the start, and nothing about the person. */
export function saveBookedDemo(form: FormSpec, posted: FormData): string {
  const entry = (name: string) => String(posted.get(name) ?? '')
  const start = demoStart(posted)
  if (start) writeSession(startKey, start)
  for (const field of bookedFields(form))
    writeSession(keyOf(field.name), optionLabel(field, entry(field.name)))
  writeSession(submissionKey, entry('submissionId'))
  return start && readSession(startKey) !== start ? `#${start}` : ''
}
