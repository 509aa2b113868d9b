import { callbackConfirmed, notices } from '@/lib/content'

/** Where a visitor without scripts arrives after asking for a call: shown while it is the address's target. */
export function CallbackConfirmation() {
  return (
    <div
      id={callbackConfirmed.id}
      role="status"
      className="fixed inset-x-3 top-[calc(var(--spacing-bar)+0.75rem)] z-20 mx-auto hidden max-w-lg rounded-field border-2 border-ok bg-ticket p-4 shadow-lift target:block"
    >
      <p className="font-bold text-ok">{notices.callbackAccepted.title}</p>
      <p>{notices.callbackAccepted.text}</p>
      <a href="#content" className="mt-1 inline-block py-2 font-semibold underline">
        {callbackConfirmed.close}
      </a>
    </div>
  )
}
