import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { cn } from '@/lib/utils'

export function Popover({
  open,
  onEscapeKeyDown,
  onInteractOutside,
  ...props
}: ComponentProps<'div'> & {
  open: boolean
  onEscapeKeyDown: () => void
  onInteractOutside: () => void
}) {
  const root = useRef<HTMLDivElement>(null)
  const interactOutside = useEffectEvent(onInteractOutside)

  useEffect(() => {
    if (!open) return
    const listener = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) interactOutside()
    }
    for (const type of interactions) document.addEventListener(type, listener)
    return () => {
      for (const type of interactions) document.removeEventListener(type, listener)
    }
  }, [open])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the panel wherever the focus is in it.
    <div
      ref={root}
      data-slot="popover"
      className="relative"
      onKeyDown={({ key }) => {
        if (open && key === 'Escape') onEscapeKeyDown()
      }}
      {...props}
    />
  )
}

const interactions = ['pointerdown', 'focusin'] as const

/** A press beside its controls focuses the panel, because it would otherwise focus the page, which counts as outside. */
export function PopoverContent({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="popover-content"
      role="dialog"
      tabIndex={-1}
      className={cn(
        'mt-2 w-full outline-none rounded-lg border bg-popover p-[2.5vw] sm:absolute sm:z-1 sm:min-w-[342px] sm:p-4 sm:shadow-lift',
        className,
      )}
      {...props}
    />
  )
}
