import { Button, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { stickyBar } from '@/lib/content/site'

const closed = 'sticky-bar-closed'

/**
 * Comes into view beyond 500 pixels of scroll, and can be closed, without scripts: it sticks to the bottom within a
 * track that begins one screen and 500 pixels below the top. Closing opens an empty popover, which the style sheet
 * takes as a sign to hide the track. Nothing closes that popover again, so the bar stays away for this page view.
 */
export function StickyBar({ dialog }: { dialog: string }) {
  return (
    <div className="bar-track">
      <div id={closed} popover="manual" />
      <aside data-slot="sticky-bar" aria-label={stickyBar.label} className="bar">
        <div className="wrap">
          <p>{stickyBar.text}</p>
          <ButtonLink href="/book-demo" size="small">
            {stickyBar.demo}
          </ButtonLink>
          <Button variant="outline" size="small" command="show-modal" commandfor={dialog}>
            <Icon name="phone" />
            <span className="sm:hidden">{stickyBar.callShort}</span>
            <span className="hidden sm:inline">{stickyBar.call}</span>
          </Button>
          <button
            type="button"
            aria-label={stickyBar.dismiss}
            popoverTarget={closed}
            popoverTargetAction="show"
            className="btn-icon"
          >
            <Icon name="close" />
          </button>
        </div>
      </aside>
    </div>
  )
}
