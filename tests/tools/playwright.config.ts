import { defineConfig } from '@playwright/test'
import config from '../playwright.config'

/** The tool that is Playwright's tests: `npm run tool -- debian`. */
export default defineConfig({
  ...config,
  globalSetup: '../require-setup.ts',
  outputDir: '../results/tools',
  projects: [
    { name: 'other build', testDir: '..', testMatch: 'other-build.setup.ts' },
    { name: 'tools', testDir: '.', dependencies: ['other build'] },
  ],
})
