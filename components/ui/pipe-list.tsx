import type { ComponentProps } from 'react'
import { cx } from './cx'

/** A list with a copper pipe along it: down the left side on phones, above the items on larger screens. */
export function PipeList({
  ordered,
  className,
  ...props
}: ComponentProps<'ol'> & { ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul'
  return <List className={cx('pipe', className)} {...props} />
}

/** One item, with its number on a gauge if it has one. */
export function PipeItem({
  heading: Heading = 'h3',
  number,
  title,
  text,
}: {
  heading?: 'h2' | 'h3'
  number?: number
  title: string
  text: string
}) {
  return (
    <li>
      {number && (
        <span aria-hidden="true" className="gauge">
          {number}
        </span>
      )}
      <Heading className="mb-1.5 text-lead">{title}</Heading>
      <p className="max-w-[35ch] text-ink-2">{text}</p>
    </li>
  )
}
