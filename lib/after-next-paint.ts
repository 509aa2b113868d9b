/** Runs work that takes longer than a frame: not in the next frame, which answers a touch, but in the one after it. */
export function afterNextPaint(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work))
}
