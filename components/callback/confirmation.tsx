import { callbackConfirmed } from '@/lib/content/forms'

/** Where a visitor without scripts arrives after asking for a call: shown while it is the address's target. */
export function CallbackConfirmation() {
  return (
    <div id={callbackConfirmed.id} role="status" className="confirmed">
      <p className="font-bold text-ok">{callbackConfirmed.title}</p>
      <p>{callbackConfirmed.text}</p>
      <a href="#content" className="mt-1 underline">
        {callbackConfirmed.close}
      </a>
    </div>
  )
}
