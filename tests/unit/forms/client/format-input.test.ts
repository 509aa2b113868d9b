import { beforeEach, describe, expect, it, vi } from 'vitest'
import { bookingForm } from '@/lib/forms/booking-form'
import {
  formatInput,
  formatPhone,
  formatWebsite,
  truncateInput,
} from '@/lib/forms/client/format-input'

it('turns dots, slashes and long dashes of a phone number into hyphens', () => {
  expect(formatPhone(' 509.555/0147')).toBe('509-555-0147')
  expect(formatPhone('509–555–0147')).toBe('509-555-0147')
  expect(formatPhone('(509).555.0147 ext. 1')).toBe('(509)-555-0147 ext. 1')
})

it('completes a bare domain and keeps any other text', () => {
  expect(formatWebsite('ruizplumbing.com')).toBe('https://ruizplumbing.com')
  expect(formatWebsite('ruizplumbing.com/drains')).toBe('https://ruizplumbing.com/drains')
  expect(formatWebsite('http://ruizplumbing.com')).toBe('http://ruizplumbing.com')
  expect(formatWebsite('none')).toBe('none')
  expect(formatWebsite('')).toBe('')
})

it('completes a domain of several parts, with a query, a fragment or a port, and trims it', () => {
  for (const address of ['www.ruiz.com', 'ruiz.com?a=b', 'ruiz.com#top', 'ruiz.com:8080'])
    expect(formatWebsite(` ${address} `)).toBe(`https://${address}`)
  for (const text of ['ana@ruiz.com', 'ana.ruiz@ruiz.com']) expect(formatWebsite(text)).toBe(text)
})

describe('in a form', () => {
  class Control {
    constructor(
      readonly name: string,
      public value: string,
      readonly maxLength = -1,
    ) {}
  }
  class Input extends Control {}
  class Textarea extends Control {}
  const change = (work: (target: EventTarget) => unknown, control: Control) => {
    work(control as unknown as EventTarget)
    return control.value
  }
  beforeEach(() => {
    vi.stubGlobal('HTMLInputElement', Input)
    vi.stubGlobal('HTMLTextAreaElement', Textarea)
    return () => vi.unstubAllGlobals()
  })

  it('cuts the text of a field at its maximum length, if it has one', () => {
    for (const Element of [Input, Textarea]) {
      expect(change(truncateInput, new Element('name', 'Ana Ruiz', 3))).toBe('Ana')
      expect(change(truncateInput, new Element('name', 'Ana', 0))).toBe('')
      expect(change(truncateInput, new Element('name', 'Ana Ruiz'))).toBe('Ana Ruiz')
    }
    expect(change(truncateInput, new Control('name', 'Ana Ruiz', 3))).toBe('Ana Ruiz')
  })

  it('does not touch a text that fits, so that the cursor stays', () => {
    const fits = Object.freeze(new Input('name', 'Ana', 3))
    expect(change(truncateInput, fits)).toBe('Ana')
  })

  it('changes phone numbers and websites when a visitor leaves the field', () => {
    const leave = (control: Control) =>
      change((target) => formatInput(bookingForm, target), control)
    expect(leave(new Input('phoneNumber', '509.555.0147'))).toBe('509-555-0147')
    expect(leave(new Input('website', 'ruiz.com'))).toBe('https://ruiz.com')
    expect(leave(new Textarea('website', 'ruiz.com'))).toBe('https://ruiz.com')
    const formats = (value: string) =>
      formatInput(bookingForm, new Input('phoneNumber', value) as unknown as EventTarget)
    expect([formats('509.555.0147'), formats('509-555-0147')]).toEqual([true, false])
    for (const name of ['email', 'unknown'])
      expect(leave(new Input(name, 'ruiz.com'))).toBe('ruiz.com')
    expect(leave(new Control('website', 'ruiz.com'))).toBe('ruiz.com')
  })
})
