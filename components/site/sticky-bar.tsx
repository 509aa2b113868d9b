import { Button, ButtonLink } from '@/components/ui/button'
import { CloseIcon, PhoneIcon } from '@/components/ui/icon'
import { dialogs } from '@/lib/content/callback'
import { stickyBar } from '@/lib/content/layout'

const closedId = 'sticky-bar-closed'
const narrow = 'flex-auto max-xs:px-2.5 max-xs:text-sm sm:flex-none'

/**
 * Without scripts, it sticks to the bottom of the window within a track that begins one screen and 500 pixels below the top
 * of the page. With scripts, it is fixed, and hidden until 500 pixels are scrolled. Its close button opens an empty popover,
 * which hides it. Nothing closes that popover again, so the bar stays closed until the page is left.
 */
export function StickyBar() {
  return (
    <div className="bar-track">
      <div id={closedId} popover="manual" />
      <aside data-slot="sticky-bar" aria-label={stickyBar.label} className="bar">
        <div className="wrap flex flex-wrap items-center gap-x-2 gap-y-1 py-1 sm:py-2.5 flat:py-1">
          <p className="w-full grow font-semibold text-sm sm:w-auto sm:text-base">
            {stickyBar.text}
          </p>
          <ButtonLink href="/book-demo" size="sm" className={narrow}>
            {stickyBar.demo}
          </ButtonLink>
          <Button
            variant="outline"
            size="sm"
            command="show-modal"
            commandfor="call-our-ai"
            className={narrow}
          >
            <PhoneIcon />
            <span className="sm:hidden">{stickyBar.callShort}</span>
            <span className="max-sm:hidden">{dialogs['call-our-ai'].button}</span>
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={stickyBar.dismiss}
            popoverTarget={closedId}
            popoverTargetAction="show"
            className="-me-2"
          >
            <CloseIcon />
          </Button>
        </div>
      </aside>
    </div>
  )
}
