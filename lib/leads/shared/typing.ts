import type { FocusEvent, SubmitEvent, SyntheticEvent } from 'react'

/** What a form does while a visitor types: cuts at the cap, tidies a number or address on leaving and on sending. */
export const typing = {
  onInputCapture: ({ target }: SyntheticEvent) => {
    if (!isField(target) || target.maxLength < 0) return
    // `maxLength` binds the keyboard, but not every autofill or dictation.
    if (target.value.length > target.maxLength)
      target.value = target.value.slice(0, target.maxLength)
  },
  onBlurCapture: ({ target }: FocusEvent) => tidyField(target),
  onSubmitCapture: ({ currentTarget }: SubmitEvent<HTMLFormElement>) => {
    for (const element of currentTarget.elements) tidyField(element)
  },
}

function tidyField(element: EventTarget) {
  if (!isField(element)) return
  if (element.type === 'tel') element.value = tidy.phone(element.value)
  if (element.type === 'url') element.value = tidy.website(element.value)
}

function isField(target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

/** What the page does for a visitor on leaving a field: never more than a person would do by hand. */
export const tidy = {
  phone: (value: string) => value.trim().replace(/[./\u2010-\u2015]/g, '-'),
  website: (value: string) =>
    /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(value.trim()) ? `https://${value.trim()}` : value,
} as const
