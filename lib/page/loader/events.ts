/** Listens on the window, before any other listener. */
export function listen(type: string, listener: (event: Event) => void): void {
  addEventListener(type, listener, true)
}

export function closest<T extends HTMLElement>(
  { target }: Event,
  selector: string,
): T | null | undefined {
  // The target can be the document, which has no such method.
  return (target as Partial<Element>).closest?.<T>(selector)
}

export const countedEvent = 'counted'

/** Counts something in the page, by its name in lib/visits/visit.ts. */
export function count(name: string): void {
  dispatchEvent(new CustomEvent(countedEvent, { detail: name }))
}

/** Dispatched on the window when React has hydrated the page: by the wizard, which comes last, or by LoaderScript. */
export const hydratedEvent = 'hydrated'
