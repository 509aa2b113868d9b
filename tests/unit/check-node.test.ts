import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { engines, scripts } from '../../package.json'

const run = (version: string) => {
  const fake = `Object.defineProperty(process, 'version', { value: 'v${version}' })`
  const check = "require('./scripts/check-node.cjs')"
  const { status, stderr } = spawnSync(process.execPath, ['--eval', `${fake}; ${check}`], {
    encoding: 'utf8',
  })
  return { status, stderr }
}

it.each(['16.20.2', '18.20.8', '20.18.3'])('Node %s ends with one sentence', (version) => {
  expect(run(version)).toEqual({
    status: 1,
    stderr: `This site needs Node 20.19 or newer, and this is Node ${version}.\n`,
  })
})

it.each(['20.19.0', '22.0.0', '26.1.0'])('Node %s is accepted', (version) => {
  expect(run(version)).toEqual({ status: 0, stderr: '' })
})

it('is the first import of every command in package.json', () => {
  const files = Object.values<string>(scripts).flatMap(
    (command) => /node (scripts\/\S+)/.exec(command)?.[1] ?? [],
  )
  expect(files).toContain('scripts/start.mjs')
  for (const file of new Set(files))
    expect(readFileSync(file, 'utf8').split('\n')[0], file).toBe("import './check-node.cjs'")
})

it('package.json allows the versions that `npm run test:nodes` checks, and no later ones', () => {
  const [, list = ''] = /for node in ([\d. ]+);/.exec(scripts['test:nodes']) ?? []
  const supported = list.split(' ')
  expect(engines.node).toBe(`>=${supported[0]}.0 <${Number(supported.at(-1)) + 1}`)
})
