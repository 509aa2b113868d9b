import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
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
  function update(
    failing = 'nothing',
    check = 'exit 0',
    planted = '',
  ): { status: number | null; output: string; asked: string } {
    const asked = `echo "$(basename "$0") $*" >> ${path('asked')}
      case "$(basename "$0") $*" in *'${failing}'*) [ ! -e new ] && [ ! -e ${path('srv/source/new')} ] || exit 1 ;; esac`
    const stubs = {
      git: `case "$*" in
        clone*) mkdir -p "$4/docs" "$4/scripts"; touch "$4/new" "$4/docs/site.service" "$4/docs/site.timer" ;;
        *archive*) tar --create --directory "$2" new ;;
      esac`,
      npm: `case "$*" in "run build") cp .env ../env; mkdir -p .next/standalone/.next/static; echo > .next/standalone/.next/BUILD_ID; echo > .next/standalone/.next/static/new.js; ${planted} ;; esac`,
      // For the names of the build's settings, the bundle of the check, and the check.
      node: `case "$*" in *variables*) echo "^(SITE_URL)=" ;; *bundleCheck*) touch check-settings.mjs ;; *) ${check} ;; esac`,
      runuser: 'shift 3; exec "$@"',
      install: 'for each; do :; done; mkdir -p "$each"',
      chgrp: '',
      sleep: '',
      systemctl: '',
      journalctl: '',
      id: 'echo 0',
    }
    for (const [name, script] of Object.entries(stubs)) {
      write(`bin/${name}`, 0, `#!/bin/sh\n${asked}\n${script}\n`)
      chmodSync(path(`bin/${name}`), 0o755)
    }
    for (const name of ['update.sh', 'settings.sh']) {
      const script = readFileSync(join(root, 'scripts', name), 'utf8')
      write(name, 0, script.replaceAll(/\/(srv|run|etc|var|usr\/local)\//g, `${folder}/$1/`))
    }
    rmSync(path('asked'), { force: true })
    const { status, stdout, stderr } = spawnSync('bash', [path('update.sh')], {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${path('bin')}:${process.env.PATH}` },
    })
    return { status, output: stdout + stderr, asked: readFileSync(path('asked'), 'utf8') }
  }

  test.beforeEach(() => {
    folder = temporaryFolder('update')
    for (const name of [
      'run',
      'etc/systemd/system',
      'srv/releases/before-last',
      'var/lib',
      'usr/local/bin',
    ])
      mkdirSync(path(name), { recursive: true })
    write('etc/site/env', 0, 'SITE_URL=https://www.example.com\nCRON_SECRET=secret\n')
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
    const steps = /^(systemctl (re)?start|npm|node \S+check-deployed).*/
    expect(
      asked
        .replaceAll(/\S+\/scripts/g, 'scripts')
        .split('\n')
        .filter((line) => steps.test(line)),
    ).toEqual([
      'systemctl start site-backup',
      'npm ci --include=dev --no-audit --no-fund --prefer-offline',
      'npm run build',
      'systemctl restart site@3000',
      'node scripts/check-deployed.mjs http://127.0.0.1:3000',
      'systemctl restart site@3001',
      'node scripts/check-deployed.mjs http://127.0.0.1:3001',
      'systemctl start site',
    ])
    expect(readdirSync(path('srv/releases'))).toHaveLength(2)
    expect(existsSync(path('srv/source/new'))).toBe(true)
    // The user that builds gets only the settings of the build.
    expect(readFileSync(path('var/lib/site-build/env'), 'utf8')).toBe(
      'SITE_URL=https://www.example.com\n',
    )
  })

  test('tries to get the packages again, and says which setting the new version refuses', () => {
    const refusing = update('nothing', 'echo "LEADS_PER_HOUR is wrong."; exit 1')
    expect(refusing.status, refusing.output).toBe(3)
    expect(refusing.output).toContain('LEADS_PER_HOUR is wrong.')
    expect(refusing.asked).not.toContain('npm run build')
    expect(readdirSync(path('srv/releases')).sort()).toEqual(['before-last', 'last'])
    const { status, output, asked } = update('npm ci')
    expect(status).toBe(1)
    expect(output).toContain('Attempt 3 to get the packages failed')
    expect(asked.match(/^npm ci/gm)).toHaveLength(3)
  })

  test('keeps the files that open pages need, and leaves out those of builds before', () => {
    update()
    expect(staticFiles()).toEqual(['last.js', 'new.js'])
  })

  for (const [what, planted] of [
    ['a special file', 'mkfifo .next/standalone/pipe'],
    ['a link out of the release', 'ln -s ../../../../etc .next/standalone/.next/static/out'],
    ['an absolute link', 'ln -s /etc .next/standalone/.next/static/out'],
  ] as const)
    test(`refuses a build with ${what}`, () => {
      const { status, output, asked } = update('nothing', 'exit 0', planted)
      expect(status, output).toBe(1)
      expect(output).toContain('The build has a special file, or a link that leads out of it: ')
      expect(asked).not.toContain('restart')
      expect(readdirSync(path('srv/releases')).sort()).toEqual(['before-last', 'last'])
    })

  test('unpacks a link within the release, and no file with the rights of its owner', () => {
    const planted =
      'cd .next/standalone; ln -s ../BUILD_ID .next/static/id; touch own; chmod 6755 own'
    const { status, output } = update('nothing', 'exit 0', planted)
    expect(status, output).toBe(0)
    expect(staticFiles()).toEqual(['id', 'last.js', 'new.js'])
    const { mode } = statSync(path('srv/source/.next/standalone/own'))
    expect((mode & 0o7777).toString(8)).toBe('750')
  })

  for (const { what, failing, restarted } of [
    { what: 'fails its check', failing: 'check-deployed', restarted: ['3000'] },
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
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text, { mode: 0o755 })
  }
  const stub = (name: string, script: string) => write(`bin/${name}`, `#!/bin/sh\n${script}\n`)

  /** A machine in this folder. `nobody` stands for the user of the site. */
  test.beforeEach(() => {
    folder = temporaryFolder('install')
    chmodSync(folder, 0o755)
    for (const path of ['etc/site', 'run', 'var/lib/site', 'bin', 'work'])
      mkdirSync(join(folder, path), { recursive: true })
    run(`chown nobody ${folder}/var/lib/site`)
    for (const name of ['install-debian.sh', 'leads.sh', 'restic.sh', 'settings.sh'])
      write(
        `srv/source/scripts/${name}`,
        readFileSync(join(root, 'scripts', name), 'utf8')
          .replaceAll(/(?<=[\s"'=])\/(srv|etc|run|var\/lib)\//g, `${folder}$&`)
          .replaceAll('runuser -u site', 'runuser -u nobody')
          .replaceAll('-o site -g site', '-o nobody -g nogroup')
          .replace('main "$@"\n', ''),
      )
    write('srv/source/docs/nginx.conf', readFileSync(join(root, 'docs/nginx.conf'), 'utf8'))
    for (const file of ['env', 'backup', 'certificate']) write(`etc/site/${file}`, '')
  })

  /** Runs functions of the set-up, with what an operator types. Returns what they print. */
  function install(commands: string, typed = ''): { status: number | null; output: string } {
    const script = `. ${folder}/srv/source/scripts/install-debian.sh; domain=www.example.com; answers=; work=${folder}/work; ${commands}`
    // With a socket as its input, which Node makes, bash would read a .bashrc.
    const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      encoding: 'utf8',
      input: typed,
      env: { PATH: `${folder}/bin:${process.env.PATH}`, NODE_ENV: 'production' },
    })
    return { status, output: (stdout + stderr).replaceAll(folder, '') }
  }
  const leftToDo = 'declare -p problems'

  test('an nginx that serves something else stops the set-up', () => {
    write('etc/nginx/nginx.conf', 'http {}')
    write('etc/nginx/sites-enabled/default', '')
    stub('dpkg-query', 'echo nginx-common: /etc/nginx/nginx.conf')
    stub('dpkg', '')
    expect(install('refuse_other_site')).toEqual({ status: 0, output: '' })
    stub('dpkg', `echo "??5?????? c ${folder}/etc/nginx/sites-available/default"`)
    expect(install('refuse_other_site').output).toContain('/etc/nginx/sites-available/default')
    write('etc/nginx/sites-enabled/shop', '')
    const { status, output } = install('refuse_other_site')
    expect([status, output]).toEqual([1, expect.stringContaining('/etc/nginx/sites-enabled/shop')])
    // The set-up has run before.
    write('etc/nginx/nginx.conf.before-site', '')
    expect(install('refuse_other_site')).toEqual({ status: 0, output: '' })
  })

  test('the set-up stops where another site is set up, and changes nothing', () => {
    const refuse = (domain: string) => install(`domain=${domain}; refuse_other_site`)
    expect(refuse('www.example.com')).toEqual({ status: 0, output: '' })
    for (const address of ['https://www.example.com', '"https://www.example.com/"']) {
      write('etc/site/env', `SITE_URL=${address}\n`)
      expect(refuse('www.example.com')).toEqual({ status: 0, output: '' })
      expect(refuse('staging.example.com')).toEqual({
        status: 1,
        output: `
This machine has the site www.example.com. Set up another site on a machine of its own.
If staging.example.com is the new name of www.example.com, write SITE_URL=https://staging.example.com into /etc/site/env, and run this again.
`,
      })
      expect(read('etc/site/env')).toBe(`SITE_URL=${address}\n`)
    }
  })

  test('an answer is asked for again until it has its form, and until the server accepts it', () => {
    const typed = [
      ...[
        'https://hooks.example.com/a?b=$c&d',
        '',
        '',
        'example.com',
        'https://example.com/privacy',
      ],
      ...['help', 'help@example.c', 'sftp:a@b:c', 'example.com', ''],
    ]
    const asked = install('ask_for_answers', `${typed.join('\n')}\n`)
    expect(asked.status, asked.output).toBe(0)
    expect(asked.output.match(/That is not one/g)).toHaveLength(2)
    expect(asked.output).not.toContain('hooks.example.com')
    const [callback, privacy] = [
      'CALLBACK_WEBHOOK_URL="https://hooks.example.com/a?b=\\$c&d"\n',
      'PRIVACY_URL=https://example.com/privacy\n',
    ]
    const webhooks = `${callback}BOOKING_WEBHOOK_URL=\nALERT_WEBHOOK_URL=\n`
    expect(read('etc/site/env')).toBe(`${webhooks}${privacy}SUPPORT_EMAIL=help@example.c\n`)
    expect(read('etc/site/backup')).toBe('RESTIC_REPOSITORY=sftp:a@b:c\n')
    expect(read('etc/site/certificate')).toBe('REDIRECT_FROM=example.com\nCERTIFICATE=\n')
    expect(install('ask_for_answers')).toEqual({ status: 0, output: '' })

    const build = `build() { grep --quiet example.com$ ${folder}/etc/site/env && return
      echo "SUPPORT_EMAIL must be an email address." > ${folder}/run/site-settings; return 3; }`
    const again = install(`ask_for_answers; ${build}; settle build`, 'help@example.com\n')
    expect(again.status, again.output).toBe(0)
    expect(read('etc/site/env')).toBe(`${webhooks}${privacy}SUPPORT_EMAIL=help@example.com\n`)
    write('etc/site/env', 'LEADS_PER_HOUR=0\n')
    const byHand = build.replace('SUPPORT_EMAIL', 'LEADS_PER_HOUR')
    expect(install(`${byHand}; settle build`).output).toContain('Correct LEADS_PER_HOUR in')
    expect(install(`answers=a; ${byHand}; settle build`).output).toContain('Correct these answers')
  })

  test('a name that leads elsewhere, and a certificate that fails, are said with what to do', () => {
    write('etc/site/certificate', 'REDIRECT_FROM=example.com\n')
    stub('hostname', 'echo "203.0.113.5 2001:db8::5 "')
    stub(
      'getent',
      'case $2 in www*) echo 203.0.113.5 STREAM; echo 2001:db8::5 RAW ;; *) echo 198.51.100.1 RAW ;; esac',
    )
    const { status, output } = install('compare_addresses', 'n\n')
    expect(status).toBe(1)
    expect(output.match(/.* leads to .*/g)).toEqual([
      '== example.com leads to 198.51.100.1, and this machine has: 203.0.113.5 2001:db8::5 ',
    ])
    expect(install('compare_addresses', 'y\n').status).toBe(0)
    stub('systemctl', '')
    stub('certbot', 'echo "$*"; exit 1')
    const failed = install('get_certificate').output
    expect(failed).toContain('--expand --domain www.example.com --domain example.com --deploy-hook')
    expect(failed).toContain('Then run this again. It continues here.')
  })

  test('what is left to do names each setting that is not set, and each webhook without a test', () => {
    expect(install('report').output.match(/(?<=^- Set )\S+/gm)).toEqual([
      'CALLBACK_WEBHOOK_URL',
      'BOOKING_WEBHOOK_URL',
      'ALERT_WEBHOOK_URL',
      'PRIVACY_URL',
      'SUPPORT_EMAIL',
    ])
    // One list: another webhook is asked for, tested, and named too.
    const other = "webhooks=('QUOTE_WEBHOOK_URL quotes')"
    expect(install(`${other}; report`).output).toContain('- Set QUOTE_WEBHOOK_URL in')
    write('srv/source/scripts/leads.sh', '#!/bin/sh\nexit 1\n')
    const asked = install(
      `${other}; ask_for_answers; test_webhooks; ${leftToDo}`,
      `https://q.example${'\n'.repeat(9)}`,
    )
    expect(asked.output).toContain('QUOTE_WEBHOOK_URL has not accepted a test')

    for (const file of ['backup', 'certificate']) write(`etc/site/${file}`, '')
    write(
      'etc/site/env',
      'CALLBACK_WEBHOOK_URL=https://a.example\nALERT_WEBHOOK_URL=https://b.example\n',
    )
    write('srv/source/scripts/leads.sh', '#!/bin/sh\necho "leads $*"; [ "$2" = callback ]\n')
    const first = install(`test_webhooks; ${leftToDo}`).output
    expect(first.match(/leads test \S+/g)).toEqual(['leads test callback', 'leads test alert'])
    expect(first).toContain('ALERT_WEBHOOK_URL has not accepted a test')
    const second = install('test_webhooks').output
    expect(second.match(/leads test \S+/g)).toEqual(['leads test alert'])
    write('etc/site/env', 'CALLBACK_WEBHOOK_URL=https://c.example\n')
    expect(install('test_webhooks').output).toContain('CALLBACK_WEBHOOK_URL has accepted a test.')
  })

  test('the daily backup starts, but waits where the repository has backups of an earlier machine', () => {
    write('etc/site/backup', 'RESTIC_REPOSITORY=rest:https://a.example\n')
    stub('systemctl', `echo "$*" >> ${folder}/asked; case $1 in is-enabled) exit 1 ;; esac`)
    for (const [snapshots, starts] of [
      ['null', true],
      ['[{"id":"1"}]', false],
    ] as const) {
      write('asked', '')
      write('srv/source/scripts/restic.sh', `#!/bin/sh\necho '${snapshots}'\n`)
      const { output } = install(`start_backups; ${leftToDo}`)
      expect(output.includes('has backups of an earlier machine')).toBe(!starts)
      expect(read('asked').includes('enable --now site-backup.timer')).toBe(starts)
    }
  })

  test('an nginx.conf that was changed by hand is kept', () => {
    write('etc/nginx/nginx.conf', 'of Debian')
    write('etc/logrotate.d/nginx', '\tdaily\n')
    stub('nginx', '')
    stub('systemctl', '')
    const installNginx = (certificate: string) =>
      install(`certificate=${certificate}; key=/b; install_nginx; ${leftToDo}`).output
    installNginx('/a')
    expect(read('etc/nginx/nginx.conf.before-site')).toBe('of Debian')
    const changed = `${read('etc/nginx/nginx.conf')}# by hand\n`
    write('etc/nginx/nginx.conf', changed)
    expect(installNginx('/a')).not.toContain('by hand')
    expect(installNginx('/c')).toContain('was changed by hand, and is kept')
    expect(read('etc/nginx/nginx.conf')).toBe(changed)
    expect(read('etc/nginx/nginx.conf.new')).toContain('ssl_certificate /c;')
    write('etc/site/certificate', 'REDIRECT_FROM=\n')
    installNginx('/d')
    expect(read('etc/nginx/nginx.conf.new')).toContain('server_name other.example.com;')
  })

  test('leads runs as the user of the site, without npm, and knows the folder of its caller', () => {
    stub('node', 'echo "$(id -un) in $PWD from $INIT_CWD, $LEADS_COMMAND: $*"')
    const { output } = install('cd /var; "$current/scripts/leads.sh" backup "a b.db"')
    expect(output).toBe('nobody in /srv/source from /var, leads: scripts/leads.mjs backup a b.db\n')
  })

  test('a link in the folder of the user leads root nowhere', () => {
    symlinkSync(`${folder}/etc/site`, `${folder}/var/lib/site/.ssh`)
    const { status, output } = install('answers=a; make_ssh_key')
    expect([status, output]).toEqual([1, expect.stringContaining('/var/lib/site/.ssh')])
    expect(run(`stat -c %U ${folder}/etc/site; ls ${folder}/etc/site`)).toBe(
      'root\nbackup\ncertificate\nenv\n',
    )
  })

  test('the settings of the backups are read, as systemd does, and not run', () => {
    const settings = [
      '# A comment',
      'RESTIC_REPOSITORY=sftp:backups@backup.example.com:leads',
      'RESTIC_PASSWORD="two words, \\$1 & `id`="',
      `AWS_SECRET_ACCESS_KEY=$(touch ${folder}/planted)`,
      `touch ${folder}/planted`,
    ]
    write('etc/site/backup', settings.join('\n'))
    stub('restic', 'echo "$@"; whoami; env')
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

test('the settings with special characters mean to Next.js what the document says', () => {
  const heading = '## Special characters in `/etc/site/env`'
  const [settings = ''] = codeBlocks('docs/configuration.md', heading, 'ini')
  const plain = 'aZ09_%+,-./:=?@'
  const folder = temporaryFolder('settings')
  writeFileSync(join(folder, '.env'), `${settings}PLAIN=${plain}\n`)
  const load = `require("${root}/node_modules/@next/env").loadEnvConfig("${folder}", false, console)`
  const print = 'console.log(JSON.stringify(process.env))'
  const { PATH } = process.env
  const output = run(`node -e 'console.info = () => {}; ${load}; ${print}'`, { PATH })
  expect(JSON.parse(output)).toMatchObject({
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
