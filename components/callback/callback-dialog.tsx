'use client'

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { requestCallback } from '@/app/actions'
import { LeadForm } from '@/components/forms/lead-form'
import { TextField } from '@/components/forms/text-field'
import { useLeadForm } from '@/components/forms/use-lead-form'
import { useSavedDraft } from '@/components/forms/use-saved-draft'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { toast } from '@/components/ui/toaster'
import { callbackConfirmed, callbackForm, callbackTools, dialogs } from '@/lib/content/callback'
import { restoreDraft } from '@/lib/forms/drafts'
import { fieldsOf } from '@/lib/forms/fields'
import { draftKey, readSession, removeSession } from '@/lib/forms/session-storage'
import type { CallbackKind } from '@/lib/site'

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
  /** Only on the last dialog of a page: a title that a rejected form sets stands before it and wins. */
  pageTitle?: string
  /** Above the submit button. */
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const lead = useLeadForm(kind, requestCallback, {
    mode: 'onSubmit',
    onAccepted: () => {
      lead.clear()
      removeSession(draftKey(kind))
      dialog.current?.close()
      toast({ ...callbackConfirmed, destructive: false })
    },
  })
  const { form, returned } = lead
  const reopened = returned !== undefined
  // After a rejected native post, the page has newer values than the draft.
  useEffect(() => {
    if (!reopened) restoreDraft(kind, form, readSession(draftKey(kind)))
  }, [kind, form, reopened])
  useSavedDraft(lead)
  useModalWhenReopened(dialog, reopened)

  const fields = fieldsOf(kind)
  const titleId = `${kind}-title`
  return (
    <Dialog ref={dialog} id={kind} open={reopened || undefined} aria-labelledby={titleId}>
      <DialogHeader>
        <DialogTitle id={titleId}>{dialogs[kind].title}</DialogTitle>
        <DialogClose dialog={kind} label={callbackForm.close} />
      </DialogHeader>
      <p className="px-6 pt-5 text-ink-2 sm:px-8">{dialogs[kind].text}</p>
      <LeadForm
        lead={lead}
        tool={callbackTools[kind]}
        idPrefix={`${kind}-`}
        title={pageTitle}
        errorTitle={dialogs[kind].title}
        className="grid gap-4 p-6 pt-4 sm:p-8 sm:pt-4"
      >
        <input type="hidden" name="dialog" value={kind} />
        {fields.map(({ name }, index) => (
          <TextField
            key={name}
            name={name}
            enterKeyHint={index === fields.length - 1 ? 'send' : 'next'}
          />
        ))}
        <div data-slot="toasts">{children}</div>
        <Button type="submit" busy={lead.sending} className="w-full">
          {lead.sending ? callbackForm.sending : callbackForm.submit}
        </Button>
      </LeadForm>
    </Dialog>
  )
}

/** The server can render a dialog open, but only a script can make it modal. */
function useModalWhenReopened(ref: RefObject<HTMLDialogElement | null>, reopened: boolean) {
  useEffect(() => {
    const dialog = ref.current
    if (!reopened || !dialog?.open || dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
  }, [ref, reopened])
}
