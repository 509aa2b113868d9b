import { test } from '@playwright/test'
import { makeOtherBuilds } from './support/other-builds'

test('make the builds that tests deploy over the build under test', makeOtherBuilds)
