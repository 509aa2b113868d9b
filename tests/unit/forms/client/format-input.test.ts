import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import {
  formatInput,
  formatPhone,
  formatWebsite,
  truncateInput,
} from '@/lib/forms/client/format-input'

class Other {
  constructor(
    readonly name: string,
    public value: string,
    readonly maxLength = -1,
  ) {}
}
class Input extends Other {}
class Textarea extends Other {}

beforeEach(() => {
  vi.stubGlobal('HTMLInputElement', Input)
  vi.stubGlobal('HTMLTextAreaElement', Textarea)
})
afterEach(() => void vi.unstubAllGlobals())

it.each([
  [Input, 3, 'Ana'],
  [Textarea, 4, 'Ana '],
  [Input, 99, 'Ana Ruiz'],
  [Input, 0, ''],
  [Input, -1, 'Ana Ruiz'],
  [Other, 3, 'Ana Ruiz'],
])('cuts the text of %o with the maximum length %i to "%s"', (Element, maxLength, text) => {
  const control = new Element('fullName', 'Ana Ruiz', maxLength)
  truncateInput(control as unknown as EventTarget)
  expect(control.value).toBe(text)
})

it('turns dots, slashes and long dashes of a phone number into hyphens', () => {
  expect(formatPhone(' 509.555/0147')).toBe('509-555-0147')
  expect(formatPhone('509–555–0147')).toBe('509-555-0147')
  expect(formatPhone('(509).555.0147 ext. 1')).toBe('(509)-555-0147 ext. 1')
})

it('completes a bare domain, trims it, and keeps any other text', () => {
  for (const address of [
    'ruiz.com',
    'ruiz.com/a',
    'www.ruiz.com',
    'ruiz.com?a=b',
    'ruiz.com#top',
    'ruiz.com:8080',
  ])
    expect(formatWebsite(` ${address} `)).toBe(`https://${address}`)
  for (const text of ['http://ruiz.com', 'none', '', 'ana@ruiz.com', 'ana.ruiz@ruiz.com'])
    expect(formatWebsite(text)).toBe(text)
})

it('changes phone numbers and websites when a visitor leaves the field', () => {
  const leave = (control: Other) => {
    const changed = formatInput(bookingForm, control as unknown as EventTarget)
    return [changed, control.value]
  }
  expect(leave(new Input('phoneNumber', '509.555.0147'))).toEqual([true, '509-555-0147'])
  expect(leave(new Input('phoneNumber', '509-555-0147'))).toEqual([false, '509-555-0147'])
  expect(leave(new Other('phoneNumber', '509.555.0147'))).toEqual([false, '509.555.0147'])
  for (const Element of [Input, Textarea])
    expect(leave(new Element('website', 'ruiz.com'))).toEqual([true, 'https://ruiz.com'])
  for (const name of ['email', 'unknown'])
    expect(leave(new Input(name, 'ruiz24.com'))).toEqual([false, 'ruiz24.com'])
})
