import type { ReactNode } from 'react'

/** Shows label, hint and error of one control. `controlProps` ties the control to them. */
export function Field({
  id,
  label,
  optional,
  hint,
  error,
  counter,
  children,
}: {
  id: string
  label: string
  /** Follows the label of a field that can stay empty. */
  optional?: string
  hint?: string
  error?: string
  counter?: ReactNode
  children: ReactNode
}) {
  return (
    <div data-slot="field" className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
        <label id={`${id}-label`} htmlFor={id}>
          <span>{label}</span>
          {optional && <span className="font-normal text-ink-2">{` (${optional})`}</span>}
        </label>
        {counter}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="wrap-anywhere text-ink-2 text-small">
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

export function FieldError({ id, error }: { id: string; error?: string }) {
  if (!error) return null
  return (
    <p data-slot="field-error" id={`${id}-error`} className="text-small font-semibold text-wrong">
      {error}
    </p>
  )
}

export function controlProps(id: string, hint?: string, error?: string) {
  const descriptions = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
  return {
    id,
    className: 'field',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': descriptions.join(' ') || undefined,
  }
}
