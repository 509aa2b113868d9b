import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import type { UseActionFormReturn } from '@/components/forms/use-action-form'
import { startChangeByAddress } from '@/lib/forms/client/start-change'
import { readBookedDemo, readDraft } from '@/lib/forms/client/storage'

type LazyParts = typeof import('./lazy-parts')

/**
 * The parts that the form works without. They load on the first focus, or at once where there is a focus already, or something
 * to restore, review, or say.
 */
export function useLazyParts(
  { spec, hookForm, returned, validateFilled }: UseActionFormReturn,
  onRestoreStep: (step: number) => void,
): [Partial<LazyParts>, load: () => void] {
  const [parts, setParts] = useState<Partial<LazyParts>>({})

  async function load(draft?: string | null) {
    try {
      const loaded = await import('./lazy-parts')
      await loaded.untilDateInputIsLeft()
      startTransition(() => {
        if (draft !== undefined) onRestoreStep(loaded.restoreBooking(hookForm, draft))
        setParts(loaded)
      })
      // Such as a day that can no longer be booked.
      if (draft !== undefined) validateFilled()
    } catch {
      showPage()
    }
  }

  const loadAtOnce = useEffectEvent(() => {
    if (!returned) startChangeByAddress()
    const draft = readDraft(spec.kind)
    // After a refused native post, the page has newer values than the draft, and its error message has the focus.
    if (!returned && (draft || readBookedDemo() || /services=|change/.test(location.search)))
      load(draft)
    else if (document.activeElement?.closest('form')) load()
  })
  useEffect(() => loadAtOnce(), [])

  useEffect(() => {
    if (parts.Review) showPage()
  }, [parts])

  return [parts, load]
}

/** The page's first script (lib/page/loader/loader.ts) hid it if there is a draft that is past the first step, or a booked demo. */
function showPage() {
  delete document.documentElement.dataset.restoring
}
