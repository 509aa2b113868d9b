import { test } from '@playwright/test'
import { makeOtherBuild } from './support/site/other-build'

test('make another build, with every setting', { tag: '@deep' }, makeOtherBuild)
