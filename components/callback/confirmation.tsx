import type { ComponentProps, ReactNode } from 'react'
import { contactCard } from '@/components/site/contact-card'
import { supportInText } from '@/components/site/support-contact'
import { buttonVariants } from '@/components/ui/button'
import { CheckIcon, CloseIcon } from '@/components/ui/icon'
import { Printer, printed } from '@/components/ui/printer'
import { Ticket, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { callbackConfirmed } from '@/lib/content/callback'
import { bookedTicket } from '@/lib/content/tickets'
import { confirmationId } from '@/lib/forms/callback-forms'
import './confirmation.css'

/** Confirms a callback request: what was sent, on a ticket that is printed from the place of the dialog. */
export function CallbackTicket({
  closeButton,
  children,
  ...props
}: ComponentProps<'div'> & { closeButton: ReactNode }) {
  return (
    <div role="status" {...props} className="callback-ticket">
      <div>
        <CheckIcon />
        <p>{callbackConfirmed.title}</p>
        {closeButton}
      </div>
      <Printer>
        <Ticket className={printed}>
          <p className="font-bold leading-snug">{callbackConfirmed.text}</p>
          <TicketRows>{children}</TicketRows>
          <p className="mt-3 text-sm">
            <span>{callbackConfirmed.details}</span> {supportInText}
          </p>
          {contactCard}
          <TicketStamp>{callbackConfirmed.stamp}</TicketStamp>
        </Ticket>
      </Printer>
    </div>
  )
}

/**
 * The same without scripts: shown while it is the target of the address. Else `hidden`, also for agents that read the HTML
 * without the style sheet.
 */
export function CallbackConfirmation() {
  return (
    <CallbackTicket
      id={confirmationId}
      hidden
      closeButton={
        <a
          href="#content"
          aria-label={callbackConfirmed.close}
          className={buttonVariants({ variant: 'ghost', size: 'icon' })}
        >
          <CloseIcon />
        </a>
      }
    >
      <TicketRow label={bookedTicket.labels.phone}>{callbackConfirmed.unknownNumber}</TicketRow>
    </CallbackTicket>
  )
}
