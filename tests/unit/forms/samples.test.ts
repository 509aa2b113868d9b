import { expect, it } from 'vitest'
import { fieldsOf } from '@/lib/forms/fields'
import { forms, leadKinds } from '@/lib/forms/forms'
import { sampleValues } from '@/lib/forms/samples'
import { validateLead } from '@/lib/forms/schema'

it.each(leadKinds)(
  'fills in every field of a %s form for a test lead, which says that it is one',
  (kind) => {
    const values = sampleValues(kind)
    expect(validateLead(kind, values)).toEqual({ lead: { ...values, kind } })
    const entered = fieldsOf(forms[kind]).filter(({ type }) => type !== 'fixed')
    expect(Object.keys(values)).toEqual(entered.map(({ name }) => name))
    expect(Object.values(values).filter((value) => value.length === 0)).toEqual([])
    for (const { name, type } of entered)
      if (type === 'name') expect(values).toHaveProperty(name, 'Test Lead')
  },
)
