import { faq } from '@/lib/content/landing'

/** The first question is open. */
export function Faq() {
  return (
    <section
      aria-labelledby="faq-title"
      className="wrap grid grid-cols-1 gap-x-column gap-y-8 pb-section lg:grid-cols-[2fr_3fr]"
    >
      <h2 id="faq-title" className="text-head">
        {faq.title}
      </h2>
      <div className="border-ink border-t-2 *:border-b">
        {faq.items.map((item, index) => (
          <Question key={index} open={index === 0} {...item} />
        ))}
      </div>
    </section>
  )
}

/** A plus sign of two lines, of which the vertical one goes when the question is open. */
function Question({ open, question, answer }: (typeof faq.items)[number] & { open: boolean }) {
  return (
    <details open={open} className="group">
      <summary className="relative flex min-h-17 items-center py-3 pr-10 font-bold text-lead before:absolute before:right-2 before:h-4.5 before:border-l-2 after:absolute after:right-0 after:w-4.5 after:border-t-2 group-open:before:hidden">
        {question}
      </summary>
      <p className="max-w-[58ch] pb-[1.6rem] text-ink-2">{answer}</p>
    </details>
  )
}
