/**
 * Moves the focus to an element and scrolls it into the window. WebKit does not scroll to an element that was hidden
 * until now, and others scroll it to the edge. Opens the optional fields if it is one of them.
 */
export function focusInView(
  element: HTMLElement | null,
  block: ScrollLogicalPosition = 'nearest',
): void {
  element?.closest('details')?.setAttribute('open', '')
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block, behavior: 'instant' })
}
