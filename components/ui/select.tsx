import type { ComponentProps } from 'react'
import { ChevronDownIcon } from './icon'

export function Select(props: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select data-slot="select" {...props} />
      <span className="pointer-events-none absolute top-4 right-4">
        <ChevronDownIcon />
      </span>
    </div>
  )
}
