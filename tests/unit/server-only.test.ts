import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every file of the folders of the server imports server-only', () => {
  const files = ['lib/leads', 'lib/ops', 'lib/http', 'lib/cli'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const sources = files.filter((file) => file.endsWith('.ts'))
  expect(sources.length).toBeGreaterThan(20)
  expect(
    sources.filter((file) => !/^import 'server-only'$/m.test(readFileSync(file, 'utf8'))),
  ).toEqual([])
})
