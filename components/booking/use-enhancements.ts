import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import type { UseActionFormReturn } from '@/components/forms/use-action-form'
import { readDraft } from '@/lib/forms/client/session-storage'

type Enhancements = typeof import('./enhancements')

/**
 * The parts that the form works without: calendar, live ticket, local time, review, and what restores a draft. They load
 * on the first focus, or at once where there is a focus already, or values to restore or review. Null until then.
 */
export function useEnhancements(
  { spec, hookForm, returned }: UseActionFormReturn,
  onRestoreStep: (step: number) => void,
): [Enhancements | null, load: () => void] {
  const [enhancements, setEnhancements] = useState<Enhancements | null>(null)

  async function load(draft?: string | null) {
    try {
      const loaded = await import('./enhancements')
      await loaded.untilDateInputIsLeft()
      startTransition(() => {
        if (draft !== undefined) onRestoreStep(loaded.restoreBooking(hookForm, draft))
        setEnhancements(loaded)
      })
    } catch {
      showPage()
    }
  }

  const loadAtOnce = useEffectEvent(() => {
    const draft = readDraft(spec.kind)
    // After a rejected native post, the page has newer values than the draft, and its error message has the focus.
    if (!returned && (draft || location.search.includes('services='))) load(draft)
    else if (document.activeElement?.closest('form')) load()
  })
  useEffect(() => loadAtOnce(), [])

  useEffect(() => {
    if (enhancements) showPage()
  }, [enhancements])

  return [enhancements, load]
}

/** The page's first script (lib/page/loader/loader.ts) hid it if there is a draft that is past the first step. */
function showPage() {
  delete document.documentElement.dataset.restoring
}
