import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

/**
 * Words that the browser does not translate, such as a visitor's own. An email address that is longer than a line breaks after
 * its @, a number not at all.
 */
export function VerbatimText({
  children,
  className,
  ...props
}: ComponentProps<'span'> & { children: string }) {
  const domain = children.lastIndexOf('@') + 1
  const whole = /^[\d ()+-]+$/.test(children) ? 'whitespace-nowrap' : domain > 0 && 'inline-block'
  return (
    <span translate="no" className={cn(className, whole) || undefined} {...props}>
      {children.slice(0, domain)}
      <wbr />
      {children.slice(domain)}
    </span>
  )
}
