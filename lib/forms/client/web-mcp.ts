import type { SubmitResult } from '../result'

/**
 * For browsers in which agents fill in forms (WebMCP): opens the dialog of a form that an agent filled in, and tells
 * the agent the result once the person has submitted it.
 */

type AgentSubmitEvent = SubmitEvent & {
  agentInvoked: boolean
  respondWith(result: Promise<unknown>): void
}

export function registerWebMcp(lastSubmission: () => Promise<SubmitResult> | undefined): void {
  const { modelContext } = document as unknown as { modelContext: EventTarget }
  modelContext.addEventListener('toolactivated', openDialog)
  openDialog()
  // A listener on the window runs before the form's own if it captures, and else after it.
  let earlier: Promise<SubmitResult> | undefined
  const rememberEarlier = () => {
    earlier = lastSubmission()
  }
  window.addEventListener('submit', rememberEarlier, { capture: true })
  window.addEventListener('submit', (event) => {
    const { agentInvoked } = event as AgentSubmitEvent
    if (!agentInvoked || !event.defaultPrevented) return
    const submission = lastSubmission()
    // By now the submission can have ended, because microtasks run between two listeners.
    const isNew = submission && submission !== earlier
    const result = isNew ? submission : Promise.resolve({ status: 'not-sent-yet' })
    ;(event as AgentSubmitEvent).respondWith(result)
  })
}

function openDialog() {
  document.querySelector('dialog:not([open]) form:tool-form-active')?.closest('dialog')?.showModal()
}
