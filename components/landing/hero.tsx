import { Button, ButtonLink } from '@/components/ui/button'
import { hero } from '@/lib/content/landing'
import { CallExample } from './call-example'

export function Hero() {
  const [before, missed, after] = hero.headline
  return (
    <section aria-labelledby="headline" className="overflow-clip pb-section">
      <div className="hero wrap">
        <div className="pitch">
          <p>{hero.audience}</p>
          <h1 id="headline">
            {before}
            <span>{missed}</span>
            {after}
          </h1>
          <p>{hero.lead}</p>
          <div>
            <ButtonLink href="/book-demo">{hero.demo}</ButtonLink>
            <Button variant="outline" command="show-modal" commandfor="see-ai-in-action">
              {hero.live}
            </Button>
          </div>
          <p>{hero.small}</p>
        </div>
        <CallExample />
      </div>
      <div className="wrap mt-14 md:mt-12">
        <ul className="pipe pipe-on">
          {hero.tiles.map(({ title, text }, index) => (
            <li key={index}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
