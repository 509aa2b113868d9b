import { closest, countedEvent, listen } from './events'

/**
 * Collects what happens in the page, each thing once, and sends what is new when the page is hidden or left: names of
 * lib/visits/visit.ts, the campaign of the visit, and the host that referred.
 */
export function countVisit(firstVisit: string): void {
  const { webdriver, globalPrivacyControl } = navigator as {
    globalPrivacyControl?: boolean
  } & Navigator
  if (webdriver || globalPrivacyControl) return
  let unsent: string[] = []
  let counted: Record<string, number> = {}
  const count = (name: string) => {
    counted[name] ??= unsent.push(name)
  }
  const countPage = () => {
    if (!document.getElementById('attempted-path')) count(location.pathname)
  }
  countPage()
  // Neither after a reload nor after Back.
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (load?.type === 'navigate' && hostOf(document.referrer) !== location.host) count('entry')
  listen('pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return
    counted = {}
    countPage()
  })
  // A dialog that opens takes the focus.
  listen('focusin', (event) => {
    const dialog = closest(event, 'dialog')
    if (dialog) count(`${dialog.id} opened`)
    if (closest(event, 'form :is(input, select, textarea)'))
      count(`${dialog?.id ?? 'booking'} begun`)
  })
  listen('click', (event) => closest(event, '[data-demo]') && count('demo phone'))
  listen(countedEvent, (event) => count((event as CustomEvent<string>).detail))
  listen('visibilitychange', () => {
    if (!document.hidden || !unsent[0]) return
    navigator.sendBeacon('/api/count', JSON.stringify([...campaignOf(firstVisit), ...unsent]))
    unsent = []
  })
}

/** As in lib/forms/attribution.ts: if the visitor left the first page before it was stored, it is the referrer. */
function campaignOf(firstVisit: string): [query: string, host: string] {
  const [address = '', referrer = '']: string[] = JSON.parse(firstVisit)
  const host = hostOf(referrer)
  const [first, site] = host === location.host ? [referrer, ''] : [address, host]
  return [(first.match(/\butm_(source|campaign)=[^&#]{0,400}/g) ?? []).join('&'), site]
}

function hostOf(address: string): string {
  return address.split('/')[2] ?? ''
}
