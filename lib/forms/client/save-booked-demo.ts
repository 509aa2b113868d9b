import { addressOfStart, demoStart } from '../demo-start'
import { type FieldIn, type FormSpec, fieldsOf, optionLabel } from '../fields'
import type { FormEntries } from '../form-data'
import type { FieldName } from '../forms'
import { keepBooking } from './kept-booking'
import { bookedKey, readSession, startKey, submissionKey, writeSession } from './session-storage'

/** The fields on the ticket of the thank-you page besides the day and the time, which are kept as one. */
export function bookedFields<Form extends FormSpec>(form: Form): FieldIn<Form>[] {
  const ofStart: PropertyKey[] = ['preferredDate', 'preferredTime'] satisfies FieldName<'booking'>[]
  return fieldsOf(form).filter(
    ({ ticket, reviewed, name }) => (ticket || reviewed) && !ofStart.includes(name),
  )
}

/** Returns what the address of the thank-you page needs. */
export function saveBookedDemo(form: FormSpec, posted: FormData, entries: FormEntries): string {
  const entry = (name: string) => String(posted.get(name) ?? '')
  const start = demoStart(posted)
  if (start) {
    writeSession(startKey, start)
    keepBooking({ start, entries })
  }
  for (const field of bookedFields(form))
    writeSession(bookedKey(field.name), optionLabel(field, entry(field.name)))
  writeSession(submissionKey, entry('submissionId'))
  return start && readSession(startKey) !== start ? addressOfStart(start) : ''
}
