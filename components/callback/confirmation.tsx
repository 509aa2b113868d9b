import { Alert, AlertTitle } from '@/components/ui/alert'
import { callbackConfirmed } from '@/lib/content/callback'

/** Confirms a callback request without scripts: shown while it is the target of the address. */
export function CallbackConfirmation() {
  return (
    <Alert
      id={callbackConfirmed.id}
      role="status"
      className="fixed inset-x-3 top-20 z-20 mx-auto max-w-128 shadow-lift not-target:hidden"
    >
      <AlertTitle>{callbackConfirmed.title}</AlertTitle>
      <p>{callbackConfirmed.text}</p>
      <a href="#content" className="mt-1 inline-block py-2 font-semibold underline">
        {callbackConfirmed.close}
      </a>
    </Alert>
  )
}
