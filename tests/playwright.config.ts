import { defineConfig } from '@playwright/test'
import { browserArgs, executablePath } from './support/browser/browser'

// The reporters have read it. Playwright sets FORCE_COLOR in its workers, and Node warns where both are set.
delete process.env.NO_COLOR

/** For an assertion and an action. CI's machines are slower, and stop for seconds. */
const waitMs = process.env.CI ? 30_000 : 10_000

export default defineConfig({
  globalSetup: './require-setup.ts',
  outputDir: './results/e2e',
  projects: [
    { name: 'other build', testMatch: 'other-build.setup.ts' },
    {
      name: 'e2e, other build',
      testDir: './e2e',
      grep: /@other-build/,
      dependencies: ['other build'],
    },
    { name: 'e2e', testDir: './e2e', grepInvert: /@other-build/ },
  ],
  // One more than two cores, because some tests mostly wait. Each worker starts a browser and a server.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only then is listed as flaky. Only in CI, so that no work is lost there.
  retries: process.env.CI ? 1 : 0,
  // Only to end a test that hangs: long enough for a slow and busy machine.
  timeout: 240_000,
  expect: { timeout: waitMs, toPass: { timeout: 3 * waitMs } },
  reporter: 'list',
  use: {
    actionTimeout: waitMs,
    // Tests of animations turn this off.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    // A trace takes time. CI keeps those of failures.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath,
      args: browserArgs,
    },
  },
})
