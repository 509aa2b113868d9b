import { Button, ButtonLink } from '@/components/ui/button'
import { CloseIcon, PhoneIcon } from '@/components/ui/icon'
import { stickyBar } from '@/lib/content/site'

const closedId = 'sticky-bar-closed'

/**
 * The bar at the bottom works without scripts. It sticks to the bottom of the window within a track that begins one
 * screen and 500 pixels below the top of the page, so it appears after 500 pixels of scrolling. Its close button opens
 * an empty popover, and the track is hidden while it contains an open popover. Nothing closes that popover again, so
 * the bar stays closed until the page is left. In browsers without popovers, lib/loader/loader.ts sets `data-open`.
 */
export function StickyBar({ dialog }: { dialog: string }) {
  return (
    <div className="bar-track pointer-events-none absolute inset-x-0 top-[calc(100dvh+500px)] bottom-0 z-10 flex short:static flex-col justify-end">
      <div id={closedId} popover="manual" />
      <aside
        data-slot="sticky-bar"
        aria-label={stickyBar.label}
        className="pointer-events-auto sticky bottom-0 short:static border-t bg-ticket"
      >
        <div className="wrap relative flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
          <p className="w-full grow py-1 pr-12 font-semibold text-small sm:w-auto sm:pr-0 sm:text-body">
            {stickyBar.text}
          </p>
          <ButtonLink href="/book-demo" size="small" className="max-sm:flex-1">
            {stickyBar.demo}
          </ButtonLink>
          <Button
            variant="outline"
            size="small"
            command="show-modal"
            commandfor={dialog}
            className="max-sm:flex-1"
          >
            <PhoneIcon />
            <span className="sm:hidden">{stickyBar.callShort}</span>
            <span className="hidden sm:inline">{stickyBar.call}</span>
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={stickyBar.dismiss}
            popoverTarget={closedId}
            popoverTargetAction="show"
            className="-right-2 absolute top-1 sm:static"
          >
            <CloseIcon />
          </Button>
        </div>
      </aside>
    </div>
  )
}
