import { ButtonLink } from '@/components/ui/button'
import { PipeList } from '@/components/ui/pipe-list'
import { howItWorks } from '@/lib/content/landing'

/** In a wide window, the title stands on the pipe, and the button opposite to it. */
export function HowItWorks() {
  return (
    <section
      id="how-it-works"
      aria-labelledby="how-title"
      className="overflow-clip bg-muted py-section"
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-gap gap-y-8 md:gap-y-4">
        <h2 id="how-title" className="text-head">
          {howItWorks.title}
        </h2>
        <PipeList items={howItWorks.steps} ordered className="mt-3 w-full md:order-1 md:mt-0" />
        <p>
          <ButtonLink href="/book-demo">{howItWorks.action}</ButtonLink>
        </p>
      </div>
    </section>
  )
}
