import { existsSync } from 'node:fs'
import { isBuilt, isInstalled } from '../scripts/setup.mjs'
import { programs } from './support/programs'

/** Says in a sentence what the end-to-end tests miss, before each of them fails. */
export default function requireSetup(): void {
  const missing = !isInstalled()
    ? 'Packages are missing or outdated'
    : !existsSync('.next/BUILD_ID') || !isBuilt()
      ? 'The build is missing or outdated'
      : !programs.chromium && 'No Chromium was found'
  if (!missing) return
  console.error(`${missing}. Run: npm run setup`)
  process.exit(1)
}
