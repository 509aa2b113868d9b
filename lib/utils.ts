type ClassValue =
  | string
  | number
  | false
  | null
  | undefined
  | ClassValue[]
  /** Names of classes, each with whether it applies. */
  | { [names: string]: unknown }

/**
 * Joins the names of classes, as clsx does. Of two classes that set the same property it keeps both:
 * docs/decisions/shadcn.md says how a component gets tailwind-merge.
 */
export const cn = (...values: ClassValue[]): string =>
  values
    .map((value) => {
      if (!value || typeof value !== 'object') return value
      return cn(
        ...(Array.isArray(value) ? value : Object.keys(value).filter((name) => value[name])),
      )
    })
    .filter(Boolean)
    .join(' ')
