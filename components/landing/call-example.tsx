import { LogoMark } from '@/components/site/logo'
import { Printer } from '@/components/ui/printer'
import { Ticket, TicketHead, TicketRow, TicketRows, TicketStamp } from '@/components/ui/ticket'
import { callExample } from '@/lib/content/landing'
import { owner } from '@/lib/content/owner'
import { PlaybackControls } from './call-example-controls'
import { RingLights } from './ring-lights'

export function CallExample() {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no fields. Some screen readers do not say the name of a figure.
    <figure
      role="group"
      aria-label={callExample.name}
      className="call-example pipe-run relative z-1 self-stretch lg:content-center"
      // In development, React hydrates after lib/page/loader/call-example.ts has set an attribute.
      suppressHydrationWarning
    >
      <div className="call-box rounded-3xl border border-deep-border bg-deep px-5 pt-5 pb-21 text-deep-foreground shadow-lift">
        <div className="flex items-center gap-3 text-deep-muted-foreground text-sm leading-snug">
          <LogoMark className="call-phone" />
          <p className="grid">
            <b className="font-semibold text-deep-foreground">{callExample.call}</b>{' '}
            <span className="call-answered col-start-1 row-start-2">{callExample.answered}</span>
            <span aria-hidden="true" className="call-ringing col-start-1 row-start-2">
              {callExample.ringing}
            </span>
          </p>
          <RingLights className="ml-auto" />
        </div>
        <ul className="mt-4 grid gap-2 text-sm leading-snug">
          {callExample.says.map((line, index) => {
            const by = index % 2 ? 'them' : 'us'
            return (
              <li key={line} className={`call-line ${by}`}>
                <span className="sr-only">{`${callExample[by]}: `}</span>
                <span>{line}</span>
              </li>
            )
          })}
        </ul>
      </div>
      <Printer>
        <Ticket>
          <TicketHead number={callExample.number}>{callExample.ticket}</TicketHead>
          <TicketRows>
            {callExample.rows.map(({ label, text, ...row }, index) => (
              <TicketRow key={index} label={label}>
                {'money' in row ? <span className="text-primary">{text}</span> : text}
              </TicketRow>
            ))}
          </TicketRows>
          <TicketStamp>{callExample.stamp}</TicketStamp>
        </Ticket>
      </Printer>
      <div className="mt-6 flex flex-wrap items-center pl-14 justify-between gap-x-4 text-muted-foreground text-sm">
        <span>{callExample.caption}</span>
        <PlaybackControls words={callExample.controls} />
        {owner.recording && (
          // biome-ignore lint/a11y/useMediaCaption: the call above is its transcript.
          <audio
            id="recording"
            controls
            preload="none"
            src={owner.recording}
            aria-label={callExample.recording}
            className="mt-3 w-full"
          />
        )}
      </div>
    </figure>
  )
}
