import { useCallback, useEffect, useState } from 'react'
import type { LeadForm } from '@/components/forms/use-lead-form'
import { fieldsOf } from '@/lib/leads/shared/fields'

type Tickets = typeof import('./tickets')

/**
 * The components that repeat the values. They load on the first focus, or at once where values were restored or typed
 * before hydration. Null until then: the form works without them.
 */
export function useTickets({ form }: LeadForm): [Tickets | null, load: () => void] {
  const [tickets, setTickets] = useState<Tickets | null>(null)
  const load = useCallback(() => {
    import('./tickets').then(setTickets).catch(() => undefined)
  }, [])
  useEffect(() => {
    if (fieldsOf('booking').some(({ name }) => form.getValues(name)?.length)) load()
  }, [form, load])
  return [tickets, load]
}
