import './check-node.cjs'
import { findPrograms } from './programs.mjs'
import { ensureDependencies } from './setup.mjs'
import { part, runBuilds, runChecks, runEndToEnd } from './suites.mjs'
import { printSummaryAndExit } from './summary.mjs'

/**
 * `npm test`: runs every check. Continues after a failure, so that one run shows all of them.
 * `npm test -- callback`: runs the end-to-end files whose names contain `callback`, on the current build.
 */

const names = process.argv.slice(2)
const parts = [await part('packages', async () => ensureDependencies())]
// First, because unit tests use these programs too.
let programs
parts.push(
  await part('browsers and servers', async () => {
    programs = await findPrograms()
  }),
)
// At the same time: the unit tests mostly wait for timeouts and databases.
const [builds, checks] = await Promise.all([runBuilds(), names.length === 0 ? runChecks() : []])
parts.push(...checks, ...builds)
if (programs) parts.push(await runEndToEnd(names, programs))
printSummaryAndExit(parts)
