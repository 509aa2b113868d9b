/** The frame that answers a touch is on the screen before the next one begins. What takes longer than a frame waits for it. */
export function afterNextPaint(work: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(work))
}
