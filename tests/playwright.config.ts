import { defineConfig } from '@playwright/test'
import { browserArgs } from './support/browser'

const executablePath = process.env.BROWSER_PATH

export default defineConfig({
  testDir: './e2e',
  outputDir: './results/e2e',
  snapshotPathTemplate: '{testDir}/snapshots/{arg}{ext}',
  updateSnapshots: process.env.UPDATE_SNAPSHOTS ? 'all' : 'none',
  // More workers than cores, because some tests mostly wait. Each worker starts a browser and a server.
  workers: 6,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Only to end a test that hangs: long enough for a slow and busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: './results/e2e.json' }]],
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
