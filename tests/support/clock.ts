import { fileURLToPath, pathToFileURL } from 'node:url'

/** The preload that makes the clock of a process movable, as a Node option. */
export const clockOption = `--import=${pathToFileURL(
  fileURLToPath(new URL('./clock-preload.mjs', import.meta.url)),
)}`

/** Variables that start a server with its clock at a given time. */
export const clockAt = (now: string) => ({ CLOCK_AT: now })
