import type { UseFormReturn } from 'react-hook-form'
import { type booking, bookingLive } from '@/lib/content'
import type { Entries } from '@/lib/leads/form'
import { limits } from '@/lib/leads/limits'

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
  entries: Entries | undefined
}

export type Service = { slug: string; name: string }

export type ReviewProps = StepProps & {
  interests: Service[]
  onChange: (name: FieldName) => void
}

/** One text field's wiring: registered, started with what came back, with its error and what room is left. */
export function wire({ words, form, entries }: StepProps, name: Exclude<FieldName, 'challenges'>) {
  return {
    left: left(name, form.watch(name)),
    error: form.formState.errors[name]?.message,
    control: {
      ...form.register(name),
      toolparamdescription: words.takes[name],
      defaultValue: String(entries?.[name] ?? ''),
    },
  }
}

const counted: Partial<Record<FieldName, number>> = {
  businessDescription: limits.description,
  additionalNotes: limits.notes,
}

/** Long texts count down over their last tenth. */
function left(name: FieldName, value = ''): string | undefined {
  const cap = counted[name]
  if (!cap || value.length < cap * 0.9) return undefined
  return bookingLive.left(Math.max(0, cap - value.length))
}
