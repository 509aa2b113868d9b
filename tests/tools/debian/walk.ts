import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { codeBlocks, temporaryFolder } from '../../support/process/files'
import { sleep, waitUntil } from '../../support/process/wait'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { root } from '../../support/site/site'
import { multipart, multipartType, sendRequest } from '../../support/visitor/http'
import { formIn, leadEntries } from '../../support/visitor/lead-post'
import { Machine } from './machine'

/**
 * `npm run tool -- debian`: sets up the site by scripts/install-debian.sh on two empty machines with Debian 13, operates
 * it by the commands of docs/operations.md, and updates it by scripts/update.sh. It uses the last commit. Needs root, debootstrap,
 * slirp4netns, and packages of Debian and npm. The empty tree, and the packages that were downloaded, are kept in
 * tests/results/debian.
 *
 * What stands for the internet:
 * - www.example.com and backup.example.com are this machine: /etc/hosts. The second one leads to a third Debian with sshd.
 * - The certificate is one that only these commands trust.
 * - The address of the repository leads to a copy of it: `git config url.….insteadOf`.
 * - Forms are sent as a browser without scripts does.
 */

const release = 'trixie'
/** The second one restores the backups of the first. */
const machines = ['first', 'second']
const folder = join(root, 'tests/results/debian')
const packages = join(folder, `${release}-packages`)
const authorities = '/etc/authorities.pem'
const install = '/root/site/scripts/install-debian.sh www.example.com --yes /root/answers'
const update = '/srv/source/scripts/update.sh'
const recipes = [
  ...readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```$/gms),
].map(([, text = '']) => text)

if (process.getuid?.() !== 0) throw new Error('npm run tool -- debian needs root.')
const only = process.argv[2]
const storage = await startStorage()
/** One for all machines, which have different names. */
const repository = `sftp://backups@backup.example.com:${storage.port}/leads-${randomUUID()}`
/** What is answered where the names lead to 127.0.0.1. */
const goOn = ['y', 'y']
/** The line of the settings of the backups that the first machine has made. */
let backupPassword = ''
let posted = 0
for (const name of machines) if (!only || only === name) await walk(name)
await storage.machine.stop()
process.exit()

async function walk(name: string): Promise<void> {
  const began = performance.now()
  const receiver = await WebhookReceiver.start()
  const machine = await boot()
  try {
    await prepare(machine, receiver, name)
    await setUp(machine, receiver)
    await operate(machine, receiver)
    await sendAgain(machine, receiver)
    await endFlood(machine, receiver)
    await updateUnderLoad(machine, receiver)
    await alert(machine, receiver)
    await restoreDatabase(machine, receiver)
    const minutes = Math.round((performance.now() - began) / 60_000)
    console.log(`\n${await versionsOf(machine)}: everything worked, in ${minutes} minutes.\n`)
  } catch (error) {
    console.log(await machine.run('journalctl --lines 100 --no-pager'))
    throw error
  } finally {
    keepPackages(machine)
    await machine.stop()
    await receiver.stop()
  }
}

/** A machine with sshd, for the copies of the backups. */
async function startStorage(): Promise<{ machine: Machine; port: number }> {
  const machine = await boot()
  await machine.run(`apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends openssh-server adduser
    adduser --quiet --disabled-password --gecos '' backups
    install -d -o backups -g backups -m 700 /home/backups/.ssh
    systemctl start ssh systemd-user-sessions`)
  return { machine, port: await machine.forward(22) }
}

/** A Debian with nothing but systemd, and with the access to Debian's packages that this machine has. */
async function boot(): Promise<Machine> {
  const machine = await Machine.boot(emptyTree(), environment())
  if (typeof machine === 'string') throw new Error(machine)
  await machine.connect()
  const access = output('apt-config', 'dump').match(/^Acquire::(https?|Check-\w+)\b.*$/gm) ?? []
  writeFileSync(machine.path('/etc/apt/apt.conf.d/access'), access.join('\n'))
  if (existsSync(packages))
    cpSync(packages, machine.path('/var/cache/apt/archives'), { recursive: true })
  return machine
}

function emptyTree(): string {
  const tree = join(folder, release)
  if (existsSync(tree)) return tree
  const [mirror = ''] = output('apt-get', 'indextargets', '--format', '$(REPO_URI)').split('\n')
  const unfinished = `${tree}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const flags = ['--variant=minbase', '--include=systemd,systemd-sysv']
  execFileSync('debootstrap', [...flags, release, unfinished, mirror], { stdio: 'inherit' })
  renameSync(unfinished, tree)
  return tree
}

/** Besides the certificates, what leads from this machine to the registries. */
function environment(): Record<string, string> {
  const proxies = Object.entries(process.env).filter(([name]) => /^https?_proxy$/i.test(name))
  return {
    ...(Object.fromEntries(proxies) as Record<string, string>),
    LANG: 'C.UTF-8',
    npm_config_registry: output('npm', 'config', 'get', 'registry').trim(),
    NODE_EXTRA_CA_CERTS: authorities,
    CURL_CA_BUNDLE: authorities,
  }
}

async function prepare(machine: Machine, receiver: WebhookReceiver, name: string): Promise<void> {
  await machine.run(`hostname ${name}`)
  await machine.expose(Number(new URL(receiver.url('')).port))
  await machine.expose(storage.port)
  const { NODE_EXTRA_CA_CERTS: ownAuthorities } = process.env
  writeFileSync(
    machine.path(authorities),
    ownAuthorities ? readFileSync(ownAuthorities, 'utf8') : '',
  )
  writeFileSync(
    machine.path('/etc/hosts'),
    '127.0.0.1 localhost www.example.com example.com backup.example.com\n',
  )
  const source = temporaryFolder('repository')
  output('git', 'clone', '--quiet', '--bare', root, source)
  cpSync(source, machine.path('/srv/site.git'), { recursive: true })
  writeFileSync(
    machine.path('/root/.gitconfig'),
    `[url "/srv/site.git"]
  insteadOf = https://git.example.com/site.git
[safe]
  directory = *
[user]
  name = Test
  email = test@example.com
`,
  )
  const answers = {
    CALLBACK_WEBHOOK_URL: receiver.url('/plumbing_xperience'),
    BOOKING_WEBHOOK_URL: receiver.url('/landing_page_book_demo'),
    ALERT_WEBHOOK_URL: receiver.url('/alerts'),
    SUPPORT_EMAIL: 'help@example.com',
    PRIVACY_URL: 'https://example.com/privacy',
    CERTIFICATE: '/root/fullchain.pem',
    CERTIFICATE_KEY: '/root/privkey.pem',
    REDIRECT_FROM: 'example.com',
    RESTIC_REPOSITORY: repository,
    // All leads of this test come from a few addresses.
    LEADS_PER_HOUR: '999999',
    LEADS_PER_HOUR_TOTAL: '999999',
  }
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(machine.path('/root/answers'), [...lines, backupPassword].join(''))
}

/** Two runs, because only the first one makes the key for the copies of the backups. Another one changes nothing. */
async function setUp(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  await show(
    machine,
    'apt-get update -qq; apt-get install --yes -qq --no-install-recommends ca-certificates git openssl',
  )
  await machine.run(`cd /root
    openssl req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=www.example.com -addext subjectAltName=DNS:www.example.com,DNS:example.com -keyout privkey.pem -out fullchain.pem
    cat fullchain.pem >> ${authorities}`)
  await show(machine, 'git clone --quiet https://git.example.com/site.git /root/site')
  await machine.run(
    'mkdir -p /etc/nginx/sites-enabled; touch /etc/nginx/nginx.conf /etc/nginx/sites-enabled/shop',
  )
  const refused = await show(machine, install, 1)
  expect(
    refused.includes('/etc/nginx/sites-enabled/shop /etc/nginx/nginx.conf'),
    true,
    'another site',
  )
  await machine.run('rm -r /etc/nginx')

  await typeAnswers(machine, receiver)
  const first = await atTerminal(machine, goOn, new Map([['Then press Enter', '\n']]), 1)
  expect(first.includes('(Enter: none)'), false, 'a question that was answered before')
  const left = first.split('What is left to do:')[1] ?? ''
  expect(left.match(/^- .*/gm)?.length, 1, 'things left to do')
  const [key = ''] = /^ssh-ed25519 .*$/m.exec(first) ?? []
  await storage.machine.run(`echo '${key}' >> /home/backups/.ssh/authorized_keys`)
  const second = await show(machine, install, backupPassword ? 1 : 0)
  expect(second.includes('is built'), false, 'built again')
  if (backupPassword) await restoreEarlierBackup(machine)
  await machine.run('systemctl start site-backup site-backup-check')
  backupPassword = await machine.run('grep RESTIC_PASSWORD /etc/site/backup')
  expect((await show(machine, install)).includes('Nothing was changed.'), true, 'unchanged')
  const settings = 'sha256sum /etc/site/*'
  const before = await machine.run(settings)
  const staging = await show(machine, install.replace('www', 'staging'), 1)
  expect(staging.includes('This machine has the site www.example.com.'), true, 'a second site')
  expect(await machine.run(settings), before, 'the settings after a second site')
  const states = 'systemctl is-active site@3000 site@3001 site-backup.timer nginx connection-limit'
  expect(await machine.run(states), 'active\n'.repeat(5), states)
  expect(await postLead(await machine.forward(443), { name: 'Ana Ruiz' }), 303, 'a lead')
  expect(namesIn(receiver), ['Test Lead', 'Test Lead', 'Ana Ruiz'], 'delivered leads')
  // Not those about leads that waited in the backup that was restored.
  const tests = alertsIn(receiver).filter((text) => text.includes('This is a test.'))
  expect(tests.length, 1, 'test alerts')
  const redirect =
    "curl --silent --output /dev/null --write-out '%{redirect_url}' https://example.com/book-demo"
  expect(await machine.run(redirect), 'https://www.example.com/book-demo', redirect)
  const size = Number(await machine.run('du --summarize --block-size 1M /srv/releases | cut -f 1'))
  expect(size < 250, true, `a release of ${size} MB`)
  const read = await machine.attempt('runuser -u site-build -- cat /etc/site/env')
  expect(read.status, 1, 'the user that builds reads the settings')

  const modes =
    'stat -c "%a %U %n" /etc/site/env /etc/site/backup /var/lib/site /var/lib/site/leads.db'
  expect(
    await machine.run(modes),
    '640 root /etc/site/env\n640 root /etc/site/backup\n700 site /var/lib/site\n600 site /var/lib/site/leads.db\n',
    modes,
  )
  const rotate =
    'truncate --size 101M /var/log/nginx/access.log; logrotate /etc/logrotate.conf; stat -c %s /var/log/nginx/access.log'
  expect(await machine.run(rotate), '0\n', 'bytes of a log of 101 MB')
  for (const action of ['restart', 'reload']) {
    await machine.run(`systemctl ${action} nftables`)
    await waitUntil(10, `the limit of connections after a ${action} of nftables`, async () =>
      (await machine.run('nft list tables')).includes('connection_limit'),
    )
  }
}

/**
 * Begins the set-up at a terminal, with a wrong answer to each question, and an email address that only the server refuses, once
 * the packages are there. Ctrl+C ends it while it builds.
 */
async function typeAnswers(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  const lines = [
    ...[
      'hooks',
      receiver.url('/plumbing_xperience'),
      'hooks',
      receiver.url('/landing_page_book_demo'),
    ],
    ...['hooks', receiver.url('/alerts'), 'example.com', 'https://example.com/privacy'],
    ...['help@example', 'help@example.c', 'two words', repository, 'example', 'example.com'],
    ...['fullchain.pem', '/root/fullchain.pem', 'privkey.pem', '/root/privkey.pem'],
    ...goOn,
  ]
  const later = new Map([
    ['SUPPORT_EMAIL must be', 'help@example.com\n'],
    ['Creating an optimized production build', '\x03'],
  ])
  const output = await atTerminal(machine, lines, later, 130)
  expect(output.match(/That is not one/g)?.length, 9, 'wrong answers')
  expect(output.includes('SUPPORT_EMAIL must be an email address'), true, 'a refused answer')
  const left = 'ls -A /srv/releases; find /proc -maxdepth 1 -user site-build'
  expect(await machine.run(left), '', 'releases and processes after Ctrl+C')
}

/**
 * Runs the set-up at a terminal, in which these lines are typed. `later` has what is typed only when it is asked for, because
 * programs between read what was typed before. Returns what it shows.
 */
async function atTerminal(
  machine: Machine,
  lines: string[],
  later: Map<string, string>,
  expected: number,
): Promise<string> {
  let shown = ''
  let typedAt = Number.POSITIVE_INFINITY
  const { status, output } = await machine.attempt(
    `rm -f /run/typed; mkfifo /run/typed
    exec 3<> /run/typed
    printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} >&3
    script --quiet --return --command '/root/site/scripts/install-debian.sh https://www.example.com/' /dev/null < /run/typed`,
    (text) => {
      process.stdout.write(text)
      shown += text
      for (const [question, typed] of later)
        if (shown.includes(question) && later.delete(question)) {
          writeFileSync(machine.path('/run/typed'), typed)
          if (typed === '\x03') typedAt = performance.now()
        }
    },
  )
  expect(status, expected, 'the end of the set-up')
  expect(performance.now() - typedAt < 20_000, true, 'Ctrl+C ends the set-up soon')
  return output
}

/** Runs the commands of docs/operations.md that contain this text, as they are, with variables and an input of the operator. */
async function operator(
  machine: Machine,
  text: string,
  variables: Record<string, string> = {},
  input = '',
): Promise<string> {
  const commands = recipeWith(text)
  const values = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`)
  return show(machine, [`exec <<< '${input}'`, ...values, commands].join('\n'))
}

function recipeWith(text: string): string {
  const commands = recipes.find((each) => each.includes(text))
  if (!commands) throw new Error(`docs/operations.md has no commands with ${text}`)
  return commands
}

async function operate(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  const post = async (client: number, name: string, phone: string) =>
    expect(
      await postLead(await machine.forward(443, `127.0.0.${client}`), { name, phone }),
      303,
      name,
    )

  receiver.reset()
  await operator(machine, 'install -o root -g site', { URL: receiver.url('/new') })
  await machine.run(
    "sed -i 's|^CALLBACK_WEBHOOK_URL=.*|CALLBACK_WEBHOOK_URL_FILE=/etc/site/callback|' /etc/site/env",
  )
  await operator(machine, 'systemctl reload site')
  expect(receiver.received.at(-1)?.path, '/new', 'the new webhook')

  const running = 'systemctl show --property MainPID --value site@3000 site@3001'
  const before = await machine.run(running)
  await machine.run(`cp -p /etc/site/env /run/env; echo WEBHOK_SECRET=whsec_ >> /etc/site/env`)
  await show(machine, 'systemctl reload site', 1)
  const status = (await machine.attempt('systemctl status site')).output
  expect(status.includes('is it WEBHOOK_SECRET?'), true, 'a misspelled setting')
  expect(await machine.run(running), before, 'the instances after a misspelled setting')
  await machine.run('cat /run/env > /etc/site/env')

  const text = '/srv/source/lib/site.ts'
  const changed = await show(machine, `touch ${text}; leads list`, 1)
  expect(changed.includes('The source is newer than the build'), true, 'a text that was changed')
  await machine.run(`touch --date 2020-01-01 ${text}`)

  await operator(machine, 'leads backup "/var/lib/site/backup-')
  const leadsBefore = await listed(machine)
  const backup = (await machine.run('ls /var/lib/site/backup-*.db')).trim()
  await post(30, 'Cy Ruiz', '5095550149')
  // A visitor waits for the webhook while the site stops.
  receiver.respondByDefault(({ path }) => (path === '/new' ? 'hang' : 'accept'))
  const waiting = post(32, 'Wy Ruiz', '5095550151').catch(() => undefined)
  await waitUntil(10, 'a request to the webhook', () => namesIn(receiver).includes('Wy Ruiz'))
  await operator(machine, 'leads restore "$BACKUP"', { BACKUP: backup })
  await waiting
  receiver.respondByDefault(() => 'accept')
  expect(await listed(machine), leadsBefore, 'restored leads')
  await operator(machine, 'smaller.db')
  expect(await listed(machine), leadsBefore, 'leads of the smaller file')

  await post(31, 'Di Ruiz', '5095550150')
  const found = await operator(machine, 'leads find -', {}, '+1 (509) 555-0150')
  const [id = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(found) ?? []
  await operator(machine, '--with-consent', { ID: id })
  const files = 'grep --files-with-matches --extended-regexp "555-?0150" /var/lib/site/leads.db*'
  expect(await machine.run(`${files} || true`), '', 'files with the number of a deleted lead')
}

/** A receiver has lost leads that it had accepted. */
async function sendAgain(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  receiver.reset()
  await postLead(await machine.forward(443, '127.0.0.33'), { name: 'Ed Ruiz' })
  const [id] = idsIn(receiver)
  await show(machine, `leads redeliver ${id}`)
  await waitUntil(10, 'a lead again', () => isDeepStrictEqual(idsIn(receiver), [id, id]))
  const all = 'leads redeliver --delivered --since 7d'
  const delivered = (await listed(machine)).filter((state) => state === 'delivered').length
  const asked = await show(machine, all, 1)
  const question = `Delivered leads that would be sent again: ${delivered}. Nothing was done.`
  expect(asked.includes(question), true, question)
  receiver.reset()
  await show(machine, `${all} --yes`)
  await waitUntil(30, 'all leads again', () => new Set(idsIn(receiver)).size === delivered)
}

/** Of two hundred leads that were held, one is released, and the others are deleted. Those that come later are released. */
async function endFlood(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  const limit = async (leads: number) =>
    machine.run(`sed -i 's/^LEADS_PER_HOUR_TOTAL=.*/LEADS_PER_HOUR_TOTAL=${leads}/' /etc/site/env
      systemctl reload site`)
  const ports = await clientPorts(machine)
  const post = (each: number) =>
    Promise.all(
      ports.map(async (port) => {
        for (let lead = 0; lead < each; lead++) await postLead(port, { name: 'Flo Ruiz' })
      }),
    )
  const [list = '', one = '', others = '', remove = ''] = recipeWith(
    'leads release --reason flood',
  ).split('\n')

  await limit(1)
  receiver.reset()
  await post(20)
  const rows = await machine.run(list)
  expect(rows.match(/^held .* flood .* Flo Ruiz /gm)?.length, 200, 'names of held leads')
  expect((await machine.run('leads list --state held')).includes('Flo'), false, 'names in a list')
  const csv = await machine.run('leads export --state held --reason flood')
  expect(csv.match(/Flo Ruiz/g)?.length, 200, 'exported leads')
  const [id = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(rows) ?? []
  await show(machine, `ID=${id}; ${one}`)
  await waitUntil(10, 'the released lead', () => isDeepStrictEqual(idsIn(receiver), [id]))
  const asked = await show(machine, remove, 1)
  expect(asked.includes('other versions: 199. Nothing was done.'), true, 'a question')
  const deleted = await show(machine, `${remove} --yes`)
  expect(deleted, 'Deleted leads: 199.\n', 'deleted leads')

  await post(1)
  expect(await show(machine, others), 'Released leads, 6 a minute: 10.\n', 'released leads')
  await sleep(25_000)
  expect(idsIn(receiver).length, 1 + 3, 'leads that were sent within 25 s')
  await show(machine, 'leads delete --state pending --yes')
  await limit(999_999)
}

/** On the same machine, whose certificate is not verified. */
async function restoreDatabase(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  const password = 'token-1234'
  await show(
    machine,
    `DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends postgresql
    systemctl start postgresql
    cd /
    POSTGRES_PASSWORD=${password} runuser -u postgres -- psql --set ON_ERROR_STOP=1 --file /srv/source/docs/compose-database.sql
    sed -i 's|^DATABASE_URL=.*|DATABASE_URL=postgres://site:${password}@localhost/site|' /etc/site/env
    systemctl restart site`,
  )
  const post = async (client: number, name: string) =>
    expect(await postLead(await machine.forward(443, `127.0.0.${client}`), { name }), 303, name)
  await post(40, 'Gus Ruiz')
  const kept = await listed(machine, 'id')
  await post(41, 'Hal Ruiz')
  const copy = '/var/lib/site/copy.dump'
  await machine.run(`leads backup ${copy}`)
  const [deleted] = (await listed(machine, 'id')).filter((id) => !kept.includes(id))
  await machine.run(`leads delete ${deleted} --with-consent`)
  await post(42, 'Ike Ruiz')
  const database = { DATABASE: 'postgres://site@localhost/site', PGPASSWORD: password }
  await operator(machine, 'pg_restore', { BACKUP: copy, ...database })
  expect(await listed(machine, 'id'), kept, 'leads of the restored database')

  receiver.reset()
  await machine.run('systemctl stop postgresql')
  await post(43, 'Jo Ruiz')
  const [id] = idsIn(receiver)
  await waitUntil(60, 'an alert that leads wait in memory', () =>
    alertsIn(receiver).some((text) => text.includes('Leads in memory that are not recorded: 1.')),
  )
  await machine.run("systemctl stop site 'site@*'")
  const lost = await machine.run('journalctl --identifier site --output cat --lines 20')
  expect(lost.includes(`"event":"unrecorded","ids":"${id}"`), true, `${id} in ${lost}`)
}

/** Restores what the earlier machine has backed up, under the same name. */
async function restoreEarlierBackup(machine: Machine): Promise<void> {
  const off = await machine.attempt('systemctl is-enabled site-backup.timer')
  expect(off.status, 1, 'the timer of the backups is on')
  const [list = '', restore = ''] = codeBlocks('docs/deploying.md', '## Restore', 'sh')
  const id = (await show(machine, list)).match(/^[\da-f]{8}(?= )/gm)?.at(-1)
  await show(machine, `SNAPSHOT=${id}\n${restore}`)
  const states = [...new Set(await listed(machine))]
  expect(states.includes('delivered'), true, `states of restored leads: ${states}`)
  const snapshots = JSON.parse(await machine.run('/srv/source/scripts/restic.sh snapshots --json'))
  const hosts = snapshots.map(({ hostname }: { hostname: string }) => hostname)
  expect([...new Set(hosts)], ['site'], 'the machines of the backups')
}

async function listed(machine: Machine, column: 'state' | 'id' = 'state'): Promise<string[]> {
  const list = await machine.run('leads list 2> /run/errors || { cat /run/errors; exit 1; }')
  const rows = list.trimEnd().split('\n').slice(2)
  return rows.map((row) => row.split(/ +/)[column === 'state' ? 0 : 1] ?? '')
}

async function alert(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  await machine.run('systemctl start alert@site')
  expect(
    alertsIn(receiver).at(-1)?.endsWith('This is a test. site has not failed.'),
    true,
    'a test of alert@',
  )
  receiver.reset()
  receiver.respondByDefault(({ path }) => (path === '/alerts' ? 'accept' : 410))
  await postLead(await machine.forward(443, '127.0.0.2'), { name: 'Bo Ruiz', phone: '5095550100' })
  const arrives = (text: string) =>
    waitUntil(180, `an alert: ${text}`, () =>
      alertsIn(receiver).some((each) => each.includes(text)),
    )
  await arrives('Rejected callback leads: 1.')
  receiver.respondByDefault(() => 'accept')
  await machine.run(`cp /etc/site/env /run/env
    echo 'DATABASE_URL=mysql://db.example.com/site' >> /etc/site/env
    systemctl restart site site-backup || true`)
  for (const unit of ['site@3000', 'site@3001', 'site-backup'])
    await arrives(`${unit}.service has failed`)
  await arrives('It cannot start: DATABASE_URL must be file:PATH or postgres')
  // Not one for each attempt.
  await sleep(10_000)
  const aboutUnits = alertsIn(receiver).filter((text) => text.includes('.service has failed'))
  expect(aboutUnits.length, 3, `alerts: ${aboutUnits.join(' ')}`)
  await machine.run(`cat /run/env > /etc/site/env
    systemctl reset-failed 'site@*'
    systemctl reload site
    systemctl is-active site@3000 site@3001`)
}

/** The newest version runs, one that does not start does not stay, and meanwhile no post is refused. */
async function updateUnderLoad(machine: Machine, receiver: WebhookReceiver): Promise<void> {
  receiver.reset()
  const before = posted
  const ports = await clientPorts(machine)
  const commit = (change: string) =>
    machine.run(`cd /root/site; ${change}
      git commit --quiet --all --message Change
      git push --quiet origin HEAD:refs/heads/$(git -C /srv/site.git symbolic-ref --short HEAD)
      git rev-parse HEAD`)
  const version = () => machine.run('git -C /srv/source rev-parse HEAD')

  const newer = await commit('echo >> README.md')
  expect(await countRefused(ports, () => show(machine, update)), 0, 'refused posts')
  expect(await version(), newer, 'version')

  await commit("sed -i 's/await start()/process.exit(1)/' instrumentation.ts")
  expect(await countRefused(ports, () => show(machine, update, 1)), 0, 'refused posts')
  expect(await version(), newer, 'version')
  expect(await machine.run('ls /srv/releases | wc -l'), '3\n', 'folders')
  const delivered = () => receiver.received.filter(({ path }) => path !== '/alerts').length
  await waitUntil(60, 'all leads', () => delivered() >= posted - before)
  expect(delivered(), posted - before, 'delivered leads')
}

/** Of ten clients. */
async function clientPorts(machine: Machine): Promise<number[]> {
  const clients = Array.from({ length: 10 }, (_, index) => `127.0.0.${10 + index}`)
  return Promise.all(clients.map((client) => machine.forward(443, client)))
}

/** Posts 500 leads and more while the work is done. */
async function countRefused(ports: number[], work: () => Promise<unknown>): Promise<number> {
  let finished = false
  const statuses: number[] = []
  const clients = ports.map(async (port) => {
    while (!finished || statuses.length < 500) {
      statuses.push(await postLead(port, { name: 'Ana Ruiz' }))
      await sleep(1500)
    }
  })
  await work()
  finished = true
  await Promise.all(clients)
  const refused = statuses.filter((status) => status !== 303)
  console.log(`Of ${statuses.length} posts, ${refused.length} were refused. ${refused.join(' ')}`)
  return refused.length
}

/** Requests a callback as a page without scripts does, and returns the status. */
async function postLead(port: number, entries: Record<string, string>): Promise<number> {
  const origin = 'https://www.example.com'
  const headers = { host: new URL(origin).host }
  // Above the limit of a mailbox or a phone number, leads are held.
  const email = `${randomUUID()}@example.com`
  const phone = `509${2_000_000 + posted++}`
  const send = (request: object) =>
    sendRequest({ port, path: '/', tls: true, headers, ...request }).catch(() => ({
      status: 0,
      body: '',
    }))
  const { hidden } = formIn((await send({})).body, origin)
  const { status } = await send({
    headers: { ...headers, ...multipartType, origin },
    body: multipart(Object.entries({ ...hidden, ...leadEntries, email, phone, ...entries })),
  })
  return status
}

function namesIn({ received }: WebhookReceiver): string[] {
  const leads = received
    .filter(({ path }) => path !== '/alerts')
    .map(({ body }) => JSON.parse(body))
  return leads.map(({ Name, fullName }) => Name ?? fullName)
}

function idsIn({ received }: WebhookReceiver): string[] {
  const leads = received.filter(({ path }) => path !== '/alerts')
  return leads.map(({ headers }) => String(headers['webhook-id']))
}

function alertsIn({ received }: WebhookReceiver): string[] {
  return received.flatMap(({ path, body }) => (path === '/alerts' ? JSON.parse(body).text : []))
}

async function show(machine: Machine, commands: string, expected = 0): Promise<string> {
  const { status, output } = await machine.attempt(commands, (text) => process.stdout.write(text))
  expect(status, expected, commands)
  return output
}

function expect(actual: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(actual, expected))
    throw new Error(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`)
}

async function versionsOf(machine: Machine): Promise<string> {
  const versions = await machine.run(`cat /etc/debian_version
    node --version
    npm --version
    nginx -v 2>&1 | sed 's|.*/||'
    systemctl --version | sed -n 's/^systemd \\([0-9]*\\).*/\\1/p'`)
  const [debian, node, npm, nginx, systemd] = versions.trim().split('\n')
  return `Debian ${debian} (Node.js ${node}, npm ${npm}, nginx ${nginx}, systemd ${systemd})`
}

function keepPackages(machine: Machine): void {
  mkdirSync(packages, { recursive: true })
  const isPackage = (path: string) => !/\/(lock|partial)$/.test(path)
  const from = machine.path('/var/cache/apt/archives')
  cpSync(from, packages, { recursive: true, filter: isPackage })
}

function output(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' })
}
