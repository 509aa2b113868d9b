import { contactCard } from '@/components/site/contact-card'
import { supportContact } from '@/components/site/support-contact'
import { buttonVariants } from '@/components/ui/button'
import { CheckIcon, CloseIcon } from '@/components/ui/icon'
import { callbackConfirmed } from '@/lib/content/callback'
import { confirmationId } from '@/lib/forms/callback-forms'

/**
 * Confirms a callback request without scripts: shown while it is the target of the address. Else `hidden`, also for agents
 * that read the HTML without the style sheet. It looks like the toast, which knows the number.
 */
export function CallbackConfirmation() {
  return (
    <div id={confirmationId} role="status" hidden className="toast toast-page target:block">
      <p>
        <CheckIcon />
        <span>{callbackConfirmed.title}</span>
      </p>
      <p>{callbackConfirmed.text}</p>
      <p>{callbackConfirmed.details()}</p>
      {contactCard}
      {supportContact}
      <a
        href="#content"
        aria-label={callbackConfirmed.close}
        className={buttonVariants({ variant: 'ghost', size: 'icon' })}
      >
        <CloseIcon />
      </a>
    </div>
  )
}
