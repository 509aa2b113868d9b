import { useCallback, useEffect, useState } from 'react'
import type { LeadForm } from '@/components/forms/use-lead-form'
import { fieldsOf } from '@/lib/leads/shared/fields'

type Enhancements = typeof import('./enhancements')

/**
 * The parts that the form works without: calendar, live ticket, local time and review. They load on the first focus, or
 * at once where values were restored or typed before hydration. Null until then.
 */
export function useEnhancements({ form }: LeadForm): [Enhancements | null, load: () => void] {
  const [enhancements, setEnhancements] = useState<Enhancements | null>(null)
  const load = useCallback(() => {
    import('./enhancements')
      .then((loaded) => afterDateInput(() => setEnhancements(loaded)))
      .catch(() => undefined)
  }, [])
  useEffect(() => {
    if (fieldsOf('booking').some(({ name }) => form.getValues(name)?.length)) load()
  }, [form, load])
  return [enhancements, load]
}

/** The calendar replaces the native date input, so this waits until that no longer has the focus. */
function afterDateInput(callback: () => void) {
  const focused = document.activeElement?.closest('[type=date]')
  if (focused) focused.addEventListener('blur', callback, { once: true })
  else callback()
}
