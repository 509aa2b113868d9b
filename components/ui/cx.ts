/** Joins the names of classes. Leaves out those whose condition is false. */
export const cx = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')
