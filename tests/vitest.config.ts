import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
const slow = '**/*.slow.test.ts'

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
    // `*.slow.test.ts` starts a database server, a build, or a command, or measures time. `npm run check:fast` leaves it
    // out, and StrykerJS, which runs tests again and again, also what waits for databases.
    exclude: process.env.STRYKER_MUTATOR_WORKER
      ? [
          slow,
          '**/leads/{journal,consents,limits,maintenance,migrations,redeliver,sqlite,store}.test.ts',
        ]
      : mode === 'fast'
        ? [slow]
        : [],
    // Without a terminal, as in `npm run check`, only what fails is listed.
    reporters: [process.stdout.isTTY ? 'default' : 'minimal'],
    // Names the test as retried. Only in CI, so that no work is lost there.
    retry: process.env.CI ? 1 : 0,
    // A thread for each file would take half of the time. What a file leaves in its thread ends in tests/vitest.setup.ts.
    pool: 'threads',
    isolate: false,
    // More workers than two cores have, because the slow tests mostly wait for timeouts and databases.
    maxWorkers: 3,
    // Only to end a test that hangs: long enough for a busy machine.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 60_000,
    unstubEnvs: true,
    restoreMocks: true,
  },
}))
