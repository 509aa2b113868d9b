import { readBookedDemo } from '../../forms/client/booked-demo'
import { keepFirstVisit, startKey, writeSession } from '../../forms/client/session-storage'
import { showAttemptedPath } from './attempted-path'
import { playCallExample } from './call-example'
import { showConfirmation } from './confirmation'
import { countVisit } from './count-visit'
import { listen } from './events'
import { openWithoutInvokers } from './invokers'
import { loadScripts, showStepsIfLate } from './loader'
import { stayOnPage } from './section-links'
import { watchScrolling } from './sticky-bar'

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

/** A page that is being prerendered is not visited yet, and its writes to sessionStorage are lost. */
function whenActivated(work: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', work)
  else work()
}
