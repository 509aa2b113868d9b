/**
 * Gives each step of the wizard an entry in the history of the tab, so that Back is a step back. The state of an entry
 * lists the steps up to its own, unless that is the first one alone. The address stays the same.
 */

const stepsOf = (state: { steps?: number[] } | null): number[] => state?.steps ?? [1]

/** The step from which the visitor came to the one that is shown. */
export function previousStep(): number | undefined {
  return stepsOf(history.state).at(-2)
}

/** Calls back when the visitor goes back or forward to the entry of a step. Returns how to stop that. */
export function onStepTraversed(show: (step: number) => void): () => void {
  const listen = ({ state }: PopStateEvent) => {
    // The entry of an anchor has none.
    if (state && !isOwn) show(stepsOf(state).at(-1) ?? 1)
  }
  addEventListener('popstate', listen)
  return () => removeEventListener('popstate', listen)
}

/** The page has gone from one step to another. Back to the step before is back in the history, too. */
export function recordStep(from: number, to: number): void {
  afterTraversal(() => {
    const recorded = stepsOf(history.state)
    const steps = [...recorded.slice(0, -1), from]
    if (steps.at(-2) === to) return goBack(1)
    // Browsers restore where an entry was scrolled to. The heading of the step has the focus, and has to be in view.
    history.scrollRestoration = 'manual'
    // A draft has opened a later step, or an empty field an earlier one.
    if (recorded.at(-1) !== from) history.replaceState({ ...history.state, steps }, '')
    history.pushState({ steps: [...steps, to] }, '')
  })
}

/** Leaves one entry of the wizard, so that Back from the next page is not a step of a form that was sent. */
export function forgetSteps(): Promise<void> {
  return afterTraversal(() => goBack(stepsOf(history.state).length - 1))
}

let traversal: Promise<void> = Promise.resolve()
/** The page itself goes back, and shows the step already. */
let isOwn = false

/** Browsers go back later than they are told to. */
function afterTraversal(change: () => Promise<void> | void): Promise<void> {
  traversal = traversal.then(change)
  return traversal
}

function goBack(entries: number): Promise<void> | void {
  if (entries < 1) return
  isOwn = true
  return new Promise<void>((resolve) => {
    addEventListener('popstate', () => resolve(), { once: true })
    // No browser may keep a visitor from going on.
    setTimeout(resolve, 500)
    history.go(-entries)
  }).then(() => {
    isOwn = false
  })
}
