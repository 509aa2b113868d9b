import './check-node.cjs'
import { ensureDependencies } from './setup.mjs'
import { runChecks } from './suites.mjs'
import { printSummaryAndExit } from './summary.mjs'

/** `npm run check`: runs type checks, lint and unit tests. */

ensureDependencies()
printSummaryAndExit(await runChecks())
