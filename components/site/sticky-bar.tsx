'use client'

import { useState, useSyncExternalStore } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import type { stickyBar } from '@/lib/content'

const threshold = 500

/** Shows itself once there is something to come back from. Without scripts it simply stays. */
export function StickyBar({ words, dialog }: { words: typeof stickyBar; dialog: string }) {
  const scrolled = useSyncExternalStore(onScroll, isScrolled, () => false)
  const [dismissed, setDismissed] = useState(false)
  return (
    <aside
      data-slot="sticky-bar"
      aria-label={words.label}
      className={`fixed inset-x-0 bottom-0 z-10 short:static border-rule border-t bg-ticket ${scrolled && !dismissed ? '' : 'hidden noscript:block'}`}
    >
      <div className="wrap relative flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 max-sm:[&_.btn]:flex-1">
        <p className="mr-auto basis-full py-1 pr-12 font-semibold text-small sm:basis-auto sm:text-body">
          {words.text}
        </p>
        <ButtonLink href="/book-demo" size="small">
          {words.demo}
        </ButtonLink>
        <Button variant="outline" size="small" command="show-modal" commandfor={dialog}>
          <Icon name="phone" />
          <span className="sm:hidden">{words.callShort}</span>
          <span className="hidden sm:inline">{words.call}</span>
        </Button>
        <button
          type="button"
          aria-label={words.dismiss}
          onClick={() => setDismissed(true)}
          className="btn-icon absolute top-1 -right-2 noscript:hidden sm:static"
        >
          <Icon name="close" />
        </button>
      </div>
    </aside>
  )
}

function onScroll(listener: () => void) {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

function isScrolled() {
  return window.scrollY > threshold
}
