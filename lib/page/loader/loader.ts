import { afterNextPaint } from '../../after-next-paint'
import { isBookingUnderWay, readBookedDemo, readDraft } from '../../forms/client/storage'
import { closest, hydratedEvent, listen } from './events'

/** Loads the scripts of a page, whose files the build lists. README.md says when each page loads them. */
export function loadScripts(scripts: string[], when?: string): void {
  let downloading = false
  let scheduled = false
  let running = false
  let hydrated = false
  const clicked = new Set<HTMLElement>()

  function download(): void {
    if (downloading || scheduled || !mayDownloadAhead(navigator)) return
    downloading = true
    afterNextPaint(() => {
      if (scheduled) return
      // `<link rel="prefetch">` would violate the content security policy in Firefox.
      const downloads = scripts.map((src) =>
        fetch(src, { priority: 'low' })
          .then((response) => response.blob())
          .catch(() => undefined),
      )
      // Not while the page is still loading, when a first tap would wait for it.
      if (when === 'ahead') Promise.all(downloads).then(() => setTimeout(run, 500))
    })
  }

  /** Once, because a slider that is dragged sends an event in each frame. */
  function runAfterNextPaint(): void {
    if (scheduled) return
    scheduled = true
    afterNextPaint(run)
  }

  function run(): void {
    if (running) return
    running = true
    scheduled = true
    showStepsIfLate()
    for (const type of eventsThatHydrate)
      listen(type, (event) => {
        if (!hydrated) event.stopPropagation()
      })
    for (const src of scripts) {
      const script = document.createElement('script')
      script.src = src
      // Keeps the order. The file with the page's data comes first.
      script.async = false
      document.head.append(script)
    }
  }

  function onClick(event: Event): void {
    const button = closest(event, 'button:not([popovertarget])')
    if (!button || hydrated) return
    runAfterNextPaint()
    // Only React handles a plain button. The click is repeated once React listens.
    if (button.matches('[type=button]:not([command])')) clicked.add(button)
  }

  for (const type of ['pointermove', 'scroll', 'keydown', 'click'])
    listen(type, (event) => isSignOfPerson(event) && download())
  for (const type of ['focusin', 'input'])
    listen(type, (event) => closest(event, 'input, select, textarea') && runAfterNextPaint())
  listen('click', onClick)
  // An agent (WebMCP) fills in a form without any of these events.
  const { modelContext } = document as { modelContext?: EventTarget }
  modelContext?.addEventListener('toolactivated', run)
  listen(hydratedEvent, () => {
    hydrated = true
    for (const button of clicked) button.click()
  })

  if (when === 'on touch') return
  // Hides the booking form until its scripts have restored a draft that is past the first step, or say what is booked.
  const booked = readBookedDemo()
  if (booked || isBookingUnderWay()) document.documentElement.dataset.restoring = ''
  const isInUse =
    booked ||
    readDraft('booking') ||
    /services=/.test(location.search) ||
    // Since before this script was there.
    document.activeElement?.closest('form')
  afterFirstPaint(isInUse || when !== 'ahead' ? run : download)
}

/** Until React hides them itself, the style sheet hides all steps of the booking form but the first. */
export function showStepsIfLate(): void {
  setTimeout(() => {
    document.documentElement.dataset.late = ''
  }, 12_000)
}

/**
 * When one of these events reaches React before hydration, React hydrates the whole page at once, and the visitor
 * waits. Without them it hydrates in short steps.
 */
const eventsThatHydrate =
  'pointerdown pointerup mousedown mouseup touchstart touchend keydown keypress keyup input textInput change click'.split(
    ' ',
  )

/** A browser reports a move of no distance when a page loads under a resting pointer. */
export function isSignOfPerson(event: Pick<Event, 'type'> & Partial<PointerEvent>): boolean {
  return event.type !== 'pointermove' || Boolean(event.movementX || event.movementY)
}

/** Chromium only. */
type WithConnection = { connection?: { saveData?: boolean; effectiveType?: string } }

export function mayDownloadAhead({ connection }: object & WithConnection): boolean {
  return !connection?.saveData && !connection?.effectiveType?.includes('2g')
}

function afterFirstPaint(work: () => void): void {
  // A page in a background tab is not painted.
  setTimeout(work, 3000)
  new PerformanceObserver(work).observe({ type: 'paint', buffered: true })
}
