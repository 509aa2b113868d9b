import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { vi } from 'vitest'
import { afterNextPaint } from '@/lib/after-next-paint'
import { resubmitDelayMs } from '@/lib/forms/fields'

/** What a person does in happy-dom. Nothing of it waits: a test polls for what the page shows then. */

let root: Root | undefined

export function open(page: ReactNode): void {
  const body = document.body.appendChild(document.createElement('div'))
  root = createRoot(body)
  root.render(page)
}

/** As a reload does, once what waits for a paint has run: what the browser stores stays. */
export async function close(): Promise<void> {
  await new Promise<void>((resolve) => afterNextPaint(resolve))
  root?.unmount()
  document.body.replaceChildren()
}

const clock = performance.now.bind(performance)
let aheadMs = 0

/** Until another form may be sent. */
export function waitToResubmit(): void {
  aheadMs += resubmitDelayMs
  vi.spyOn(performance, 'now').mockImplementation(() => clock() + aheadMs)
}

export function control(id: string): HTMLInputElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`No element ${id}`)
  return found as HTMLInputElement
}

/** As an autofill that sends no events. */
export function autofill(id: string, value: string): void {
  const element = control(id)
  // React replaces the property of the element, and would not see that the value is another.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value') ?? {}
  set?.call(element, value)
}

export function type(id: string, value: string): void {
  control(id).focus()
  autofill(id, value)
  control(id).dispatchEvent(new Event('input', { bubbles: true }))
  control(id).dispatchEvent(new Event('change', { bubbles: true }))
}

export function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(
    ({ textContent, hidden }) => textContent === name && !hidden,
  )
  if (!found) throw new Error(`No button ${name}`)
  return found
}

/** Once it is enabled. */
export async function press(name: string): Promise<void> {
  await vi.waitFor(() => {
    if (button(name).disabled)
      throw new Error(`${name} is disabled: ${document.getElementById('missing')?.textContent}`)
  }, 20_000)
  button(name).click()
}
