import { expect, it, onTestFinished, vi } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import { formatInput, formatPhone, formatWebsite } from '@/lib/forms/client/format-input'

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
  class Control {
    constructor(
      readonly name: string,
      public value: string,
    ) {}
  }
  class Textarea extends Control {}
  vi.stubGlobal('HTMLInputElement', Control)
  vi.stubGlobal('HTMLTextAreaElement', Textarea)
  onTestFinished(() => void vi.unstubAllGlobals())
  const leave = (control: Control) => {
    const changed = formatInput(bookingForm, control as unknown as EventTarget)
    return [changed, control.value]
  }
  expect(leave(new Control('phoneNumber', '509.555.0147'))).toEqual([true, '509-555-0147'])
  expect(leave(new Control('phoneNumber', '509-555-0147'))).toEqual([false, '509-555-0147'])
  for (const Element of [Control, Textarea])
    expect(leave(new Element('website', 'ruiz.com'))).toEqual([true, 'https://ruiz.com'])
  for (const name of ['email', 'unknown'])
    expect(leave(new Control(name, 'ruiz.com'))).toEqual([false, 'ruiz.com'])
})
