import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `npm run tool -- mutants` runs this for each of three folders of lib/: CONTRIBUTING.md. */

const { FOLDER } = process.env

// npm 12 skips the script that installs Node 24, and npx then takes the Node in PATH.
if (!process.version.startsWith('v24.'))
  throw new Error(`This is Node ${process.version.slice(1)}: npx has not installed Node 24.`)

export default {
  testRunner: 'vitest',
  // Only the tests of the folder: a mutation of what runs when a file is loaded needs all of them.
  vitest: { configFile: 'tests/vitest.config.ts', dir: `tests/unit/${FOLDER}` },
  // No such file: to rewrite tsconfig.json, StrykerJS would import `typescript`, which npx does not fetch.
  tsconfigFile: 'none',
  mutate: [
    `lib/${FOLDER}/**/*.ts`,
    '!lib/forms/client/web-mcp.ts',
    // Only a browser has a history. booking-changes.spec.ts failed with each of five faults in this file.
    '!lib/forms/client/step-history.ts',
    '!lib/leads/{consents,counts,deliver,journal,maintenance,redeliver}.ts',
    '!lib/leads/store/*.ts',
  ],
  ignorePatterns: ['/.next', '/data', '/shots', '/tests/results'],
  incremental: true,
  incrementalFile: `tests/results/mutation-${FOLDER}.json`,
  // A copy within the project would be found by other tests.
  tempDirName: join(tmpdir(), 'stryker'),
  reporters: ['clear-text', 'progress'],
  concurrency: 2,
  // For a busy machine, where 5 seconds would take a slow test for an endless loop.
  timeoutMS: 20_000,
}
