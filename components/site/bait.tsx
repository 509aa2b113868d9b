import { baitField } from '@/lib/leads/form'

/** For bots: nobody sees it, no keyboard reaches it, no browser fills it in. What is in it was written by a machine. */
export function Bait() {
  return (
    <div aria-hidden="true" className="bait">
      <input name={baitField} tabIndex={-1} autoComplete="off" />
    </div>
  )
}
