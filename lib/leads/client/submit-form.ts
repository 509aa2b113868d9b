import { firstVisit } from '@/lib/client/first-page'
import type { LeadKind } from '@/lib/site'
import { getAttribution } from '../shared/attribution'
import { resubmitDelayMs } from '../shared/fields'
import { parseFormValues } from '../shared/form-data'
import type { SubmitResult } from '../shared/result'

/** The page's end of the road: what happens in the browser before and after the server action. */

type Action = (previous: null, form: FormData) => Promise<SubmitResult>

let lastSentAt = Number.NEGATIVE_INFINITY

export async function send(kind: LeadKind, form: FormData, action: Action): Promise<SubmitResult> {
  // Not the time of day: that may be set back.
  const now = performance.now()
  if (now - lastSentAt < resubmitDelayMs) return { status: 'too-fast' }

  const fields = await refusedFields(kind, form)
  if (Object.keys(fields).length > 0) return { status: 'invalid', fields }

  form.set('attribution', attribution())
  lastSentAt = now
  return action(null, form)
}

function attribution(): string {
  try {
    const [address, referrer] = JSON.parse(firstVisit.read() ?? '')
    return JSON.stringify(getAttribution(new URL(address), referrer))
  } catch {
    return ''
  }
}

/** The rules come with the first field a visitor enters; where they cannot be had, the server has them too. */
async function refusedFields(kind: LeadKind, form: FormData): Promise<Record<string, string>> {
  try {
    const { validateLead } = await loadRules()
    const checked = validateLead(kind, parseFormValues(kind, form), new Date())
    return 'fields' in checked ? checked.fields : {}
  } catch {
    return {}
  }
}

export function loadRules() {
  return import('../shared/schema')
}
