import type { ComponentProps } from 'react'
import { Button } from './button'
import { CloseIcon } from './icon'

/**
 * A native dialog, drawn in dialog.css. A button with `command="show-modal"` and `commandfor` opens it. What describes it has
 * the id of the dialog with `-text`. With `autoFocus` the dialog itself takes the focus in Firefox and WebKit, and in Chromium
 * what in it has `autoFocus` too.
 */
export function Dialog({ id, ...props }: ComponentProps<'dialog'> & { id: string }) {
  return (
    <dialog
      data-slot="dialog"
      closedby="any"
      id={id}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      {...props}
    />
  )
}

export function DialogHeader({
  id,
  title,
  closeLabel,
  autoFocus,
}: {
  id: string
  title: string
  closeLabel: string
  autoFocus: boolean
}) {
  return (
    <div data-slot="dialog-header">
      <h2
        id={`${id}-title`}
        tabIndex={-1}
        // biome-ignore lint/a11y/noAutofocus: the dialog is modal.
        autoFocus={autoFocus}
        className="mr-auto text-title outline-none"
      >
        {title}
      </h2>
      <Button variant="ghost" size="icon" command="close" commandfor={id} aria-label={closeLabel}>
        <CloseIcon />
      </Button>
    </div>
  )
}
