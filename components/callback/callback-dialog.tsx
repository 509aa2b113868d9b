'use client'

import {
  type SubmitEvent,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
} from 'react'
import { requestCallback } from '@/app/actions'
import { ErrorSummary } from '@/components/site/refusal'
import { useSubmissionId } from '@/components/site/use-submission-id'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { toast } from '@/components/ui/toaster'
import {
  callbackConfirmed,
  callbackForm,
  callbackTools,
  dialogs,
  errorSummary,
  fieldDescriptions,
  fieldLabels,
} from '@/lib/content/forms'
import { prepare, sendForm } from '@/lib/leads/client/road'
import { limits } from '@/lib/leads/shared/limits'
import { failureMessage, type SubmitResult } from '@/lib/leads/shared/result'
import { typing } from '@/lib/leads/shared/typing'
import type { CallbackKind } from '@/lib/site'

/**
 * Asks for a call. The dialog is the platform's own, opened by a button that names it, and its form is a
 * plain one: both work without scripts. A refused native post brings the page back with the dialog open.
 */
export function CallbackDialog({
  kind,
  bait,
  pageTitle,
  children,
}: {
  kind: CallbackKind
  /** For the last of a page's dialogs: stands where no refused form before it has put its own. */
  pageTitle?: string
  bait: React.ReactNode
  children: React.ReactNode
}) {
  const [answer, action] = useActionState(requestCallback, null)
  const [refused, setRefused] = useState<SubmitResult | null>(answer)
  const [sending, setSending] = useState(false)
  const [submissionId, renewId] = useSubmissionId(String(answer?.entries?.submissionId ?? ''))
  const dialog = useRef<HTMLDialogElement>(null)
  useModalWhenReopened(dialog, answer !== null)

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    setSending(true)
    const result = await sendForm(kind, new FormData(form), requestCallback)
    setSending(false)
    startTransition(() => setRefused(result.status === 'invalid' ? result : null))
    if (result.status === 'accepted') {
      clear(form)
      renewId()
      dialog.current?.close()
      toast({ ...callbackConfirmed, destructive: false })
    } else toast(failureMessage(kind, result))
  }

  const entry = (name: string) => String(answer?.entries?.[name] ?? '')
  const error = (name: string) => (refused?.status === 'invalid' ? refused.fields[name] : undefined)
  const idOf = (name: string) => `${kind}-${name}`
  const titleId = idOf('title')
  return (
    <Dialog ref={dialog} id={kind} open={answer ? true : undefined} aria-labelledby={titleId}>
      <DialogHeader>
        <DialogTitle id={titleId}>{dialogs[kind].title}</DialogTitle>
        <DialogClose dialog={kind} label={callbackForm.close} />
      </DialogHeader>
      <p className="px-6 pt-5 text-ink-2 sm:px-8">{dialogs[kind].text}</p>
      <form
        toolname={callbackTools[kind].name}
        tooldescription={callbackTools[kind].text}
        action={action}
        onSubmit={onSubmit}
        onFocus={prepare}
        {...typing}
        className="grid gap-4 p-6 pt-4 sm:p-8 sm:pt-4"
      >
        {refused ? (
          <title>{errorSummary.pageTitle(dialogs[kind].title)}</title>
        ) : (
          pageTitle && <title>{pageTitle}</title>
        )}
        {refused && <ErrorSummary kind={kind} answer={refused} idOf={idOf} />}
        <input type="hidden" name="dialog" value={kind} />
        <input type="hidden" name="submissionId" value={submissionId} />
        {bait}
        <Field id={idOf('name')} label={fieldLabels.name} error={error('name')}>
          {(control) => (
            <input
              {...control}
              name="name"
              toolparamdescription={fieldDescriptions.name}
              required
              maxLength={limits.name}
              autoComplete="name"
              autoCapitalize="words"
              enterKeyHint="next"
              defaultValue={entry('name')}
            />
          )}
        </Field>
        <Field id={idOf('phone')} label={fieldLabels.phone} error={error('phone')}>
          {(control) => (
            <input
              {...control}
              name="phone"
              toolparamdescription={fieldDescriptions.phone}
              type="tel"
              required
              maxLength={limits.phone}
              autoComplete="tel"
              inputMode="tel"
              enterKeyHint="next"
              defaultValue={entry('phone')}
            />
          )}
        </Field>
        {kind === 'see-ai-in-action' && (
          <Field id={idOf('email')} label={fieldLabels.email} error={error('email')}>
            {(control) => (
              <input
                {...control}
                name="email"
                toolparamdescription={fieldDescriptions.email}
                type="email"
                required
                maxLength={limits.email}
                autoComplete="email"
                inputMode="email"
                enterKeyHint="next"
                defaultValue={entry('email')}
              />
            )}
          </Field>
        )}
        <Field
          id={idOf('businessName')}
          label={fieldLabels.businessName}
          error={error('businessName')}
        >
          {(control) => (
            <input
              {...control}
              name="businessName"
              toolparamdescription={fieldDescriptions.businessName}
              required
              maxLength={limits.business}
              autoComplete="organization"
              enterKeyHint="send"
              defaultValue={entry('businessName')}
            />
          )}
        </Field>
        <Button type="submit" disabled={sending} width="full">
          {sending ? callbackForm.sending : callbackForm.submit}
        </Button>
        {children}
      </form>
    </Dialog>
  )
}

/** A dialog that the server opened is not modal yet. */
function useModalWhenReopened(ref: React.RefObject<HTMLDialogElement | null>, reopened: boolean) {
  useEffect(() => {
    const dialog = ref.current
    if (!reopened || !dialog?.open || dialog.matches(':modal')) return
    dialog.close()
    dialog.showModal()
  }, [ref, reopened])
}

/** To empty, not to what a refused post had brought back. */
function clear(form: HTMLFormElement) {
  for (const field of form.querySelectorAll<HTMLInputElement>('input:not([type="hidden"])'))
    field.value = ''
}
