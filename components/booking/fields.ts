import { startTransition, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { booking } from '@/lib/content/booking'
import type { FormValues } from '@/lib/leads/shared/form-data'

/** The entries that the wizard watches. All optional: a field reads as undefined until it is on the page. */
export type BookingFields = {
  fullName?: string
  email?: string
  phoneNumber?: string
  businessName?: string
  businessDescription?: string
  website?: string
  challenges?: string[]
  customChallenge?: string
  currentTools?: string
  preferredDate?: string
  preferredTime?: string
  additionalNotes?: string
}

export type FieldName = keyof BookingFields

/** Every field in the step that asks for it; the required ones gate the way to the next. */
export const steps: { fields: FieldName[]; required: FieldName[] }[] = [
  { fields: ['fullName', 'email', 'phoneNumber'], required: ['fullName', 'email', 'phoneNumber'] },
  {
    fields: [
      'businessName',
      'businessDescription',
      'website',
      'challenges',
      'customChallenge',
      'currentTools',
    ],
    required: ['businessName', 'businessDescription'],
  },
  { fields: ['preferredDate', 'preferredTime'], required: ['preferredDate', 'preferredTime'] },
  { fields: ['additionalNotes'], required: [] },
]

export const lastStep = steps.length

export function stepOf(name: string): number {
  return steps.findIndex(({ fields }) => fields.some((field) => field === name)) + 1
}

export function isComplete(step: number, values: BookingFields): boolean {
  return (
    steps[step - 1]?.required.every((name) => String(values[name] ?? '').trim() !== '') ?? false
  )
}

export type BookingWords = typeof booking

/** What a step needs to show its part of the form. */
export type StepProps = {
  words: BookingWords
  form: UseFormReturn<BookingFields>
  /** What a refused native post brought back: the start values of the fields. */
  entries: FormValues | undefined
}

export type Service = { slug: string; name: string }

export type ReviewProps = StepProps & {
  interests: Service[]
  onChange: (name: FieldName) => void
}

/** What is entered, for the part of the page that shows it: the rest need not follow every key. */
export function useFormValues(form: UseFormReturn<BookingFields>): BookingFields {
  const [values, setValues] = useState<BookingFields>(form.getValues())
  useEffect(() => {
    // A key shows in its field before anywhere else.
    const read = () => startTransition(() => setValues({ ...form.getValues() }))
    // What was typed before scripts ran.
    read()
    return form.subscribe({ formState: { values: true }, callback: read })
  }, [form])
  return values
}

/** One text field's wiring: registered, started with what came back, with its error. */
export function useField(
  { words, form, entries }: StepProps,
  name: Exclude<FieldName, 'challenges'>,
) {
  return {
    error: form.formState.errors[name]?.message,
    control: {
      ...form.register(name),
      toolparamdescription: words.takes[name],
      defaultValue: String(entries?.[name] ?? ''),
    },
  }
}
