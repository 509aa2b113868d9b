import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { codeBlocks, temporaryFolder } from '../support/process/files'
import { programs } from '../support/process/programs'
import { root } from '../support/site/site'

/**
 * What docs/deploying.md gives an operator, as far as this machine can run it. tests/unit/deploying.slow.test.ts reads the units of
 * systemd. Before a release, `npm run tool -- debian` runs all of it.
 */

const document = 'docs/deploying.md'

/** Runs commands in bash until one fails. Returns what they print. */
function run(commands: string, env: Record<string, string | undefined> = process.env): string {
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', commands], {
    encoding: 'utf8',
    env: env as NodeJS.ProcessEnv,
  })
  expect(status, `${commands}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

test('the commands of an update keep the files that open pages need, and delete those of builds before', () => {
  test.skip(!programs.systemd, 'rsync is not installed')
  const folder = temporaryFolder('update')
  const [source, site, bin] = ['source', 'site', 'bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400
  const write = (path: string, age: number) => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, path)
    utimesSync(path, daysAgo(age), daysAgo(age))
  }
  // What the site has of the last build, which is 40 days old, and of one before that.
  write(join(site, '.next/BUILD_ID'), 40)
  // A build writes its id first.
  write(join(site, '.next/static/last.js'), 39.9)
  write(join(site, '.next/static/before.js'), 41)
  write(join(site, 'server.js'), 40)
  write(join(site, 'removed.js'), 40)
  const build = join(source, '.next/standalone')
  write(join(build, '.next/BUILD_ID'), 0)
  write(join(build, '.next/static/new.js'), 0)
  write(join(build, 'server.js'), 0)
  for (const program of ['npm', 'systemctl']) {
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, program), '#!/bin/sh\n')
    chmodSync(join(bin, program), 0o755)
  }
  const update = codeBlocks(document, '### Update', 'sh').join('')
  const commands = update.replaceAll('/srv/source', source).replaceAll('/srv/site', site)
  run(commands, { ...process.env, PATH: `${bin}:${process.env.PATH}` })
  expect(readdirSync(join(site, '.next/static')).sort()).toEqual(['last.js', 'new.js'])
  expect(readFileSync(join(site, 'server.js'), 'utf8')).toContain(source)
  expect(existsSync(join(site, 'removed.js'))).toBe(false)
})

test('the settings with special characters mean the same to Next.js and to the shell', () => {
  const [settings = ''] = codeBlocks(document, '### Special characters in `/etc/site/env`', 'ini')
  const plain = 'aZ09_%+,-./:=?@'
  const folder = temporaryFolder('settings')
  const file = join(folder, '.env')
  writeFileSync(file, `${settings}PLAIN=${plain}\n`)
  const print = 'console.log(JSON.stringify(process.env))'
  const load = `require("${root}/node_modules/@next/env").loadEnvConfig("${folder}", false, console)`
  const { PATH } = process.env
  for (const command of [
    `set -a; . ${file}; node -e '${print}'`,
    `node -e 'console.info = () => {}; ${load}; ${print}'`,
  ])
    expect(JSON.parse(run(command, { PATH, NODE_ENV: 'production' })), command).toMatchObject({
      DATABASE_URL: 'postgres://site:pa%24word%231@db.example.com/site',
      CRON_SECRET: 'sixteen letters # and $igns',
      PLAIN: plain,
    })
})

test.describe('docs/connection-limit.nft', () => {
  test.skip(process.getuid?.() !== 0 || !programs.nft, 'needs root, and nft')

  /** How many connections open of one from each of these addresses, in a network without other machines. The last one must open. */
  function countOpen(addresses: string[]): number {
    const folder = temporaryFolder('connections')
    const script = join(folder, 'count.cjs')
    writeFileSync(
      script,
      `const { connect, createServer } = require('node:net')
      let opened = 0, last
      createServer().listen({ port: 443, host: '::', backlog: 2000 }, () => {
        for (const localAddress of ${JSON.stringify(addresses)}) {
          const host = localAddress.includes(':') ? '::1' : '127.0.0.1'
          last = connect({ port: 443, host, localAddress }).on('connect', () => opened++)
        }
        // From another address, and after all others. Those that are dropped get no answer.
        last.on('connect', () => setImmediate(() => { console.log(String(opened)); process.exit() }))
      })`,
    )
    const ipv6 = [...new Set(addresses.filter((each) => each.includes(':')))]
    const setUp = [
      'link set lo up',
      ...ipv6.map((address) => `addr add ${address}/128 dev lo`),
    ].join('\n')
    writeFileSync(join(folder, 'ip'), `${setUp}\n`)
    return Number(
      run(
        `unshare --net sh -ec 'ip -batch ${folder}/ip; nft --file ${root}/docs/connection-limit.nft; node ${script}'`,
      ),
    )
  }

  for (const { who, addresses, open } of [
    { who: 'an IPv4 address', addresses: Array(250).fill('127.0.1.2'), open: 200 },
    {
      who: 'an IPv6 /64',
      addresses: Array.from({ length: 250 }, (_, index) => `2001:db8:0:1::${index + 1}`),
      open: 200,
    },
    {
      who: 'an IPv6 /48',
      addresses: Array.from({ length: 900 }, (_, index) => `2001:db8:1:${index % 18}::1`),
      open: 800,
    },
  ])
    test(`${who} gets ${open} connections, and another address one more`, () => {
      const other = who.includes('6') ? '2001:db8:2::1' : '127.0.1.1'
      expect(countOpen([...addresses, other])).toBe(open + 1)
    })
})
