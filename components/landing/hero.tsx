import { DemoPhone } from '@/components/callback/demo-phone'
import { Button, ButtonLink } from '@/components/ui/button'
import { PipeList } from '@/components/ui/pipe-list'
import { dialogs } from '@/lib/content/callback'
import { hero } from '@/lib/content/landing'
import { demoPhone } from '@/lib/page/settings'
import { cn } from '@/lib/utils'
import { CallExample } from './call-example'

export function Hero() {
  const [before, missed, after] = hero.headline
  return (
    <section aria-labelledby="headline" className="overflow-clip pb-section">
      <div className="wrap grid grid-cols-1 gap-y-8 pt-6 md:pt-16 lg:grid-cols-[27fr_23fr] gap-x-column">
        <div>
          <p className="font-semibold text-primary text-sm">{hero.audience}</p>
          <h1 id="headline" className="mt-2 mb-4 max-w-[14ch] text-hero">
            <span>{before}</span>
            <span className="missed text-primary">{missed}</span>
            <span>{after}</span>
          </h1>
          <p className="max-w-[36ch] text-muted-foreground text-lg">{hero.intro}</p>
          <div className={cn('flex flex-col sm:flex-row', demoPhone ? withPhone : 'mt-6 gap-3')}>
            <ButtonLink href="/book-demo">{hero.demo}</ButtonLink>
            <Button variant="outline" command="show-modal" commandfor="see-ai-in-action">
              {dialogs['see-ai-in-action'].button}
            </Button>
          </div>
          <DemoPhone className="-mb-3 sm:mt-1" />
          <div className="mt-4 text-muted-foreground text-sm">
            {hero.small.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
        <CallExample />
      </div>
      <div className="wrap mt-[56px] md:mt-[48px]">
        <PipeList items={hero.tiles} heading="h2" className="pipe-to-tap" />
      </div>
    </section>
  )
}

/** With the number below them, buttons are closer, so that the number is on the first screen of a small phone. */
const withPhone = 'mt-2 gap-2 sm:mt-6'
