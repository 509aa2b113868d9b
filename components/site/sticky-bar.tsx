'use client'

import { Phone, X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
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
      className={`fixed inset-x-0 bottom-0 z-10 border-rule border-t bg-ticket ${scrolled && !dismissed ? '' : 'hidden noscript:block'}`}
    >
      <div className="wrap flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
        <p className="mr-auto basis-full font-semibold text-small sm:basis-auto sm:text-body">
          {words.text}
        </p>
        <ButtonLink href="/book-demo" size="small">
          {words.demo}
        </ButtonLink>
        <Button variant="outline" size="small" command="show-modal" commandfor={dialog}>
          <Phone aria-hidden className="size-4" />
          <span className="sm:hidden">{words.callShort}</span>
          <span className="hidden sm:inline">{words.call}</span>
        </Button>
        <button
          type="button"
          aria-label={words.dismiss}
          onClick={() => setDismissed(true)}
          className="ml-auto grid size-11 shrink-0 place-items-center noscript:hidden sm:ml-0"
        >
          <X aria-hidden className="size-5" />
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
