import { describe, expect, it } from 'vitest'
import { descriptionOf, fieldOf, fieldsByStep, fieldsOf } from '@/lib/leads/shared/fields'
import { leadSchema } from '@/lib/leads/shared/schema'

const names = (fields: { name: string }[]) => fields.map(({ name }) => name)

describe('the field table', () => {
  it('gives the page its order: by step, then in table order', () => {
    expect(names(fieldsByStep('call-our-ai'))).toEqual(['name', 'phone', 'businessName'])
    expect(names(fieldsByStep('see-ai-in-action'))).toEqual([
      'name',
      'phone',
      'email',
      'businessName',
    ])
    const steps = fieldsByStep('booking').map(({ step = 0 }) => step)
    expect(steps).toEqual([...steps].sort())
    const contact = fieldsByStep('booking').filter(({ step }) => step === 1)
    expect(names(contact)).toEqual(['fullName', 'email', 'phoneNumber'])
  })

  it('lets the schema report name, phone, business and email first', () => {
    const { shape } = leadSchema('booking', new Date())
    const first = ['fullName', 'phoneNumber', 'businessName', 'email']
    expect(Object.keys(shape).slice(0, 4)).toEqual(first)
    expect(Object.keys(shape)).not.toContain('timezone')
  })

  it('describes every field that a visitor fills in to agents', () => {
    const filledIn = fieldsOf('booking').filter(({ step, type }) => step && type !== 'fixed')
    expect(filledIn.filter((field) => !descriptionOf(field))).toEqual([])
    expect(descriptionOf(fieldOf('booking', 'interestedServices'))).toBeUndefined()
  })

  it('limits every text that a visitor types', () => {
    const typed = ['name', 'phone', 'business', 'email', 'text', 'url']
    const unlimited = (['see-ai-in-action', 'call-our-ai', 'booking'] as const)
      .flatMap(fieldsOf)
      .filter(({ type, maxLength }) => typed.includes(type) && !maxLength)
    expect(unlimited).toEqual([])
  })

  it('has no field of another name', () => {
    expect(() => fieldOf('booking', 'phone')).toThrow('The form booking has no field phone')
  })
})
