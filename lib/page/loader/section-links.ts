import { closest } from './events'

/**
 * A link to a section of this page keeps the query of the address, because the browser would load the page again without
 * it. It closes the menu, which would otherwise stay open.
 */
export function stayOnPage(event: Event): void {
  const link = closest<HTMLAnchorElement>(event, 'a')
  if (!link) return
  if (link.hash && link.pathname === location.pathname) link.search = location.search
  const menu = link.closest<HTMLElement>('[popover]')
  menu?.hidePopover?.()
  menu?.removeAttribute('data-open')
}
