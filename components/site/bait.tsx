import { honeypotField } from '@/lib/leads/shared/fields'

/**
 * For bots: nobody sees it, no keyboard reaches it, no browser fills it in, and agents are not offered it, because it
 * is read-only. What is in it was written by a machine that read nothing.
 */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="bait">
      <input name={honeypotField} tabIndex={-1} autoComplete="off" readOnly />
    </div>
  )
}
