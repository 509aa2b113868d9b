import type { ComponentProps } from 'react'

/** Words that the browser does not translate, such as a visitor's own. A long email address breaks after its @. */
export function Untranslated({
  children,
  ...props
}: ComponentProps<'span'> & { children: string }) {
  const domain = children.lastIndexOf('@') + 1
  return (
    <span translate="no" {...props}>
      {children.slice(0, domain)}
      <wbr />
      {children.slice(domain)}
    </span>
  )
}
