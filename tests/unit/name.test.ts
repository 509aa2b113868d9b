import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { site } from '@/lib/site'
import { filesIn } from '../support/process/files'

/**
 * So a new name is one line of lib/site.ts, the title of README.md, `npm run tool -- brand`, and a new version of the consent
 * text: no other place can keep the old one.
 */
it('the name of the product stands in lib/site.ts, in the title of the README, in the icon, and nowhere else', () => {
  const read = (path: string) =>
    readFileSync(path, 'utf8').replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ')
  expect(read('README.md').startsWith(`# ${site.name} `), 'the title of README.md').toBe(true)
  const folders = ['app', 'components', 'docs', 'lib', 'public', 'scripts']
  const tests = ['tests/e2e', 'tests/support', 'tests/tools', 'tests/unit']
  const texts = [...folders, ...tests]
    .flatMap(filesIn)
    .concat('README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', '.env.example', 'tests/spec.md')
    .filter((path) => !/\.(png|ico|woff2)$/.test(path) && path !== join('lib', 'site.ts'))
  const count = (path: string) => read(path).split(site.name).length - 1
  const counts = texts.map((path) => [path.replaceAll('\\', '/'), count(path)] as const)
  expect(Object.fromEntries(counts.filter(([, times]) => times > 0))).toEqual({
    'README.md': 1,
    'public/icon.svg': 1,
  })
})
