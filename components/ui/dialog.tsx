import type { ComponentProps } from 'react'
import { Button } from './button'
import { CloseIcon } from './icon'

/**
 * A native dialog, drawn in dialog.css. A button with `command="show-modal"` and `commandfor` opens it. Its title row
 * stays at the top while it scrolls.
 */
export function Dialog({
  id,
  title,
  closeLabel,
  children,
  ...props
}: ComponentProps<'dialog'> & { id: string; title: string; closeLabel: string }) {
  return (
    <dialog data-slot="dialog" closedby="any" id={id} aria-labelledby={`${id}-title`} {...props}>
      <div className="sticky top-0 z-10 flex items-center gap-3 bg-deep py-4 pr-4 pl-6 text-on-deep sm:pl-8">
        <h2 id={`${id}-title`} className="mr-auto text-title">
          {title}
        </h2>
        <Button variant="ghost" size="icon" command="close" commandfor={id} aria-label={closeLabel}>
          <CloseIcon />
        </Button>
      </div>
      {children}
    </dialog>
  )
}
