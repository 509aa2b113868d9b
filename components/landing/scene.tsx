import { MarkAgain } from '@/components/site/mark'
import { Stamp, Ticket, TicketHead, TicketRow, TicketRows } from '@/components/ui/ticket'
import { scene } from '@/lib/content/landing'
import { SceneControls } from './scene-controls'

/** The product at work: a call comes in, is answered, and prints a ticket. */
export function Scene() {
  return (
    <figure aria-label={scene.name} className="scene w-full">
      <div className="scene-call">
        <div className="scene-head">
          <MarkAgain />
          <p>
            <b>{scene.call}</b>
            <span className="answered">{scene.answered}</span>
          </p>
          <i className="tone lit" />
          <i className="tone lit" />
          <i className="tone" />
        </div>
        <ul className="says">
          {scene.says.map((line, index) => (
            <li key={index}>
              <span className="sr-only">{index % 2 ? scene.them : scene.us}: </span>
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div className="printer">
        <div className="print">
          <Ticket>
            <TicketHead number={scene.number}>{scene.ticket}</TicketHead>
            <TicketRows>
              {scene.rows.map(({ label, text, ...row }, index) => (
                <TicketRow key={index} label={label}>
                  {'money' in row ? <span className="text-copper">{text}</span> : text}
                </TicketRow>
              ))}
            </TicketRows>
            <Stamp>{scene.stamp}</Stamp>
          </Ticket>
        </div>
      </div>
      <figcaption className="mt-6 flex flex-wrap items-center justify-between gap-x-4 text-ink-2 text-small">
        {scene.caption}
        <SceneControls words={scene.controls} />
      </figcaption>
    </figure>
  )
}
