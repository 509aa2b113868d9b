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
  children,
}: {
  id: string
  label: string
  optional?: string
  hint?: string
  error?: string
  children: (control: ControlProps) => ReactNode
}) {
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined
  return (
    <div data-slot="field" className="grid gap-1.5">
      <label id={`${id}-label`} htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-ink-2"> ({optional})</span>}
      </label>
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
