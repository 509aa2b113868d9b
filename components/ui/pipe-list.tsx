import { cn } from '@/lib/utils'

/** A list with a copper pipe along it: on the left on phones, above the items elsewhere. Gauges have the numbers. */
export function PipeList({
  items,
  ordered,
  heading: Heading = 'h3',
  className,
}: {
  items: readonly { title: string; text: string }[]
  ordered?: boolean
  heading?: 'h2' | 'h3'
  className: string
}) {
  const List = ordered ? 'ol' : 'ul'
  return (
    <List className={cn('pipe', className)}>
      {items.map(({ title, text }, index) => (
        <li key={index}>
          {ordered && <span className="gauge">{String(index + 1)}</span>}
          <Heading className="mb-1.5 text-lg">{title}</Heading>
          <p className="max-w-[36ch] text-muted-foreground">{text}</p>
        </li>
      ))}
    </List>
  )
}
