import type { ReactNode } from 'react'

export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  className: string
}

/** Ties label, hint and error to one control. */
export function Field({
  id,
  label,
  optional,
  hint,
  error,
  left,
  children,
}: {
  id: string
  label: string
  optional?: string
  hint?: string
  error?: string
  /** How much more fits, once that is worth saying. */
  left?: ReactNode
  children: (control: ControlProps) => ReactNode
}) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div data-slot="field">
      <div className="field-head">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
          {optional && <span className="text-ink-2"> ({optional})</span>}
        </label>
        {left}
      </div>
      {hint && (
        <p id={hintId} className="text-small text-ink-2">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        className: 'field',
      })}
      <FieldError id={errorId} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null
  return (
    <p data-slot="field-error" id={id} className="text-small font-semibold text-wrong">
      {error}
    </p>
  )
}
