import { isBuilt } from '../scripts/setup.mjs'
import { programs } from './support/process/programs'

/** Says in a sentence what the end-to-end tests miss, before each of them fails. */
export default function requireSetup(): void {
  if (isBuilt() && programs.chromium) return
  const missing = isBuilt() ? 'No Chromium was found' : 'The build is missing or outdated'
  console.error(`${missing}. Run: npm run setup`)
  process.exit(1)
}
