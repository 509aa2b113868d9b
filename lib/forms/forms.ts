import { bookingForm } from './booking-form'
import { callbackForms } from './callback-forms'
import type { FieldIn, FormSpec, TypedType } from './fields'

/** All forms, for the server and for validation. The scripts that a page loads at first import only its types. */
export const forms = { booking: bookingForm, ...callbackForms } as const satisfies Record<
  string,
  FormSpec
>

export type LeadKind = keyof typeof forms
// The type of Object.keys has no names.
export const leadKinds = Object.keys(forms) as LeadKind[]

export type Form<Kind extends LeadKind = LeadKind> = (typeof forms)[Kind]

export type NamedField<Kind extends LeadKind = LeadKind> = FieldIn<Form<Kind>>

export type FieldName<Kind extends LeadKind = LeadKind> = NamedField<Kind>['name']

/** The fields that a visitor types. */
export type TypedFieldName<Kind extends LeadKind = LeadKind> = Extract<
  NamedField<Kind>,
  { type: TypedType }
>['name']
