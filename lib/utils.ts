/**
 * Joins the names of classes. Of two classes that set the same property it keeps both: docs/decisions.md says how a
 * component gets tailwind-merge.
 */
export { clsx as cn } from 'clsx'
