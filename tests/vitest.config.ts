import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Files with tests that start a database server, a build, or a command: `npm run check:fast` leaves them out. */
function slowTests(): string[] {
  const starts =
    /support\/database\/(database|proxies)'|describe(Both)?Databases|postgresDatabase|spawnSync|linearTime/
  return readdirSync(join(root, 'tests/unit'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path))
    .filter((path) => starts.test(readFileSync(join(root, 'tests/unit', path), 'utf8')))
    .map((path) => `**/${basename(path)}`)
}

export default defineConfig(({ mode }) => ({
  root,
  resolve: {
    alias: {
      '@': root,
      // The package throws when it is imported outside a server component.
      'server-only': join(root, 'node_modules/server-only/empty.js'),
    },
  },
  test: {
    dir: 'tests/unit',
    globalSetup:
      process.env.STRYKER_MUTATOR_WORKER || mode === 'fast' ? [] : ['tests/vitest.global-setup.ts'],
    setupFiles: ['tests/vitest.setup.ts'],
    include: ['**/*.test.{ts,tsx}'],
    // StrykerJS runs tests again and again. These measure time, or wait for databases.
    exclude: process.env.STRYKER_MUTATOR_WORKER
      ? [
          '**/{linear-time,journal-clock,outages,in-journal}.test.ts',
          '**/leads/{consent,journal,migrations,redeliver,retention,sqlite,transactions}.test.ts',
        ]
      : mode === 'fast'
        ? slowTests()
        : [],
    // Names the test as retried. Only in CI, so that no work is lost there.
    retry: process.env.CI ? 1 : 0,
    // Starting a thread for each file takes less time than starting a process.
    pool: 'threads',
    // More workers than two cores have, because the slow tests mostly wait for timeouts and databases.
    maxWorkers: 4,
    // Only to end a test that hangs: long enough for a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    unstubEnvs: true,
    restoreMocks: true,
  },
}))
