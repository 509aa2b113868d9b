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
  test.skip(typeof machine === 'string', String(machine))
  if (typeof machine === 'string') return
  const run = (commands: string) => {
    const { status, output } = machine.run(commands)
    if (status !== 0) throw new Error(`${commands} ended with ${status}:\n${output}`)
    return output
  }
  // As in the image of Node.
  run('adduser --quiet --disabled-password --gecos "" node')
  let folder = '/'
  for (const { name, text } of stage) {
    if (name === 'WORKDIR') {
      folder = text
      run(`mkdir -p ${folder}`)
    } else if (name === 'RUN') run(`cd ${folder}; ${text}`)
    else if (name === 'COPY') {
      expect(text).toBe('--from=build /site/.next/standalone ./')
      run(`cp -r /project/.next/standalone/. ${folder}`)
    } else
      expect(['ENV', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD']).toContain(
        name,
      )
  }
  const user = only('USER')
  const start = command(only('CMD'))
  run(`cd ${folder}
    setsid runuser -u ${user} -- env -i PATH=$PATH ${only('ENV')} bash -c "${start}; echo \\$? > /tmp/code" > /tmp/log 2>&1 &`)
  const healthcheck = `env ${only('ENV')} ${command(only('HEALTHCHECK').replace(/^.* CMD /, ''))}`
  await expect.poll(() => machine.run(healthcheck).status).toBe(0)
  const port = only('EXPOSE')
  // From outside the container, not only on loopback.
  expect(run(`cat /proc/net/tcp /proc/net/tcp6`)).toMatch(
    new RegExp(` 0{8}:${Number(port).toString(16).toUpperCase().padStart(4, '0')} .* 0A `),
  )
  expect(run(`ps -o comm= -u ${user}`)).toContain('node')
  expect(run(`stat -c %U ${only('VOLUME')}/leads.db`).trim()).toBe(user)
  run(`pkill --signal ${only('STOPSIGNAL')} -u ${user} -x node`)
  await expect.poll(() => machine.run('cat /tmp/code').output.trim()).toBe('0')
  expect(machine.run(healthcheck).status).toBe(1)
  await machine.stop()
})
