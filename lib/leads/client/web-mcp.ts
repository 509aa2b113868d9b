import type { SubmitResult } from '../shared/result'

/**
 * For browsers in which an agent fills forms in (WebMCP): shows the person the form that was filled, and tells the
 * agent what became of it. Nothing is sent before the person sends it.
 */

type AgentSubmit = SubmitEvent & {
  agentInvoked: boolean
  respondWith(outcome: Promise<unknown>): void
}

export function registerWebMcp(underway: () => Promise<SubmitResult> | undefined): void {
  const { modelContext } = document as unknown as { modelContext: EventTarget }
  modelContext.addEventListener('toolactivated', show)
  show()
  // On the window, which hears of it after the form.
  window.addEventListener('submit', (event) => {
    const { agentInvoked } = event as AgentSubmit
    if (!agentInvoked || !event.defaultPrevented) return
    ;(event as AgentSubmit).respondWith(underway() ?? Promise.resolve({ status: 'not-sent-yet' }))
  })
}

function show() {
  document.querySelector('dialog:not([open]) form:tool-form-active')?.closest('dialog')?.showModal()
}
