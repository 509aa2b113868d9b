import { existsSync, readFileSync } from 'node:fs'

const file = new URL('../../results/programs.json', import.meta.url)

/**
 * The programs that `npm run setup` has found: the path of each, `playwright` for a browser of Playwright, or undefined.
 */
export const programs: Record<string, string | undefined> = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : {}
