import { Field } from '@/components/ui/field'
import { Icon } from '@/components/ui/icon'
import { limits } from '@/lib/leads/shared/fields'
import { type StepProps, useField } from './fields'

export function ContactStep(props: StepProps) {
  const { words } = props
  const name = useField(props, 'fullName')
  const email = useField(props, 'email')
  const phone = useField(props, 'phoneNumber')
  return (
    <>
      <Field id="fullName" label={words.labels.fullName} error={name.error}>
        {(control) => (
          <input
            {...control}
            {...name.control}
            required
            maxLength={limits.name}
            autoComplete="name"
            autoCapitalize="words"
            enterKeyHint="next"
          />
        )}
      </Field>
      <Field id="email" label={words.labels.email} error={email.error}>
        {(control) => (
          <input
            {...control}
            {...email.control}
            type="email"
            required
            maxLength={limits.email}
            autoComplete="email"
            inputMode="email"
            enterKeyHint="next"
          />
        )}
      </Field>
      <Field id="phoneNumber" label={words.labels.phoneNumber} error={phone.error}>
        {(control) => (
          <input
            {...control}
            {...phone.control}
            type="tel"
            required
            maxLength={limits.phone}
            autoComplete="tel"
            inputMode="tel"
            enterKeyHint="next"
          />
        )}
      </Field>
      <p className="flex items-start gap-2 text-ink-2 text-small">
        <Icon name="lock" />
        {words.secure}
      </p>
    </>
  )
}
