import { fieldQuestions } from '@/lib/content/validation'
import type { FieldType } from '../fields'
import { hasPhoneFormat, isUnusualNumber, withoutExtension } from '../phone-number'
import { suggestEmail } from './suggest-email'

/** What a visitor is asked about a value that looks wrong. The form takes it all the same. */
export type FieldQuestion = {
  text: string
  /** A value to replace it with, which stands between the two texts. */
  suggestion?: string
  end?: string
}

export function questionAbout(type: FieldType, value: string): FieldQuestion | null {
  return type === 'email' ? aboutEmail(value) : aboutPhone(value)
}

function aboutEmail(value: string): FieldQuestion | null {
  const suggestion = suggestEmail(value)
  return suggestion ? { ...fieldQuestions.email, suggestion } : null
}

function aboutPhone(value: string): FieldQuestion | null {
  const suggestion = withoutExtension(value)
  if (suggestion) return { ...fieldQuestions.extension, suggestion }
  if (!hasPhoneFormat(value) || !isUnusualNumber(value)) return null
  const digits = value.replaceAll(/\D/g, '').length
  return digits === 10 ? fieldQuestions.unusualNumber : fieldQuestions.tenDigits
}
