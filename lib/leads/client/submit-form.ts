import { firstPage } from '@/lib/client/first-page'
import type { LeadKind } from '@/lib/site'
import { attributionOf } from '../shared/attribution'
import { readEntries } from '../shared/form-data'
import { resubmitGuardMs } from '../shared/limits'
import type { Answer } from '../shared/result'

/** The page's end of the road: what happens in the browser before and after the server action. */

type Action = (previous: null, form: FormData) => Promise<Answer>

let lastSentAt = Number.NEGATIVE_INFINITY

export async function send(kind: LeadKind, form: FormData, action: Action): Promise<Answer> {
  // Not the time of day: that may be set back.
  const now = performance.now()
  if (now - lastSentAt < resubmitGuardMs) return { status: 'too-fast' }

  const fields = await refusedFields(kind, form)
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields }

  form.set('attribution', attribution())
  lastSentAt = now
  return action(null, form)
}

function attribution(): string {
  try {
    const [address, referrer] = JSON.parse(firstPage.read() ?? '')
    return JSON.stringify(attributionOf(new URL(address), referrer))
  } catch {
    return ''
  }
}

/** The rules come with the first field a visitor enters; where they cannot be had, the server has them too. */
async function refusedFields(kind: LeadKind, form: FormData): Promise<Record<string, string>> {
  try {
    const { check } = await loadRules()
    const checked = check(kind, readEntries(kind, form), new Date())
    return 'fields' in checked ? checked.fields : {}
  } catch {
    return {}
  }
}

export function loadRules() {
  return import('../shared/schema')
}
