import { firstVisit } from './first-page'

/**
 * How a page loads its scripts.
 *
 * Every page works as plain HTML, so scripts must not delay it. After `next build`, scripts/build.mjs takes the
 * framework's scripts out of each prerendered page (move-scripts.mjs) and lists their files in the `data-scripts`
 * attribute of this script, which every page carries inline.
 *
 * - Most pages load them right after the first paint.
 * - A page that contains `data-scripts-on-touch` (the landing page) downloads them at low priority once there is a
 *   sign of a person, and runs them once the visitor uses a control that needs them.
 * - In a browser that does not know invoker commands, dialogs need a script: it loads them right after the first paint.
 * - `next dev` and the answer to a native form post keep the framework's own script tags, so there is no list here.
 */
export function startLoader(): void {
  const scripts = document.currentScript?.dataset.scripts?.split(' ')
  pauseCallExampleUntilSeen()
  closeMenuOnChoice()
  whenActivated(() => {
    // Reading storage for the first time takes a few milliseconds, so it waits until the page is parsed.
    setTimeout(() => firstVisit.keep(window.location.href, document.referrer))
    if (scripts) loadScripts(scripts)
  })
}

/** A page that is prerendered is not visited yet, and loses what it writes into the session's storage. */
function whenActivated(work: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', work, { once: true })
  else work()
}

function loadScripts(scripts: string[]): void {
  let downloading = false
  let running = false
  let hydrated = false
  const clicked = new Set<HTMLElement>()

  function download(event: Event): void {
    if (downloading || running || !isSignOfPerson(event)) return
    const { connection } = navigator as { connection?: Connection }
    if (!mayDownloadAhead(connection)) return
    downloading = true
    // A `<link rel="prefetch">` would violate the policy in Firefox.
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
      // Keeps the order: the page's data comes first.
      script.async = false
      document.head.append(script)
    }
  }

  /** The visitor sees the effect of a click first. */
  const runAfterNextPaint = () => requestAnimationFrame(() => setTimeout(run))

  function onClick(event: Event): void {
    const button = closest(event, 'button:not([popovertarget])')
    if (!button || hydrated) return
    runAfterNextPaint()
    // Only React handles a plain button. The click is repeated once React listens.
    if (button.matches('[type=button]:not([command])')) clicked.add(button)
  }

  function onField(event: Event): void {
    if (!running && closest(event, 'input, select, textarea')) runAfterNextPaint()
  }

  for (const type of ['pointermove', 'pointerdown', 'scroll', 'keydown']) listen(type, download)
  for (const type of ['focusin', 'input']) listen(type, onField)
  listen('click', onClick)
  for (const type of eventsThatHydrate)
    listen(type, (event) => {
      if (!hydrated) event.stopPropagation()
    })
  // An agent fills in a form without any of these events (WebMCP).
  const { modelContext } = document as { modelContext?: EventTarget }
  modelContext?.addEventListener('toolactivated', run)
  listen(hydratedEvent, () => {
    hydrated = true
    for (const button of clicked) button.click()
  })

  const atOnce =
    !('command' in HTMLButtonElement.prototype) ||
    !document.querySelector('[data-scripts-on-touch]')
  if (atOnce) afterFirstPaint(run)
}

/**
 * When React hears one of these on a page that it has not taken over yet, it hydrates the whole page before the event
 * goes on, and a key waits for that. Kept from it, React hydrates in short steps.
 */
const eventsThatHydrate =
  'pointerdown pointerup mousedown mouseup touchstart touchend keydown keypress keyup input textInput change click'.split(
    ' ',
  )

/** The layout dispatches it on the window once React has taken over the page. */
export const hydratedEvent = 'hydrated'

/** A browser that loads a page below a resting pointer reports a move of no distance. */
export function isSignOfPerson(event: Pick<Event, 'type'> & Partial<PointerEvent>): boolean {
  return event.type !== 'pointermove' || Boolean(event.movementX || event.movementY)
}

type Connection = { saveData?: boolean; effectiveType?: string }

export function mayDownloadAhead(connection?: Connection): boolean {
  return !connection?.saveData && !connection?.effectiveType?.includes('2g')
}

/** On the window and before any other listener. */
function listen(type: string, listener: (event: Event) => void): void {
  addEventListener(type, listener, { capture: true, passive: true })
}

function closest({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}

function afterFirstPaint(work: () => void): void {
  // A page in a background tab is not painted.
  setTimeout(work, 3000)
  try {
    new PerformanceObserver(work).observe({ type: 'paint', buffered: true })
  } catch {
    work()
  }
}

/** Pauses the example call at its start until its top has passed the lower third of the window. */
function pauseCallExampleUntilSeen(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) target.removeAttribute('data-paused')
    },
    { rootMargin: '0px 0px -33%' },
  )
  for (const call of document.querySelectorAll('.call-example')) {
    call.setAttribute('data-paused', '')
    observer.observe(call)
  }
}

/** A link to a place on the same page leaves the menu open otherwise. */
function closeMenuOnChoice(): void {
  listen('click', (event) => {
    closest(event, '[popover] a')?.closest<HTMLElement>('[popover]')?.hidePopover?.()
  })
}
