import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { visitNames } from '@/lib/forms/attribution'
import { fieldsOf } from '@/lib/forms/fields'
import { forms } from '@/lib/forms/forms'
import type { LeadMetadata } from '@/lib/leads/lead'
import { giveUpAfterMs } from '@/lib/leads/outcomes'
import { schema } from '@/lib/server/env'

/** docs/privacy.md, which owners copy into their privacy policy. */

const read = (path: string) => readFileSync(path, 'utf8').replaceAll(/\s+(?:> )?/g, ' ')
const privacy = read('docs/privacy.md')
const daysIn = (text: string) => [...text.matchAll(/(\d+) days/g)].map(([, days]) => Number(days))

it('docs/privacy.md names the days of the default settings', () => {
  const defaults = schema.parse({})
  const [logDays] = daysIn(
    /`\/var\/log\/nginx\/`.*?deletes them after \d+ days/.exec(read('docs/deploying.md'))?.[0] ??
      '',
  )
  expect(daysIn(privacy)).toEqual([
    defaults.LEADS_RETENTION_DAYS,
    giveUpAfterMs / 86_400_000,
    defaults.UNDELIVERED_RETENTION_DAYS,
    defaults.CONSENT_RETENTION_DAYS,
    // Of counts.
    400,
    logDays,
  ])
})

it('docs/privacy.md says in the text for a policy which field of every form is stored, and which is not', () => {
  const [, stored = '', notStored = ''] =
    /When you ask for a call, (.*), but not ([^.]*)\./.exec(privacy) ?? []
  for (const field of Object.values(forms).flatMap((form) => fieldsOf(form)))
    expect(field.payloadKey === null ? notStored : stored).toContain(field.short)
})

/** What is stored with a lead beside its fields, and how the text for a policy says it. */
const metadata: Record<keyof LeadMetadata, string> = {
  consent: 'with which consent text',
  attribution: 'from which campaign',
  purged: 'deletes your personal data',
}

it('docs/privacy.md names what is stored of a visit besides its campaign', () => {
  const words = { referrer: 'the page that led you there', landing_path: 'visited first' }
  expect(visitNames).toEqual(Object.keys(words))
  for (const each of Object.values(words)) expect(privacy).toContain(each)
})

it.each(Object.entries(metadata))('docs/privacy.md names what is stored as %s', (_, words) => {
  expect(privacy).toContain(words)
})
