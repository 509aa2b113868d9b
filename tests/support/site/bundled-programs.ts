import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { bundleLeads } from '../../../scripts/build.mjs'

/** Bundles the program as a build does, into a folder of this test. */
export function bundledPrograms(): string {
  // Inside the project, whose node_modules has the drivers.
  mkdirSync('tests/results', { recursive: true })
  const folder = mkdtempSync('tests/results/bundle-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  bundleLeads(folder)
  return folder
}
