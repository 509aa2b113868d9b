import { test } from '@playwright/test'
import { makeOtherKeyBuild, makeSameKeyBuild } from './support/site/other-builds'

/** The builds that tests deploy over the build under test. tests/playwright.config.ts makes only those that a run needs. */

test('make the build with the same action key', makeSameKeyBuild)
test('make the build with another action key', makeOtherKeyBuild)
