import { ensureDependencies } from './setup.mjs'
import { runChecks } from './suites.mjs'
import { finish } from './summary.mjs'

/** `npm run check`: types, lint and unit tests. */

ensureDependencies()
finish(await runChecks())
