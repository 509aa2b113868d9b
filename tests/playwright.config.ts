import { defineConfig } from '@playwright/test'
import { browserArgs, executablePath } from './support/browser'

/** Tests that take minutes on a busy machine start first, so that none of them runs alone at the end. */
const long = '**/{chaos,deploying,shadcn}.spec.ts'

export default defineConfig({
  outputDir: './results/e2e',
  projects: [
    { name: 'builds', testMatch: 'builds.setup.ts' },
    { name: 'long', testDir: './e2e', testMatch: long, dependencies: ['builds'] },
    { name: 'e2e', testDir: './e2e', testIgnore: long, dependencies: ['builds'] },
  ],
  snapshotPathTemplate: './e2e/snapshots/{arg}{ext}',
  updateSnapshots: process.env.UPDATE_SNAPSHOTS ? 'all' : 'none',
  // More workers than cores, because some tests mostly wait. Each worker starts a browser and a server.
  workers: 6,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only then is listed as flaky. Only in CI, so that no work is lost there.
  retries: process.env.CI ? 1 : 0,
  // Only to end a test that hangs: long enough for a slow and busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // Tests of animations turn this off.
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath,
      args: browserArgs,
    },
  },
})
