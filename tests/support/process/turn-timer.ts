/** Measures the turns of the event loop by the clock. The returned function stops it and returns the longest. */
export function startTurnTimer(): () => number {
  let longestMs = 0
  let began = performance.now()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - began)
    began = performance.now()
  }, 1)
  return () => {
    clearInterval(timer)
    return longestMs
  }
}
