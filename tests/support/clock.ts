/** Variables that set the clock of a server. */
export const clockAt = (now: string) => ({
  NODE_OPTIONS: `--import=${new URL('./clock-preload.mjs', import.meta.url)}`,
  CLOCK_AT: now,
})
