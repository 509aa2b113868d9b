import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Machine } from '../support/machine'
import { root } from '../support/site'
import { expect, test } from '../support/test'

/** The second stage of the Dockerfile, with its instructions run in a copy of this machine in the place of an image. */

type Instruction = { name: string; text: string }

const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\r\n', '\n')
const stage: Instruction[] = dockerfile
  .split(/^FROM .*\n/m)
  .slice(2)
  .join('')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => ({ name: line.split(' ')[0] ?? '', text: line.slice(line.indexOf(' ') + 1) }))

const only = (name: string) => {
  const found = stage.filter((each) => each.name === name)
  expect(found, name).toHaveLength(1)
  return found[0]?.text ?? ''
}
/** The words of a command in JSON, quoted for the shell. */
const command = (json: string) =>
  JSON.parse(json)
    .map((word: string) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ')

test('the container starts as an ordinary user, is healthy, keeps its leads, and stops with 0', {
  tag: '@deep',
}, async () => {
  const machine = await Machine.start()
  // As in the image of Node.
  await machine.run('adduser --quiet --disabled-password --gecos "" node')
  let folder = '/'
  for (const { name, text } of stage) {
    if (name === 'WORKDIR') {
      folder = text
      await machine.run(`mkdir -p ${folder}`)
    } else if (name === 'RUN') await machine.run(`cd ${folder}; ${text}`)
    else if (name === 'COPY') {
      expect(text).toBe('--from=build /site/.next/standalone ./')
      await machine.run(`cp -r /project/.next/standalone/. ${folder}`)
    } else
      expect(['ENV', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD']).toContain(
        name,
      )
  }
  // As `--env-file` passes .env.example: every variable is set, and empty.
  const unset = readFileSync(join(root, '.env.example'), 'utf8').match(/^\w+=$/gm) ?? []
  expect(unset).toContain('PORT=')
  const environment = [only('ENV'), ...unset].join(' ')
  const user = only('USER')
  const start = command(only('CMD'))
  await machine.run(`cd ${folder}
    setsid runuser -u ${user} -- env -i PATH=$PATH ${environment} bash -c "${start}; echo \\$? > /tmp/code" > /tmp/log 2>&1 &`)
  const healthcheck = `env ${environment} ${command(only('HEALTHCHECK').replace(/^.* CMD /, ''))}`
  await expect.poll(() => machine.attempt(healthcheck)).toMatchObject({ status: 0 })
  const port = only('EXPOSE')
  // From outside the container, not only on loopback.
  expect(await machine.run(`cat /proc/net/tcp /proc/net/tcp6`)).toMatch(
    new RegExp(` (0{8}|0{32}):${Number(port).toString(16).toUpperCase().padStart(4, '0')} .* 0A `),
  )
  expect(await machine.run(`ps -o comm= -u ${user}`)).toContain('node')
  expect(await machine.run(`stat -c %U ${only('VOLUME')}/leads.db`)).toBe(`${user}\n`)
  await machine.run(`pkill --signal ${only('STOPSIGNAL')} -u ${user} -x node`)
  await expect.poll(() => machine.attempt('cat /tmp/code')).toMatchObject({ output: '0\n' })
  expect(await machine.attempt(healthcheck)).toMatchObject({ status: 1 })
  await machine.stop()
})
