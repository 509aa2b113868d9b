import { PhoneLink } from '@/components/site/phone-link'
import { Button, ButtonLink } from '@/components/ui/button'
import { PhoneIcon } from '@/components/ui/icon'
import { PipeList } from '@/components/ui/pipe-list'
import { dialogs } from '@/lib/content/callback'
import { hero } from '@/lib/content/landing'
import { owner } from '@/lib/content/owner'
import { demoPhone } from '@/lib/page/settings'
import { CallExample } from './call-example'
import { Photo } from './photo'
import { RingLights } from './ring-lights'

export function Hero() {
  const [before, missed, after] = hero.headline
  return (
    <section aria-labelledby="headline" className="overflow-clip pb-section">
      <div className="wrap grid grid-cols-1 gap-x-column gap-y-8 pt-6 low:pt-3 md:pt-16 flat:pt-5 lg:grid-cols-[27fr_23fr] lg:items-center">
        <div>
          <p className="font-semibold text-primary text-sm">{hero.audience}</p>
          <h1
            id="headline"
            className="mt-2 mb-4 max-w-[14ch] text-hero flat:max-w-none flat:text-head"
          >
            <span>{before}</span>
            {/* One thought, on one line. A translation can be longer. */}
            <span className="text-primary 2xs:english:whitespace-nowrap">{missed}</span>
            <span>{after}</span>
          </h1>
          <p className="max-w-[36ch] text-muted-foreground text-lg flat:max-w-none low:text-base low:leading-snug">
            {hero.intro}
          </p>
          <div className="mt-6 flex low:mt-3 flex-col flex-wrap gap-3 low:gap-2 sm:flex-row">
            <ButtonLink href="/book-demo" className="low:min-h-11">
              {hero.demo}
            </ButtonLink>
            <Button
              variant="outline"
              command="show-modal"
              commandfor="see-ai-in-action"
              className="low:min-h-11"
            >
              {dialogs['see-ai-in-action'].button}
            </Button>
          </div>
          <p className={`mt-3 low:mt-1.5 ${words}`}>
            {hero.terms.map((term) => (
              <span key={term}>{term}</span>
            ))}
          </p>
          <Dial />
          <p className={`mt-4 ${words}`}>
            <Figures>{hero.trust[0]}</Figures>{' '}
            {owner.rating && (
              <>
                <a href={owner.rating.link} className="py-3 underline -my-3">
                  {hero.ratedBy(owner.rating)}
                </a>{' '}
              </>
            )}
            <span aria-hidden="true" className="text-muted-foreground">
              ·
            </span>{' '}
            <Figures>{hero.trust[1]}</Figures>
          </p>
          <Person />
        </div>
        <CallExample />
      </div>
      <div className="wrap mt-[56px] md:mt-[48px]">
        <PipeList items={hero.tiles} heading="h2" className="pipe-to-tap" />
      </div>
    </section>
  )
}

/** Each part is on one line, where it fits. */
const words = 'flex flex-wrap gap-x-1 text-sm sm:text-base'

function Dial() {
  if (!demoPhone) return null
  return (
    <div className="mt-5 low:mt-1.5 border-foreground border-t-2 pt-5 low:pt-2 text-sm lg:max-w-136">
      <p>{hero.dial}</p>
      <PhoneLink
        phone={demoPhone}
        data-demo
        className="tabular flex min-h-16 low:min-h-13 items-center gap-3 whitespace-nowrap border-b font-bold text-subhead [--lit:var(--primary)] [--off:var(--border)]"
      >
        <RingLights />
        <span>{demoPhone}</span>
        <span className="ml-auto rounded-full bg-deep p-3 text-glow text-lg max-[22.5rem]:hidden dark:bg-card">
          <PhoneIcon />
        </span>
      </PhoneLink>
    </div>
  )
}

/** Words whose numbers are bold. */
function Figures({ children }: { children: string }) {
  return (
    <span>
      {children
        .split(/([\d.+]+)/)
        .map(
          (part, index) =>
            part && (index % 2 ? <b key={part}>{part}</b> : <span key={part}>{part}</span>),
        )}
    </span>
  )
}

function Person() {
  if (!owner.person) return null
  const { name, town, photo } = owner.person
  return (
    <div className="mt-3 flex items-center gap-3 text-sm sm:text-base">
      <Photo src={photo} size={44} />
      <p>
        <a href="#people" className="py-3 underline">
          {`${name}, ${town}`}
        </a>
        <span>{hero.person}</span>
      </p>
    </div>
  )
}
