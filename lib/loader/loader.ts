import { isBookingUnderWay, keepFirstVisit, startKey, writeSession } from '../forms/session-storage'

/**
 * How a page loads its scripts.
 *
 * Every page works as plain HTML, so scripts must not delay it. After `next build`, scripts/build.mjs removes the
 * framework's scripts from each prerendered page (move-scripts.mjs) and lists their files in the `data-scripts`
 * attribute of this script, which is inline in every page.
 *
 * - Most pages load them right after the first paint.
 * - A page that contains `data-scripts-on-touch` (the landing page) downloads them at low priority after the first
 *   sign of a person, and runs them when the visitor uses a control that needs them.
 * - `next dev` and the response to a native form post keep the framework's own script tags, so they have no list.
 */
export function startLoader(): void {
  const scripts = document.currentScript?.dataset.scripts?.split(' ')
  playCallExample()
  listen('click', stayOnPage)
  listen('click', openWithoutInvokers)
  setTimeout(() => {
    document.documentElement.dataset.late = ''
  }, showAllStepsAfterMs)
  // A native post: the thank-you page must not show the time of a demo that was booked before.
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) writeSession(startKey, '')
  })
  whenActivated(() => {
    // Reading storage for the first time takes a few milliseconds, so it waits until the page is parsed.
    setTimeout(() => keepFirstVisit(location.href, document.referrer))
    if (scripts) loadScripts(scripts)
  })
}

/** Until then, the style sheet shows only the first step of the booking form. React hides the others itself. */
const showAllStepsAfterMs = 12_000

/** A page that is being prerendered is not visited yet, and its writes to sessionStorage are lost. */
function whenActivated(work: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', work)
  else work()
}

function loadScripts(scripts: string[]): void {
  let downloading = false
  let running = false
  let hydrated = false
  const clicked = new Set<HTMLElement>()

  function download(event: Event): void {
    if (downloading || running || !isSignOfPerson(event) || !mayDownloadAhead(navigator)) return
    downloading = true
    // `<link rel="prefetch">` would violate the content security policy in Firefox.
    for (const src of scripts)
      fetch(src, { priority: 'low' })
        .then((response) => response.blob())
        .catch(() => undefined)
  }

  function run(): void {
    if (running) return
    running = true
    for (const src of scripts) {
      const script = document.createElement('script')
      script.src = src
      // Keeps the order. The file with the page's data comes first.
      script.async = false
      document.head.append(script)
    }
  }

  /** The effect of the click is painted first. */
  const runAfterNextPaint = () => requestAnimationFrame(() => setTimeout(run))

  function onClick(event: Event): void {
    const button = closest(event, 'button:not([popovertarget])')
    if (!button || hydrated) return
    runAfterNextPaint()
    // Only React handles a plain button. The click is repeated once React listens.
    if (button.matches('[type=button]:not([command])')) clicked.add(button)
  }

  function onField(event: Event): void {
    if (closest(event, 'input, select, textarea')) runAfterNextPaint()
  }

  for (const type of ['pointermove', 'pointerdown', 'scroll', 'keydown']) listen(type, download)
  for (const type of ['focusin', 'input']) listen(type, onField)
  listen('click', onClick)
  for (const type of eventsThatHydrate)
    listen(type, (event) => {
      if (!hydrated) event.stopPropagation()
    })
  // An agent (WebMCP) fills in a form without any of these events.
  const { modelContext } = document as { modelContext?: EventTarget }
  modelContext?.addEventListener('toolactivated', run)
  listen(hydratedEvent, () => {
    hydrated = true
    for (const button of clicked) button.click()
  })

  if (document.querySelector('[data-scripts-on-touch]')) return
  // Hides the booking form until its scripts have restored a draft that is past the first step.
  if (isBookingUnderWay()) document.documentElement.dataset.restoring = ''
  afterFirstPaint(run)
}

/**
 * When one of these events reaches React before hydration, React hydrates the whole page at once, and the visitor
 * waits. Without them it hydrates in short steps.
 */
const eventsThatHydrate =
  'pointerdown pointerup mousedown mouseup touchstart touchend keydown keypress keyup input textInput change click'.split(
    ' ',
  )

/** components/site/client-setup.tsx dispatches it on the window when React has hydrated the page. */
export const hydratedEvent = 'hydrated'

/** A browser reports a move of no distance when a page loads under a resting pointer. */
export function isSignOfPerson(event: Pick<Event, 'type'> & Partial<PointerEvent>): boolean {
  return event.type !== 'pointermove' || Boolean(event.movementX || event.movementY)
}

/** Chromium only. */
type WithConnection = { connection?: { saveData?: boolean; effectiveType?: string } }

export function mayDownloadAhead({ connection }: object & WithConnection): boolean {
  return !connection?.saveData && !connection?.effectiveType?.includes('2g')
}

/** Listens on the window, before any other listener. */
function listen(type: string, listener: (event: Event) => void): void {
  addEventListener(type, listener, true)
}

function closest<T extends HTMLElement>({ target }: Event, selector: string): T | null | undefined {
  // The target can be the document, which has no such method.
  return (target as Partial<Element>).closest?.<T>(selector)
}

function afterFirstPaint(work: () => void): void {
  // A page in a background tab is not painted.
  setTimeout(work, 3000)
  new PerformanceObserver(work).observe({ type: 'paint', buffered: true })
}

/**
 * Pauses the example call twice: at its start until its head is in the window, and after the caller's first line until
 * most of the ticket is, so that a visitor sees how the call becomes a ticket.
 */
async function playCallExample(): Promise<void> {
  const call = document.querySelector<HTMLElement>('.call-example')
  if (!call) return
  await pauseUntilSeen(call, '.us')
  const line = call.querySelector('.them')?.getAnimations()[0]
  // Rejected if the visitor turns motion off.
  const spoken = await line?.finished.catch(() => undefined)
  const animations = call.getAnimations({ subtree: true })
  // Motion is off, or the visitor skipped the call.
  if (!spoken || animations.at(-1)?.playState === 'finished') return
  // On a busy device this runs late, when the ticket is already being written.
  for (const animation of animations) animation.currentTime = spoken.currentTime
  pauseUntilSeen(call, 'dl > :nth-child(3)')
}

/** Pauses the call until a part of it is in the window. */
function pauseUntilSeen(call: HTMLElement, part: string): Promise<void> {
  delete call.dataset.playing
  return new Promise((resolve) => {
    new IntersectionObserver((changes, observer) => {
      if (!changes.at(-1)?.isIntersecting) return
      observer.disconnect()
      call.dataset.playing = ''
      resolve()
    }).observe(call.querySelector(part) as Element)
  })
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
