import { Field, FieldError } from '@/components/ui/field'
import { limits } from '@/lib/leads/shared/fields'
import { type StepProps, useField } from './fields'
import { CharacterCount } from './room-left'

export function BusinessStep(props: StepProps) {
  const { words, form, entries } = props
  const business = useField(props, 'businessName')
  const description = useField(props, 'businessDescription')
  const website = useField(props, 'website')
  const custom = useField(props, 'customChallenge')
  const tools = useField(props, 'currentTools')
  return (
    <>
      <Field id="businessName" label={words.labels.businessName} error={business.error}>
        {(control) => (
          <input
            {...control}
            {...business.control}
            required
            maxLength={limits.business}
            autoComplete="organization"
            autoCapitalize="words"
            enterKeyHint="next"
          />
        )}
      </Field>
      <Field
        id="businessDescription"
        label={words.labels.businessDescription}
        hint={words.hints.businessDescription}
        error={description.error}
        left={<CharacterCount form={form} name="businessDescription" cap={limits.description} />}
      >
        {(control) => (
          <textarea
            {...control}
            {...description.control}
            required
            maxLength={limits.description}
            rows={4}
          />
        )}
      </Field>
      <Field
        id="website"
        label={words.labels.website}
        optional={words.optional}
        hint={words.hints.website}
        error={website.error}
      >
        {(control) => (
          <input
            {...control}
            {...website.control}
            type="url"
            maxLength={limits.text}
            autoComplete="url"
            inputMode="url"
            enterKeyHint="next"
          />
        )}
      </Field>
      <fieldset
        id="challenges"
        tabIndex={-1}
        toolparamdescription={words.takes.challenges}
        className="grid gap-2"
      >
        <legend className="font-semibold">
          {words.labels.challenges}{' '}
          <span className="font-normal text-ink-2">({words.optional})</span>
        </legend>
        <div className="choices">
          {words.challengeOptions.map((option) => (
            <label key={option}>
              <input
                {...form.register('challenges')}
                type="checkbox"
                value={option}
                defaultChecked={entries?.challenges?.includes(option)}
              />
              {option}
            </label>
          ))}
        </div>
        <input
          {...custom.control}
          id="customChallenge"
          aria-label={words.labels.customChallenge}
          aria-invalid={custom.error ? true : undefined}
          aria-describedby={custom.error ? 'customChallenge-error' : undefined}
          placeholder={words.customPlaceholder}
          maxLength={limits.text}
          enterKeyHint="next"
          className="field"
        />
        <FieldError id="customChallenge-error" error={custom.error} />
      </fieldset>
      <Field
        id="currentTools"
        label={words.labels.currentTools}
        optional={words.optional}
        hint={words.hints.currentTools}
        error={tools.error}
      >
        {(control) => (
          <input {...control} {...tools.control} maxLength={limits.text} enterKeyHint="next" />
        )}
      </Field>
    </>
  )
}
