import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button'
import { CloseIcon } from './icon'

/** A native dialog, drawn in dialog.css. A button with `command="show-modal"` and `commandfor` opens it. */
export function Dialog({ id, ...props }: ComponentProps<'dialog'> & { id: string }) {
  return (
    <dialog data-slot="dialog" closedby="any" id={id} aria-labelledby={`${id}-title`} {...props} />
  )
}

/** A row that stays at the top while the dialog scrolls. Its button closes the dialog with this id. */
export function DialogHeader({
  id,
  closeLabel,
  children,
}: {
  id: string
  closeLabel: string
  children: ReactNode
}) {
  return (
    <div data-slot="dialog-header">
      {children}
      <Button variant="ghost" size="icon" command="close" commandfor={id} aria-label={closeLabel}>
        <CloseIcon />
      </Button>
    </div>
  )
}

/** A row that stays at the bottom while the dialog scrolls. */
export function DialogFooter(props: ComponentProps<'div'>) {
  return <div data-slot="dialog-footer" {...props} />
}

/** Names the dialog, whose id with `-title` is its own. */
export function DialogTitle(props: ComponentProps<'h2'>) {
  return <h2 data-slot="dialog-title" className="mr-auto text-title" {...props} />
}
