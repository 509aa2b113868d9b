import type { ComponentProps, ReactNode } from 'react'
import { contactCard } from '@/components/site/contact-card'
import { supportInText } from '@/components/site/support-contact'
import { ButtonLink } from '@/components/ui/button'
import { CheckIcon, CloseIcon } from '@/components/ui/icon'
import { Printer, printed } from '@/components/ui/printer'
import { Ticket, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { callbackConfirmed, callbackForm } from '@/lib/content/callback'
import { callsFrom } from '@/lib/content/calls'
import { bookedTicket } from '@/lib/content/tickets'
import { type CallbackKind, callbackForms } from '@/lib/forms/callback-forms'

/** Confirms a callback request: what was sent, on a ticket that is printed from the place of the dialog. */
export function CallbackTicket({
  closeButton,
  children,
  ...props
}: ComponentProps<'div'> & { closeButton: ReactNode }) {
  return (
    <div {...props} className="callback-ticket">
      <div className="callback-ticket-head">
        <CheckIcon />
        <p>{callbackConfirmed.title}</p>
        {closeButton}
      </div>
      <Printer>
        <Ticket className={printed}>
          <p className="font-bold leading-snug">{callbackConfirmed.text}</p>
          <TicketRows>{children}</TicketRows>
          <p className="mt-3 text-sm">
            <span>{callbackConfirmed.details}</span>{' '}
            {callsFrom && <span className="inline-block">{callsFrom}</span>} {supportInText}
          </p>
          {contactCard}
          <TicketStamp>{callbackConfirmed.stamp}</TicketStamp>
        </Ticket>
      </Printer>
    </div>
  )
}

/**
 * The same without scripts: shown while it is the target of the address. Where scripts run, it is a text that the loader
 * makes an element of (lib/page/loader/inline-script.ts), so that the page has no hidden copy of what the dialog shows.
 */
export function CallbackConfirmation({ kind }: { kind: CallbackKind }) {
  const id = callbackForms[kind].confirmation.slice('/#'.length)
  return (
    <noscript data-confirmation={id}>
      <CallbackTicket
        id={id}
        role="status"
        hidden
        closeButton={
          <ButtonLink href="#content" variant="ghost" size="icon" aria-label={callbackForm.close}>
            <CloseIcon />
          </ButtonLink>
        }
      >
        <TicketRow label={bookedTicket.labels.phone}>{callbackConfirmed.unknownNumber}</TicketRow>
      </CallbackTicket>
    </noscript>
  )
}
