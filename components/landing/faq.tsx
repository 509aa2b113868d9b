import { faq } from '@/lib/content/landing'

export function Faq() {
  return (
    <section aria-labelledby="faq-title" className="wrap beside pb-section">
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
