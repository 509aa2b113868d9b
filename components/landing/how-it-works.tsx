import { ButtonLink } from '@/components/ui/button'
import { howItWorks } from '@/lib/content/landing'

export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-title"
      className="overflow-clip bg-paper-2 py-section"
    >
      <div className="wrap">
        <h2 id="how-title" className="max-w-[18ch] text-head">
          {howItWorks.title}
        </h2>
        <ol className="pipe mt-14 md:mt-10">
          {howItWorks.steps.map(({ title, text }, index) => (
            <li key={index}>
              <span aria-hidden="true" className="dial">
                {index + 1}
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className="mt-12">
          <ButtonLink href="/book-demo">{howItWorks.action}</ButtonLink>
        </p>
      </div>
    </section>
  )
}
