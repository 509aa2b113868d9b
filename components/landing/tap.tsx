/** A tap at the end of the copper pipe, lit from above, with a drop that hangs from it. */
export function Tap() {
  return (
    <div className="tap">
      <svg viewBox="0 0 48 80" fill="none" aria-hidden="true">
        <linearGradient id="copper">
          <stop stopColor="var(--fitting-lit)" />
          <stop offset=".4" stopColor="var(--fitting)" />
          <stop offset="1" stopColor="var(--pipe-shade)" />
        </linearGradient>
        <path
          fill="url(#copper)"
          d="M8 0h32v10H8zm5 12h22v6c7 3 7 17 0 20v6H13v-6c-7-3-7-17 0-20zm3 34h16l3 12H13z"
        />
        <g stroke="var(--pipe-lit)" strokeWidth="2">
          <path d="M9 1h30M14 13h20M17 47h14" />
        </g>
        <g stroke="var(--water)" strokeWidth="4">
          <path d="M24 17v11l9 5m-9-5l-9 5" />
          <circle cx="24" cy="28" r="12" />
        </g>
        <path fill="var(--water)" d="M24 61c4 6 6 8 6 11a6 6 0 0 1-12 0c0-3 2-5 6-11z" />
      </svg>
    </div>
  )
}
