import { callbackConfirmed } from '@/lib/content/callback'

/** Confirms a callback request without scripts: shown while it is the target of the address. */
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
