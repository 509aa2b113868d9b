import type { ReactNode } from 'react'
import { PhoneLink } from '@/components/site/phone-link'
import { people } from '@/lib/content/landing'
import { supportWords } from '@/lib/content/layout'
import { type Named, owner } from '@/lib/content/owner'
import { unbroken } from '@/lib/dates/days'
import { supportPhone } from '@/lib/page/settings'
import { Photo } from './photo'

export function People() {
  const { person, customer } = owner
  if (!person && !customer) return null
  return (
    <section id="people" className="overflow-clip">
      <div className="people pipe-run relative wrap grid gap-6 pt-10 pb-4 pl-[64px] wrap-anywhere md:pt-20 md:pr-[80px] md:pb-12 md:pl-0 lg:grid-cols-2">
        {person && (
          <Voice {...person} title={people.person} of={person.role} says={person.sentence}>
            {supportPhone && (
              <p>
                <span>{supportWords.label}</span> <PhoneLink phone={supportPhone} />
              </p>
            )}
          </Voice>
        )}
        {customer && (
          <Voice
            {...customer}
            title={people.customer}
            of={customer.company}
            says={`“${customer.quote}”`}
          />
        )}
      </div>
    </section>
  )
}

function Voice({
  title,
  name,
  of,
  town,
  photo,
  says,
  children,
}: Named & { title: string; of: string; says: string; children?: ReactNode }) {
  return (
    <figure className="voice">
      <h2 className="sr-only">{title}</h2>
      <Photo src={photo} size={96} />
      <blockquote
        // The opening quotation mark of a customer hangs outside the edge of the text.
        className={`font-medium text-lg text-balance ${says.startsWith('“') ? '-indent-[0.42em]' : ''}`}
      >
        {unbroken(says)}
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
