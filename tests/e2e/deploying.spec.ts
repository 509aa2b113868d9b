import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
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

test.describe('scripts/update.sh', () => {
  test.skip(!programs.systemd, 'rsync is not installed')
  let folder: string
  const path = (name: string) => join(folder, name)
  const staticFiles = () => readdirSync(path('srv/source/.next/standalone/.next/static')).sort()
  const write = (file: string, age: number, text = file) => {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), text)
    const time = Date.now() / 1000 - age * 86_400
    utimesSync(path(file), time, time)
  }

  /** Runs the script on a site in the folder, with programs that only note what they are asked. Returns what it prints. */
  function update(failing = 'nothing'): { status: number | null; output: string; asked: string } {
    const asked = `echo "$(basename "$0") $*" >> ${path('asked')}
      case "$(basename "$0") $*" in *'${failing}'*) [ ! -e new ] && [ ! -e ${path('srv/source/new')} ] || exit 1 ;; esac`
    const stubs = {
      git: 'case "$*" in clone*) mkdir -p "$4/docs"; touch "$4/new" "$4/docs/site.service" "$4/docs/site.timer" ;; esac',
      npm: 'case "$*" in "run build") mkdir -p .next/standalone/.next/static; echo > .next/standalone/.next/BUILD_ID; echo > .next/standalone/.next/static/new.js ;; esac',
      systemctl: '',
      journalctl: '',
      id: 'echo 0',
    }
    for (const [name, script] of Object.entries(stubs)) {
      write(`bin/${name}`, 0, `#!/bin/sh\n${asked}\n${script}\n`)
      chmodSync(path(`bin/${name}`), 0o755)
    }
    const script = readFileSync(join(root, 'scripts/update.sh'), 'utf8')
    write('update.sh', 0, script.replaceAll(/\/(srv|run|etc)\//g, `${folder}/$1/`))
    rmSync(path('asked'), { force: true })
    const { status, stdout, stderr } = spawnSync('bash', [path('update.sh')], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${path('bin')}:${process.env.PATH}` },
    })
    return { status, output: stdout + stderr, asked: readFileSync(path('asked'), 'utf8') }
  }

  test.beforeEach(() => {
    folder = temporaryFolder('update')
    for (const name of ['run', 'etc/systemd/system', 'srv/releases/before-last'])
      mkdirSync(path(name), { recursive: true })
    const last = 'srv/releases/last/.next/standalone/.next'
    // A build of 40 days ago, which writes its id first, and a file of one before that.
    write(`${last}/BUILD_ID`, 40)
    write(`${last}/static/last.js`, 39.9)
    write(`${last}/static/before.js`, 41)
    write('srv/releases/last/docs/site.service', 40)
    write('srv/releases/last/docs/site.timer', 40)
    symlinkSync(path('srv/releases/last'), path('srv/source'))
  })

  test('backs up, builds in a folder of its own, and restarts the instances in turn, each with a check', () => {
    const { status, output, asked } = update()
    expect(status, output).toBe(0)
    const steps = /^(systemctl (re)?start|npm).*/
    expect(asked.split('\n').filter((line) => steps.test(line))).toEqual([
      'systemctl start site-backup',
      'npm ci --include=dev --no-audit --no-fund',
      'npm run build',
      'systemctl restart site@3000',
      'npm run --silent check:deployed -- http://127.0.0.1:3000',
      'systemctl restart site@3001',
      'npm run --silent check:deployed -- http://127.0.0.1:3001',
      'systemctl start site',
    ])
    expect(readdirSync(path('srv/releases'))).toHaveLength(2)
    expect(existsSync(path('srv/source/new'))).toBe(true)
  })

  test('keeps the files that open pages need, and leaves out those of builds before', () => {
    update()
    expect(staticFiles()).toEqual(['last.js', 'new.js'])
  })

  for (const { what, failing, restarted } of [
    { what: 'does not start', failing: 'restart site@3000', restarted: ['3000'] },
    { what: 'fails its check', failing: 'check:deployed', restarted: ['3000'] },
    {
      what: 'starts only once',
      failing: 'restart site@3001',
      restarted: ['3000', '3001'],
    },
  ])
    test(`goes back when the new version ${what}`, () => {
      const { status, output, asked } = update(failing)
      expect(status, output).toBe(1)
      expect(output).toContain('runs again')
      expect(staticFiles()).toEqual(['before.js', 'last.js'])
      const [, after = ''] = asked.split('systemctl reset-failed')
      expect(after.match(/(?<=systemctl restart site@)\d+/g)).toEqual(restarted)
    })

  for (const [what, failing] of [
    ['backup', 'start site-backup'],
    ['build', 'run build'],
  ] as const)
    test(`changes nothing when the ${what} fails`, () => {
      if (what === 'backup') write('srv/releases/last/new', 0)
      const { status, output, asked } = update(failing)
      expect(status).toBe(1)
      expect(output).toContain(`The ${what} failed`)
      expect(asked).not.toContain('restart')
      expect(readdirSync(path('srv/releases')).sort()).toEqual(['before-last', 'last'])
    })
})

test.describe('scripts/install-debian.sh and scripts/restic.sh', () => {
  test.skip(process.getuid?.() !== 0, 'needs root')
  let folder: string

  /** A machine in this folder. `nobody` stands for the user of the site. */
  test.beforeEach(() => {
    folder = temporaryFolder('install')
    chmodSync(folder, 0o755)
    for (const path of ['etc/site', 'srv/source/scripts', 'var/lib/site', 'bin'])
      mkdirSync(join(folder, path), { recursive: true })
    run(`chown nobody ${folder}/var/lib/site`)
    for (const name of ['install-debian.sh', 'restic.sh']) {
      const script = readFileSync(join(root, 'scripts', name), 'utf8')
        .replaceAll(/\/(srv|etc|var)\/(lib\/)?s(ite|ource)/g, `${folder}$&`)
        .replaceAll('runuser -u site', 'runuser -u nobody')
        .replaceAll('-o site -g site', '-o nobody -g nogroup')
        .replace('main "$@"\n', '')
      writeFileSync(join(folder, 'srv/source/scripts', name), script, { mode: 0o755 })
    }
  })

  test('a link in the folder of the user leads root nowhere', () => {
    symlinkSync(`${folder}/etc/site`, `${folder}/var/lib/site/.ssh`)
    const commands = `. ${folder}/srv/source/scripts/install-debian.sh; domain=a.example; answers=a; make_ssh_key`
    expect(spawnSync('bash', ['-c', commands]).status).not.toBe(0)
    expect(run(`stat -c %U ${folder}/etc/site; ls ${folder}/etc/site`)).toBe('root\n')
  })

  test('the settings of the backups are read, as systemd does, and not run', () => {
    const settings = [
      '# A comment',
      'RESTIC_REPOSITORY=sftp:backups@backup.example.com:leads',
      'RESTIC_PASSWORD="two words, \\$1 & `id`="',
      `AWS_SECRET_ACCESS_KEY=$(touch ${folder}/planted)`,
      `touch ${folder}/planted`,
    ]
    writeFileSync(`${folder}/etc/site/backup`, settings.join('\n'))
    writeFileSync(`${folder}/bin/restic`, '#!/bin/sh\necho "$@"; whoami; env\n', { mode: 0o755 })
    const PATH = `${folder}/bin:${process.env.PATH}`
    const output = run(`${folder}/srv/source/scripts/restic.sh snapshots`, { PATH })
    expect(output).toContain('--no-cache snapshots\nnobody\n')
    expect(output.match(/^(RESTIC|AWS)_.*/gm)?.sort()).toEqual([
      `AWS_SECRET_ACCESS_KEY=$(touch ${folder}/planted)`,
      'RESTIC_PASSWORD=two words, $1 & `id`=',
      'RESTIC_REPOSITORY=sftp:backups@backup.example.com:leads',
    ])
    expect(existsSync(`${folder}/planted`)).toBe(false)
  })
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
      DATABASE_URL: 'postgres://site:pa%24word%231@db.example.com/site?sslmode=verify-full',
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
