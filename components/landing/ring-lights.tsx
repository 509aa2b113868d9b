/** One light for each ring, of which two are on. */
export function RingLights({ className = '' }: { className?: string }) {
  return (
    <span className={`ring-lights max-2xs:hidden ${className}`}>
      <i data-lit />
      <i data-lit />
      <i />
    </span>
  )
}
