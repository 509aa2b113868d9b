import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/**
 * Words that the browser does not translate, such as a visitor's own. A long email address breaks after its @, a number not at
 * all.
 */
export function VerbatimText({
  children,
  className,
  ...props
}: ComponentProps<'span'> & { children: string }) {
  const domain = children.lastIndexOf('@') + 1
  return (
    <span
      translate="no"
      className={cn(className, /^[\d ()+-]+$/.test(children) && 'whitespace-nowrap') || undefined}
      {...props}
    >
      {children.slice(0, domain)}
      <wbr />
      {children.slice(domain)}
    </span>
  )
}
