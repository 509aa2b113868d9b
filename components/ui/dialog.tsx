import type { ComponentProps } from 'react'
import { Button } from './button'
import { cx } from './cx'
import { CloseIcon } from './icon'

/** A native dialog, drawn in dialog.css. A button with `command="show-modal"` and `commandfor` opens it. */
export function Dialog(props: ComponentProps<'dialog'>) {
  return <dialog data-slot="dialog" closedby="any" {...props} />
}

/** The title row. It stays at the top while the dialog scrolls. */
export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      className={cx(
        'sticky top-0 z-10 flex items-center gap-3 bg-deep py-4 pr-4 pl-6 text-on-deep sm:pl-8',
        className,
      )}
      {...props}
    />
  )
}

export function DialogTitle({ className, ...props }: ComponentProps<'h2'>) {
  return <h2 className={cx('mr-auto text-title', className)} {...props} />
}

export function DialogClose({ dialog, label }: { dialog: string; label: string }) {
  return (
    <Button variant="ghost" size="icon" command="close" commandfor={dialog} aria-label={label}>
      <CloseIcon />
    </Button>
  )
}
