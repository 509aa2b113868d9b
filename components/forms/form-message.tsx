import { useEffect, useRef } from 'react'
import { supportContact } from '@/components/site/support-contact'
import { DismissButton, useEscape } from '@/components/ui/message'
import { useHydrated } from '@/components/ui/use-hydrated'
import { dismissMessage } from '@/lib/content/layout'
import type { FieldName } from '@/lib/forms/forms'
import { cn } from '@/lib/utils'
import { useActionFormContext } from './use-action-form'

/**
 * Says why a form was not accepted, with a link to each invalid field. The live region stands in the page from the start,
 * because screen readers announce only what changes in it. A message that takes the focus is read with it instead. Orca
 * speaks no `role="alert"` in Firefox.
 */
export function FormMessage({
  className,
  onChooseField,
}: {
  /** Of a message without fields that scripts show. Others stand where this component does. */
  className?: string
  onChooseField?: (name: FieldName) => void
}) {
  const { message, dismiss, idPrefix, hookForm } = useActionFormContext()
  const { errors } = hookForm.formState
  const box = useRef<HTMLDivElement>(null)
  const isHydrated = useHydrated()
  useEscape(dismiss)

  useEffect(() => {
    if (!message) return
    // What the server returned stands at the top of a form, whose page can be scrolled elsewhere.
    box.current?.scrollIntoView({ block: message.isReturned ? 'center' : 'nearest' })
    if (message.takesFocus) box.current?.focus({ preventScroll: true })
  }, [message])

  const wrong = (message?.errors ?? []).filter((name) => errors[name])
  // What several fields have in common is listed once.
  const texts = wrong.map((name) => String(errors[name]?.message))
  const listed = wrong.filter((_, index) => texts.indexOf(texts[index] ?? '') === index)
  const choose = onChooseField ?? ((name) => document.getElementById(idPrefix + name)?.focus())
  const [title, text] = [`${idPrefix}message-title`, `${idPrefix}message-text`]
  return (
    <div aria-live={message?.takesFocus ? undefined : 'assertive'} className="contents">
      {message && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields.
        <div
          ref={box}
          role="group"
          aria-labelledby={title}
          aria-describedby={text}
          tabIndex={-1}
          {...(message.isReturned && { autoFocus: true })}
          data-slot="message"
          className={cn('message', !message.isReturned && !message.errors && className)}
        >
          <p id={title} className="font-bold text-destructive">
            {message.title}
          </p>
          <p id={text}>
            {message.errors
              ? listed.map((name, index) => (
                  <span key={name}>
                    {index > 0 && <span>, </span>}
                    <a
                      href={`#${idPrefix}${name}`}
                      className="font-semibold underline"
                      onClick={(event) => {
                        event.preventDefault()
                        choose(name)
                      }}
                    >
                      {errors[name]?.message}
                    </a>
                  </span>
                ))
              : message.text}
          </p>
          {message.namesSupport && supportContact}
          {isHydrated && <DismissButton label={dismissMessage} onDismiss={dismiss} />}
        </div>
      )}
    </div>
  )
}
