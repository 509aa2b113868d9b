import { writeFileSync } from 'node:fs'
import { expect, test } from '../../support/browser/test'
import { codeBlocks } from '../../support/process/files'
import { Machine } from './machine'

/** The file with the settings, `/etc/site/env`, in a copy of this machine. */

test('the settings mean the same to systemd, Next.js, and the shell', async () => {
  const machine = await Machine.start()
  const heading = '### Special characters in `/etc/site/env`'
  const [settings = ''] = codeBlocks('docs/deploying.md', heading, 'ini')
  const plain = 'aZ09_%+,-./:=?@'
  const expected = {
    DATABASE_URL: 'postgres://site:pa%24word%231@db.example.com/site?sslmode=verify-full',
    CRON_SECRET: 'sixteen letters # and $igns',
    PLAIN: plain,
  }
  writeFileSync(machine.path('/run/.env'), `${settings}PLAIN=${plain}\n`)
  const print = '/usr/bin/node -p JSON.stringify(process.env)'
  writeFileSync(
    machine.path('/run/systemd/system/settings.service'),
    `[Service]\nType=oneshot\nEnvironmentFile=/run/.env\nExecStart=${print}\nStandardOutput=file:/run/settings\n`,
  )
  const load = 'require("/project/node_modules/@next/env").loadEnvConfig("/run", false, console)'
  const readers = {
    systemd: 'systemctl daemon-reload; systemctl start settings; cat /run/settings',
    shell: `set -a; . /run/.env; ${print.replace(/ (JSON.*)/, " '$1'")}`,
    next: `/usr/bin/node -e 'console.info = () => {}; ${load}; console.log(JSON.stringify(process.env))'`,
  }
  for (const [reader, command] of Object.entries(readers))
    expect(JSON.parse(await machine.run(command)), reader).toMatchObject(expected)
  await machine.stop()
})
