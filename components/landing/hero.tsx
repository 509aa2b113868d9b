import { Phone } from 'lucide-react'
import { Button, ButtonLink } from '@/components/ui/button'
import { hero } from '@/lib/content'

export function Hero() {
  const [before, missed, after] = hero.headline
  return (
    <section aria-labelledby="headline" className="wrap py-12 md:py-20">
      <p className="font-semibold text-copper text-small">{hero.audience}</p>
      <h1 id="headline" className="mt-4 mb-6 max-w-[14ch] text-hero">
        {before}
        <span className="text-copper">{missed}</span>
        {after}
      </h1>
      <p className="max-w-[36ch] text-ink-2 text-lead">{hero.lead}</p>
      <div className="mt-7 flex flex-col gap-3 sm:flex-row">
        <ButtonLink href="/book-demo">{hero.demo}</ButtonLink>
        <Button variant="outline" command="show-modal" commandfor="see-ai-in-action">
          <Phone aria-hidden className="size-5" />
          {hero.live}
        </Button>
      </div>
      <p className="mt-4 text-ink-2 text-small">{hero.small}</p>
      <ul className="mt-14 grid gap-gap border-copper border-t-8 pt-8 md:grid-cols-3">
        {hero.tiles.map(({ title, text }) => (
          <li key={title}>
            <h2 className="mb-1.5 text-lead">{title}</h2>
            <p className="max-w-[34ch] text-ink-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
