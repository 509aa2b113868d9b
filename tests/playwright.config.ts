import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { browserArgs, executablePath } from './support/browser/browser'

/** Tests that take minutes on a busy machine start first, so that none of them runs alone at the end. */
const long = '**/{chaos,deploying,shadcn}.spec.ts'

/** The tests that deploy another build, by what they import. The others need not wait for it. */
const folder = new URL('./e2e/', import.meta.url)
const using = (build: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.spec.ts'))
    .filter((name) => readFileSync(new URL(name, folder), 'utf8').includes(build))
    .map((name) => `**/${name}`)
const usingSameKey = using('sameKeyBuild')
const usingOtherKey = using('otherKeyBuild').filter((name) => !usingSameKey.includes(name))

export default defineConfig({
  globalSetup: './require-setup.ts',
  outputDir: './results/e2e',
  projects: [
    { name: 'same key', testMatch: 'builds.setup.ts', grep: /same action key/ },
    { name: 'other key', testMatch: 'builds.setup.ts', grep: /another action key/ },
    { name: 'long', testDir: './e2e', testMatch: long, dependencies: ['same key'] },
    {
      name: 'e2e, same key',
      testDir: './e2e',
      testMatch: usingSameKey,
      dependencies: ['same key', 'other key'],
    },
    {
      name: 'e2e, other key',
      testDir: './e2e',
      testMatch: usingOtherKey,
      dependencies: ['other key'],
    },
    { name: 'e2e', testDir: './e2e', testIgnore: [long, ...usingSameKey, ...usingOtherKey] },
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
