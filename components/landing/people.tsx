import type { ReactNode } from 'react'
import { PhoneLink } from '@/components/site/phone-link'
import { people } from '@/lib/content/landing'
import { supportWords } from '@/lib/content/layout'
import { type Named, owner } from '@/lib/content/owner'
import { supportPhone } from '@/lib/page/settings'

/** Who stands behind the product, and what a customer says. Nothing where lib/content/owner.ts names neither. */
export function People() {
  const { person, customer } = owner
  if (!person && !customer) return null
  return (
    <section id="people" aria-label={people.label} className="overflow-clip">
      <div className="people wrap">
        {person && (
          <Voice {...person} of={person.role} says={person.sentence}>
            {supportPhone && (
              <p>
                <span>{supportWords.label}</span> <PhoneLink phone={supportPhone} />
              </p>
            )}
          </Voice>
        )}
        {customer && <Voice {...customer} of={customer.company} says={`“${customer.quote}”`} />}
      </div>
    </section>
  )
}

function Voice({
  name,
  of,
  town,
  photo,
  says,
  children,
}: Named & { of: string; says: string; children?: ReactNode }) {
  return (
    <figure>
      <Photo src={photo} size={96} />
      <blockquote
        // The opening quotation mark of a customer hangs outside the edge of the text.
        className={says.startsWith('“') ? '-indent-[0.42em]' : undefined}
      >
        {says}
      </blockquote>
      <figcaption>
        <b>{name}</b>
        <span>{`, ${of}`}</span>
        <p>{town}</p>
      </figcaption>
      {children}
    </figure>
  )
}

export function Photo({ src, size }: { src: string; size: number }) {
  return (
    // biome-ignore lint/performance/noImgElement: the server does not resize images.
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="rounded-sm object-cover"
    />
  )
}
