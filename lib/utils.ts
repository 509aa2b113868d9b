/**
 * Joins the names of classes. Of two classes that set the same property it keeps both: docs/decisions.md says how a
 * component gets tailwind-merge.
 */
export function cn(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
