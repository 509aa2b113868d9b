import { ButtonLink } from '@/components/ui/button'
import { PipeList } from '@/components/ui/pipe-list'
import { howItWorks } from '@/lib/content/landing'

export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-title"
      className="overflow-clip bg-muted py-section"
    >
      <div className="wrap">
        <h2 id="how-title" className="max-w-[18ch] text-head">
          {howItWorks.title}
        </h2>
        <PipeList items={howItWorks.steps} ordered className="mt-12" />
        <p className="mt-12">
          <ButtonLink href="/book-demo">{howItWorks.action}</ButtonLink>
        </p>
      </div>
    </section>
  )
}
