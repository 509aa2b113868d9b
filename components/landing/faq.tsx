import { faq } from '@/lib/content'

export function Faq() {
  return (
    <section
      aria-labelledby="faq-title"
      className="wrap grid grid-cols-1 gap-x-column gap-y-8 pb-section lg:grid-cols-[0.8fr_1.2fr]"
    >
      <h2 id="faq-title" className="max-w-[12ch] text-head">
        {faq.title}
      </h2>
      <div className="faq">
        {faq.items.map(({ question, answer }, index) => (
          <details key={index}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
