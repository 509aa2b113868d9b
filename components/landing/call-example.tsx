import { MarkAgain } from '@/components/site/logo'
import { Ticket, TicketHead, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { callExample } from '@/lib/content/landing'
import { PlaybackControls } from './call-example-controls'

/** The product at work: a call comes in, is answered, and prints a ticket. */
export function CallExample() {
  return (
    <figure aria-label={callExample.name} className="scene w-full">
      <div className="scene-call">
        <div className="scene-head">
          <MarkAgain />
          <p>
            <b>{callExample.call}</b>
            <span className="answered">{callExample.answered}</span>
          </p>
          <i className="tone lit" />
          <i className="tone lit" />
          <i className="tone" />
        </div>
        <ul className="says">
          {callExample.says.map((line, index) => (
            <li key={index}>
              <span className="sr-only">{index % 2 ? callExample.them : callExample.us}: </span>
              {line}
            </li>
          ))}
        </ul>
      </div>
      <div className="printer">
        <div className="print">
          <Ticket>
            <TicketHead number={callExample.number}>{callExample.ticket}</TicketHead>
            <TicketRows>
              {callExample.rows.map(({ label, text, ...row }, index) => (
                <TicketRow key={index} label={label}>
                  {'money' in row ? <span className="text-copper">{text}</span> : text}
                </TicketRow>
              ))}
            </TicketRows>
            <TicketStamp>{callExample.stamp}</TicketStamp>
          </Ticket>
        </div>
      </div>
      <figcaption className="mt-6 flex flex-wrap items-center justify-between gap-x-4 text-ink-2 text-small">
        {callExample.caption}
        <PlaybackControls words={callExample.controls} />
      </figcaption>
    </figure>
  )
}
