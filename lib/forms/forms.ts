import type { LeadKind } from '@/lib/site'
import { bookingForm } from './booking-form'
import { callbackForms } from './callback-forms'
import type { FieldIn, FormSpec, TypedType } from './fields'

/** All forms, for the server and for validation. The scripts that a page loads at first import only its types. */
export const forms = { ...callbackForms, booking: bookingForm } as const satisfies Record<
  LeadKind,
  FormSpec
>

export type Form<Kind extends LeadKind = LeadKind> = (typeof forms)[Kind]

export type NamedField<Kind extends LeadKind = LeadKind> = FieldIn<Form<Kind>>

export type FieldName<Kind extends LeadKind = LeadKind> = NamedField<Kind>['name']

/** The fields that a visitor types. */
export type TypedFieldName<Kind extends LeadKind = LeadKind> = Extract<
  NamedField<Kind>,
  { type: TypedType }
>['name']
