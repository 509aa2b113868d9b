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

/** components/site/client-setup.tsx dispatches it on the window when React has hydrated the page. */
export const hydratedEvent = 'hydrated'
