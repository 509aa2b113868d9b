import type { FormSpec } from '../fields'

/** `maxLength` stops the keyboard, but not every autofill or dictation. */
export function truncateInput(target: EventTarget): void {
  if (isTextControl(target) && target.maxLength >= 0 && target.value.length > target.maxLength)
    target.value = target.value.slice(0, target.maxLength)
}

/** When a visitor leaves a field. Returns whether the text has changed. */
export function formatInput(form: FormSpec, target: EventTarget): boolean {
  if (!isTextControl(target)) return false
  const { value } = target
  const type = form.fields[target.name]?.type
  if (type === 'phone') target.value = formatPhone(value)
  if (type === 'url') target.value = formatWebsite(value)
  return target.value !== value
}

function isTextControl(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** Turns dots, slashes and long dashes into hyphens, but not the dot of an extension. */
export function formatPhone(value: string): string {
  return value
    .trim()
    .replace(/([a-z]?)[./\u2010-\u2015]/gi, (found, letter) => (letter ? found : '-'))
}

export function formatWebsite(value: string): string {
  const isDomain = /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(value.trim())
  return isDomain ? `https://${value.trim()}` : value
}
