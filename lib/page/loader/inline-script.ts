import { keepFirstVisit, readBookedDemo, startKey, writeSession } from '../../forms/client/storage'
import { playCallExample } from './call-example'
import { countVisit } from './count-visit'
import { closest, listen } from './events'
import { loadScripts, showStepsIfLate } from './loader'

/** The inline script of every page. It works before, and without, the other scripts. */

const { scripts, when } = document.currentScript?.dataset ?? {}
showAttemptedPath()
playCallExample()
watchScrolling()
listen('click', stayOnPage)
listen('click', openWithoutInvokers)

// A native post of a booking: the thank-you page must not show the time of a demo that was booked before.
addEventListener('submit', ({ defaultPrevented, target }) => {
  const isBooking = (target as HTMLFormElement).elements.namedItem('preferredDate')
  if (isBooking && !defaultPrevented) writeSession(startKey, '')
})

whenActivated(() => {
  // Reading storage for the first time takes a few milliseconds, so it waits until the page is parsed.
  setTimeout(() => {
    countVisit(keepFirstVisit(location.href, document.referrer))
    // Deletes it on every page, once the demo has begun.
    readBookedDemo()
    showConfirmation()
  })
  if (scripts) loadScripts(scripts.split(' '), when)
  else showStepsIfLate()
})

function showAttemptedPath(): void {
  const element = document.getElementById('attempted-path')
  if (!element) return
  element.textContent = location.pathname
  console.warn('404: no page at', location.pathname)
}

/** The style sheet shows the bar at the bottom once the page is scrolled more than 500 pixels. */
function watchScrolling(): void {
  const update = () => {
    document.documentElement.toggleAttribute('data-scrolled', scrollY > 500)
  }
  listen('scroll', update)
  // The page can have opened further down. Reading that now would compute its layout twice.
  requestAnimationFrame(update)
}

/**
 * A link to a section of this page keeps the query of the address, because the browser would load the page again without
 * it. It closes the menu, which would otherwise stay open.
 */
function stayOnPage(event: Event): void {
  const link = closest<HTMLAnchorElement>(event, 'a')
  if (!link) return
  if (link.hash && link.pathname === location.pathname) link.search = location.search
  const menu = link.closest<HTMLElement>('[popover]')
  menu?.hidePopover?.()
  menu?.removeAttribute('data-open')
}

/**
 * Buttons open and close dialogs and popovers by their attributes alone. Safari knows `commandfor` since 26.2 and
 * `popovertarget` since 17. The style sheet shows and hides by `data-open` where there are no popovers.
 */
function openWithoutInvokers(event: Event): void {
  const button = closest(event, 'button')
  if (!button) return
  const target = (name: string) => document.getElementById(button.getAttribute(name) ?? '')
  if (!('command' in button)) {
    const dialog = target('commandfor') as HTMLDialogElement | null
    if (dialog?.open) dialog.close()
    else dialog?.showModal()
  }
  if (!('popover' in button)) target('popovertarget')?.toggleAttribute('data-open')
}

/** A page that is being prerendered is not visited yet, and its writes to sessionStorage are lost. */
function whenActivated(work: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', work)
  else work()
}

/**
 * Shows that a form was sent which the browser posted itself, before the scripts ran. The address names the confirmation,
 * which is a text as long as scripts run.
 */
function showConfirmation(): void {
  const { hash } = location
  const text =
    /^#[\w-]+-sent$/.test(hash) && document.querySelector(`[data-confirmation=${hash.slice(1)}]`)
  if (!text) return
  document.body.insertAdjacentHTML('beforeend', text.textContent ?? '')
  // The element becomes the target of the address, which shows it.
  location.replace(hash)
}
