import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { Button } from './button'
import { CloseIcon } from './icon'

/**
 * A native dialog: a sheet at the bottom of the window on phones, a panel in the middle on larger screens. A button
 * with `command="show-modal"` and `commandfor` opens it.
 */
export function Dialog({ className, ...props }: ComponentProps<'dialog'>) {
  return (
    <dialog
      data-slot="dialog"
      closedby="any"
      className={cx(
        'fixed top-auto bottom-0 z-20 max-h-[calc(100dvh-1.5rem)] w-full max-w-none scroll-pt-22 scroll-pb-6 overflow-y-auto overscroll-contain rounded-t-panel bg-paper backdrop:bg-(--scrim)',
        'sm:top-0 sm:m-auto sm:w-120 sm:rounded-panel',
        'closed:translate-y-10 closed:opacity-0 sm:closed:translate-y-4 closed:backdrop:opacity-0',
        'motion-safe:transition-dialog motion-safe:backdrop:transition-dialog',
        className,
      )}
      {...props}
    />
  )
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
