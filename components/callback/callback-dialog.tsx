'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { requestCallback } from '@/app/actions'
import { ActionForm } from '@/components/forms/action-form'
import { FormMessage } from '@/components/forms/form-message'
import { TextField } from '@/components/forms/text-field'
import { useActionForm } from '@/components/forms/use-action-form'
import { useSavedDraft } from '@/components/forms/use-saved-draft'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { CloseIcon } from '@/components/ui/icon'
import { DismissButton, useEscape } from '@/components/ui/message'
import { TicketRow } from '@/components/ui/ticket'
import { useHydrated } from '@/components/ui/use-hydrated'
import { useWindowEvent } from '@/components/ui/use-window-event'
import { VerbatimText } from '@/components/ui/verbatim-text'
import { callbackForm, dialogs } from '@/lib/content/callback'
import { dismissMessage } from '@/lib/content/layout'
import { ticketLabel } from '@/lib/content/tickets'
import type { CallbackKind } from '@/lib/forms/callback-forms'
import { callbackForms } from '@/lib/forms/callback-forms'
import { restoreDraft } from '@/lib/forms/client/drafts'
import { readDraft, removeDraft } from '@/lib/forms/client/storage'
import { fieldsOf } from '@/lib/forms/fields'
import type { Form } from '@/lib/forms/forms'
import { CallbackTicket } from './confirmation'
import { DemoPhone } from './demo-phone'

const closedAfterMs = 250

/**
 * A native dialog with a native form, opened by a button that names it: both work without scripts. After a rejected
 * native post the server renders it open.
 */
export function CallbackDialog({
  kind,
  pageTitle,
  children,
}: {
  kind: CallbackKind
  /** Only on the last dialog of a page: a title that a refused form sets stands before it and wins. */
  pageTitle?: string
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [sent, setSent] = useState<FormData | null>(null)
  const spec = callbackForms[kind]
  const form = useActionForm(spec, requestCallback, {
    mode: 'onSubmit',
    onAccepted: (posted) => {
      form.clear()
      removeDraft(kind)
      dialog.current?.close()
      // A screen reader speaks it only once the dialog has closed and the focus is back.
      setTimeout(() => setSent(posted), closedAfterMs)
    },
  })
  const { hookForm, returned } = form
  const reopened = returned !== undefined
  const hydrated = useHydrated()
  // After a refused native post, the page has newer values than the draft.
  useEffect(() => {
    if (!reopened) restoreDraft(spec, hookForm, readDraft(kind))
  }, [spec, kind, hookForm, reopened])
  useSavedDraft(form)
  // The server can render a dialog open, but only a script can make it modal.
  useEffect(() => {
    if (!reopened || !dialog.current?.open || dialog.current.matches(':modal')) return
    dialog.current.close()
    dialog.current.showModal()
  }, [reopened])

  const fields = fieldsOf(spec)
  const { title, text, tool } = dialogs[kind]
  return (
    <>
      <Dialog
        ref={dialog}
        id={kind}
        open={reopened || undefined}
        autoFocus={!reopened}
        // A dialog that was closed to be made modal is open again when its event comes.
        onClose={({ currentTarget }) => {
          if (!currentTarget.open) form.dismiss()
        }}
      >
        <div data-slot="dialog-header">
          <h2
            id={`${kind}-title`}
            tabIndex={-1}
            // biome-ignore lint/a11y/noAutofocus: the dialog is modal.
            autoFocus={!reopened}
            className="mr-auto text-title outline-none"
          >
            {title}
          </h2>
          <Button
            variant="ghost"
            size="icon"
            command="close"
            commandfor={kind}
            aria-label={callbackForm.close}
          >
            <CloseIcon />
          </Button>
        </div>
        <ActionForm
          form={form}
          tool={tool}
          idPrefix={`${kind}-`}
          title={pageTitle}
          errorTitle={title}
        >
          <input type="hidden" name="dialog" value={kind} />
          <div className="text-muted-foreground">
            <p id={`${kind}-text`}>{text}</p>
            <DemoPhone className="text-foreground" />
          </div>
          {fields.map(({ name }, index) => (
            <TextField
              key={name}
              name={name}
              enterKeyHint={index === fields.length - 1 ? 'send' : 'next'}
            />
          ))}
          {children}
          <div data-slot="dialog-footer">
            <FormMessage />
            <Button type="submit" busy={form.sending}>
              {form.sending ? callbackForm.sending : callbackForm.submit}
            </Button>
          </div>
        </ActionForm>
      </Dialog>
      {/* In the page before the ticket, because screen readers speak what is put into it. Without scripts, it would stay empty. */}
      {hydrated && (
        <div role="status">
          {sent && <SentTicket kind={kind} posted={sent} onDismiss={() => setSent(null)} />}
        </div>
      )}
    </>
  )
}

/**
 * What was sent. The button that opened the dialog has the focus again, and stays in view. Only the first line stays once
 * the visitor has scrolled on by a screen.
 */
function SentTicket({
  kind,
  posted,
  onDismiss,
}: {
  kind: CallbackKind
  posted: FormData
  onDismiss: () => void
}) {
  const [folded, setFolded] = useState(false)
  useEscape(onDismiss)
  // What either dialog sends takes its place.
  useWindowEvent('submit', onDismiss)
  useEffect(() => {
    document.activeElement?.scrollIntoView({ block: 'nearest' })
    const start = scrollY
    const onScroll = () => {
      if (Math.abs(scrollY - start) >= innerHeight) setFolded(true)
    }
    addEventListener('scroll', onScroll)
    return () => removeEventListener('scroll', onScroll)
  }, [])
  return (
    <CallbackTicket
      data-slot="callback-ticket"
      data-folded={folded || undefined}
      closeButton={<DismissButton label={dismissMessage} onDismiss={onDismiss} />}
    >
      {fieldsOf<Form>(callbackForms[kind])
        .filter(({ ticket }) => ticket)
        .map((field) => (
          <TicketRow key={field.name} label={ticketLabel(field)}>
            <VerbatimText>{String(posted.get(field.name))}</VerbatimText>
            <span className="sr-only">. </span>
          </TicketRow>
        ))}
    </CallbackTicket>
  )
}
