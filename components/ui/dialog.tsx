import type { ComponentProps } from 'react'

/**
 * A native dialog, drawn in dialog.css. A button with `command="show-modal"` and `commandfor` opens it. What names and describes
 * it has its id with `-title` and `-text`. With `autoFocus` the dialog itself takes the focus in Firefox and WebKit, and in
 * Chromium what in it has `autoFocus` too.
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
