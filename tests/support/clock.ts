/** Variables that put the clock of a server into the hands of a test. */
export const movableClock = {
  NODE_OPTIONS: `--import=${new URL('./clock-preload.mjs', import.meta.url)}`,
}

/** Variables that set the clock of a server. */
export const clockAt = (now: string) => ({ ...movableClock, CLOCK_AT: now })
