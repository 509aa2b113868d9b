export const MenuIcon = () => <Icon path="M4 7h16M4 17h16" />
export const CloseIcon = () => <Icon path="M6 6l12 12M18 6L6 18" />
export const PhoneIcon = () => (
  <Icon path="M8.5 3.5l2 4.5-2.4 1.9a13 13 0 0 0 6 6L16 13.5l4.5 2v4.2c-9.6 1-17.2-6.6-16.2-16.2z" />
)
export const LockIcon = () => <Icon path="M5 11h14v9H5zM8 11V7.5a4 4 0 0 1 8 0V11" />
export const CheckIcon = () => <Icon path="M5 12.5l4.5 4.5L19 7.5" />
export const ChevronDownIcon = () => <Icon path="M6 9.5l6 6 6-6" />

/** One stroked path on a grid of 24. app/globals.css sets its size, because a page repeats a class for each. Paths that only a lazy part needs are in that part, so that pages do not load them. */
export function Icon({ path }: { path: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
