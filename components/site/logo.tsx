/** An elbow of copper pipe with two couplings: held at an angle, it is a handset that rings. */
export function Mark() {
  return (
    <svg id="mark" viewBox="0 0 40 40" fill="none" aria-hidden="true" className="mark">
      <path d="M11 11v4a14 14 0 0 0 14 14h4" strokeWidth="8" className="stroke-copper" />
      <path d="M9.2 11v4A15.8 15.8 0 0 0 20 30" strokeWidth="1.6" className="stroke-glow" />
      <path
        d="M4.5 6.5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v5h-13zM35.5 24.5a2 2 0 0 0-2-2h-5v13h5a2 2 0 0 0 2-2z"
        className="fill-current"
      />
      <path
        d="M22 11.5a6.5 6.5 0 0 1 6.5 6.5M22 4.5A13.5 13.5 0 0 1 35.5 18"
        strokeWidth="2.8"
        strokeLinecap="round"
        className="stroke-water"
      />
    </svg>
  )
}

/** The mark again, drawn after the one that stands in the bar of every page. */
export function MarkAgain() {
  return (
    <svg viewBox="0 0 40 40" aria-hidden="true" className="mark">
      <use href="#mark" />
    </svg>
  )
}
