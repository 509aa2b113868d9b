import { faq } from '@/lib/content/landing'

export function Faq() {
  return (
    <section
      aria-labelledby="faq-title"
      className="wrap grid grid-cols-1 gap-x-column gap-y-8 pb-section lg:grid-cols-[2fr_3fr]"
    >
      <h2 id="faq-title" className="max-w-[12ch] text-head">
        {faq.title}
      </h2>
      <div className="border-ink border-t-2 *:border-b">
        {faq.items.map((item, index) => (
          <Question key={index} {...item} />
        ))}
      </div>
    </section>
  )
}

/** The plus sign turns into a cross when open. Screen readers skip it. */
function Question({ question, answer }: (typeof faq.items)[number]) {
  return (
    <details className="group">
      <summary className="flex min-h-17 items-center justify-between gap-4 py-3 font-bold text-lead leading-tight tracking-[-0.015em] after:font-normal after:text-[2rem] after:text-water after:transition-[rotate] after:content-(--plus) group-open:after:rotate-45">
        {question}
      </summary>
      <p className="max-w-[58ch] pb-[1.6rem] text-ink-2">{answer}</p>
    </details>
  )
}
