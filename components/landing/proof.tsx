import { proof } from '@/lib/content/landing'
import { owner } from '@/lib/content/owner'

export function Proof() {
  return (
    <section aria-labelledby="proof" className="bg-deep text-deep-foreground">
      <div className="wrap py-10 md:py-20">
        <h2 id="proof" className="text-subhead">
          {proof.title}
        </h2>
        <ul className="mt-6 grid gap-x-gap gap-y-5 md:mt-8 md:grid-cols-3">
          {proof.figures.map(({ figure, name, meaning }, index) => (
            <li key={index} className="flex flex-wrap gap-x-4 md:block">
              <strong className="min-w-[2.5em] text-glow text-hero md:block">{figure}</strong>{' '}
              <p className="grow basis-48 text-deep-muted-foreground">
                <b className="block text-deep-foreground text-lg">{name}</b> <span>{meaning}</span>
              </p>
            </li>
          ))}
        </ul>
        <ul className="drops mt-6 border-deep-border border-t pt-6 md:mt-8 flex flex-wrap gap-x-8 gap-y-2 font-semibold">
          {proof.promises.map((promise, index) => (
            <li key={index}>
              {owner.guarantee && index === 0 ? (
                <a href="#guarantee" className="underline">
                  {promise}
                </a>
              ) : (
                promise
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
