import { bookingPage } from '@/lib/content/booking'

export function WhatNext() {
  const { title, items } = bookingPage.whatHappensNext
  return (
    <section
      aria-labelledby="next-title"
      className="rounded-panel rounded-bl-paper bg-deep p-6 text-on-deep"
    >
      <h3 id="next-title" className="text-lead">
        {title}
      </h3>
      <ol className="mt-2 list-inside list-decimal">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
    </section>
  )
}
