import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from '../../support/browser/test'
import { codeBlocks } from '../../support/process/files'
import { sleep } from '../../support/process/wait'
import { actionKey } from '../../support/site/other-build'
import { eventsIn } from '../../support/site/site'
import {
  book,
  bookableDay,
  clickUntilBooked,
  fillBusiness,
  fillContact,
  openReview,
} from '../../support/visitor/booking'
import { openBrowser, origin, postLead, prepareMachine, statusOf, useBuild } from './deployed-site'
import { Machine } from './machine'

/** The scripts for Debian, and the commands of docs/operations.md, run as they are in a copy of this machine. */

test.describe.configure({ mode: 'serial' })

const install = '/project/scripts/install-debian.sh www.example.com --yes /run/answers'
const update = '/srv/source/scripts/update.sh'
const build = '/srv/source/.next/standalone/.next'
const chunks = `${build}/static/chunks`

let machine: Machine
let port: number
const run = (commands: string) => machine.run(commands)
/** Whether the server answers what nginx's cache cannot. */
const isUp = async () => (await statusOf(port, '/nowhere')) === 404
const builtFiles = async () => (await run(`ls ${chunks}`)).split('\n')
/** A port of a visitor whose requests arrive from this address. A client waits two seconds after each form. */
const portOf = (clientAddress: string) => machine.forward(443, clientAddress)

test.beforeAll(async ({ receiver }) => {
  machine = await Machine.start()
  await prepareMachine(machine, receiver)
  port = await machine.forward(443)
})

test.afterAll(async () => {
  await machine?.stop()
})

test('the set-up ends with a running site behind nginx', async ({ receiver }) => {
  const answers = {
    CALLBACK_WEBHOOK_URL: receiver.url('/plumbing_xperience'),
    BOOKING_WEBHOOK_URL: receiver.url('/landing_page_book_demo'),
    ALERT_WEBHOOK_URL: receiver.url('/alerts'),
    SUPPORT_EMAIL: 'help@example.com',
    PRIVACY_URL: 'https://example.com/privacy',
    // The builds were made before with a key of their own.
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionKey(),
  }
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(machine.path('/run/answers'), lines.join(''))
  await useBuild(machine, '.next/standalone')
  const { status, output } = await machine.attempt(install)
  // The build was made before, without the origin.
  expect(status, output).toBe(1)
  expect(output.split('What is left to do:')[1]?.match(/^- .{30}/gm)).toEqual([
    '- The backups stay on this machi',
    '- The check has failed: see abov',
  ])
  expect(output).not.toContain('[warn]')
  expect(receiver.received.map(({ path }) => path)).toEqual(['/alerts'])

  // A renewal.
  await run('certbot --webroot-path /var/www/html --again; systemctl reload nginx')
  const version = `curl -sk -o /dev/null -w '%{http_version}' ${origin} || true`
  await expect.poll(() => run(version)).toBe('2')
  expect(await run('systemctl show --property TimersCalendar logrotate.timer')).toContain(
    'OnCalendar=*-*-* *:00:00',
  )
  await run('truncate --size 101M /var/log/nginx/access.log; logrotate /etc/logrotate.conf')
  expect(await run('stat -c %s /var/log/nginx/access.log')).toBe('0\n')
  expect(await run('stat -c "%a %U" /etc/site/env /etc/site/backup')).toBe('640 root\n640 root\n')
  expect(await run('systemctl is-enabled site')).toBe('enabled\n')
  for (const port of [3000, 3001]) {
    const pid = await run(`systemctl show --property MainPID --value site@${port}`)
    expect(await run(`ps -o user= -p ${pid}`)).toBe('site\n')
  }
  expect(await run('stat -c "%a %U" /var/lib/site /var/lib/site/leads.db')).toBe(
    '700 site\n600 site\n',
  )
  expect(await run('ls -A /srv/source/.next/standalone')).not.toContain('.env')
  const log = await run('journalctl --unit site@3000 --identifier site --utc --output cat')
  // The build was made before, without these settings.
  const events = eventsIn(log).map(({ event, warning }) => String(warning ?? event).split(' ')[0])
  const ofTheSite = events.filter((event) => event !== 'console')
  expect(ofTheSite.slice(0, 4)).toEqual(['SITE_URL', 'PRIVACY_URL', 'SUPPORT_EMAIL', 'listening'])
  expect(await run('cat /var/log/nginx/error.log')).toBe('')
  const units = '/etc/systemd/system/site.service /etc/systemd/system/site@3000.service'
  const verify = `systemd-analyze verify ${units} 2>&1 | grep site | grep --invert-match RestartMode || true`
  expect(await run(verify)).toBe('')
  receiver.reset()
})

test('a second run changes what differs, and keeps an nginx.conf that was changed by hand', async () => {
  const rerun = async () => (await machine.attempt(install)).output
  await run('echo SUPPORT_PHONE=5095550100 >> /run/answers')
  const output = await rerun()
  expect(output).toContain('SUPPORT_PHONE is written to /etc/site/env.')
  for (const same of ['CALLBACK_WEBHOOK_URL', 'nginx.conf', 'connection-limit.nft'])
    expect(output).not.toContain(same)
  await run('echo "# by hand" >> /etc/nginx/nginx.conf')
  expect(await rerun()).not.toContain('nginx.conf')
  await run(`cp -r /etc/letsencrypt/live/www.example.com /run/own
    echo CERTIFICATE=/run/own/fullchain.pem >> /run/answers
    echo CERTIFICATE_KEY=/run/own/privkey.pem >> /run/answers`)
  expect(await rerun()).toContain('/etc/nginx/nginx.conf was changed by hand, and is kept.')
  expect(await run('tail -1 /etc/nginx/nginx.conf')).toBe('# by hand\n')
  expect(await run('cat /etc/nginx/nginx.conf.new')).toContain(
    'ssl_certificate_key /run/own/privkey.pem;',
  )
  await run(
    'cp /etc/site/nginx.conf /etc/nginx/nginx.conf; truncate --size 0 /etc/site/certificate',
  )
})

/** How many connections open, of one from each of these addresses, once one from the other address is open. */
async function countOpen(addresses: string[], other: string): Promise<number> {
  const host = other.includes(':') ? '::1' : '127.0.0.1'
  const output = await run(`node -e '
    const { connect } = require("node:net")
    let opened = 0
    const open = (localAddress) => connect({ port: 443, host: "${host}", localAddress })
    for (const address of ${JSON.stringify(addresses)}) open(address).on("connect", () => opened++)
    open("${other}").on("connect", () => setImmediate(() => {
      console.log(opened)
      process.exit()
    }))'`)
  return Number(output)
}

test('an address gets 200 connections, also after the rules of nftables are loaded again', async () => {
  const other = '127.0.1.1'
  expect(await countOpen(Array(250).fill('127.0.1.2'), other)).toBe(200)
  await run('systemctl restart nftables')
  expect(await countOpen(Array(250).fill('127.0.1.3'), other)).toBe(200)
  // This does not wait for the unit that reloads after it.
  await run('systemctl reload nftables')
  await expect.poll(() => run('nft list tables')).toContain('table inet connection_limit')
  expect(await countOpen(Array(250).fill('127.0.1.4'), other)).toBe(200)
  await run('systemctl stop connection-limit')
  expect(await countOpen(Array(250).fill('127.0.1.5'), other)).toBe(250)
  await run('systemctl start connection-limit')
})

test('an IPv6 /64 gets 200 connections, and a /48 gets 800', async () => {
  const other = '2001:db8:2::1'
  const ofOne64 = Array.from({ length: 250 }, (_, index) => `2001:db8:0:1::${index + 1}`)
  const eighteen64 = Array.from({ length: 18 }, (_, index) => `2001:db8:1:${index}::1`)
  const ofOne48 = Array.from({ length: 50 }, () => eighteen64).flat()
  const lines = [other, ...ofOne64, ...eighteen64].map((each) => `addr add ${each}/128 dev lo`)
  await run(`ip -batch - <<'END'\n${lines.join('\n')}\nEND`)
  expect(await countOpen(ofOne64, other)).toBe(200)
  expect(await countOpen(ofOne48, other)).toBe(800)
  // With such an address, programs look for those of other machines too.
  await run('ip -6 addr flush dev lo scope global')
})

test('the health, test leads, and a lead of a form', async ({ receiver }) => {
  const [, tests, health] = codeBlocks('docs/deploying.md', '### Set up', 'sh')
  const trust = 'export CURL_CA_BUNDLE=/etc/letsencrypt/live/www.example.com/fullchain.pem\n'
  const report = await run(trust + health?.replace('curl ', 'curl --silent '))
  expect(JSON.parse(report)).toEqual({
    ok: true,
    webhooks: { CALLBACK_WEBHOOK_URL: 'set', BOOKING_WEBHOOK_URL: 'set' },
    journal: 'sqlite',
    leads: { pending: 0, leased: 0, delivered: 0, dead: 0, held: 0 },
    oldestUndelivered: null,
    oldestHeld: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^[\da-f]{40}$/),
    journalBytes: expect.any(Number),
    unrecorded: 0,
    lastDelivered: null,
    lastMaintenance: null,
  })
  expect((await run(tests ?? '')).match(/^delivered +200 /gm)).toHaveLength(2)
  const lead = { name: 'Flo Ruiz', phone: '5095550188' }
  expect(await postLead(await portOf('127.0.0.8'), lead)).toBe(303)
  expect(await run(tests ?? '')).toMatch(/^delivered +[\da-f-]{36} /m)
  const names = receiver.received.map(({ body }) => JSON.parse(body))
  expect(names.map(({ Name, fullName }) => Name ?? fullName)).toEqual([
    'Test Lead',
    'Test Lead',
    'Flo Ruiz',
    'Test Lead',
    'Test Lead',
  ])
})

test('pages that were opened before an update book after it, with scripts and without', async ({
  receiver,
}) => {
  const visit = { ignoreHTTPSErrors: true, baseURL: origin, reducedMotion: 'reduce' } as const
  const browser = await openBrowser(port)
  const otherBrowser = await openBrowser(await portOf('127.0.0.9'))
  const page = await browser.newPage(visit)
  const failures: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`)
  })
  const day = await openReview(page, origin)
  const plain = await otherBrowser.newPage({ ...visit, javaScriptEnabled: false })
  await plain.goto('/book-demo')
  await fillContact(plain, { fullName: 'Noa Scripts' })
  await fillBusiness(plain)
  await plain.getByLabel('Preferred Date').fill(bookableDay())
  await plain.getByLabel('Preferred Time').selectOption('1:00 PM')
  const before = await builtFiles()
  // Long after the last update: these files are still in use.
  await run(`find ${chunks} ${build}/BUILD_ID -exec touch --date='100 days ago' {} +`)
  await run(
    `touch --date='100 days ago 1 hour ago' ${build}/static/before.js; touch --date='100 days ago' ${chunks}/*`,
  )

  await useBuild(machine, 'tests/results/other-build')
  await run(update)
  await expect.poll(() => run('curl -s http://127.0.0.1:3000/ || true')).toContain('(509) 555-0199')
  const after = await builtFiles()
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.length).toBeGreaterThan(before.length)
  expect(await run(`ls ${build}/static`)).not.toContain('before.js')

  await clickUntilBooked(page)
  expect(receiver.onlyBody).toMatchObject({ fullName: "Ana O'Brien", preferredDate: day })
  await book(plain).click()
  await expect(plain).toHaveURL(/\/thank-you\?demo=\d{8}T130000$/)
  expect(receiver.received.map(({ body }) => JSON.parse(body).fullName)).toEqual([
    "Ana O'Brien",
    'Noa Scripts',
  ])
  expect(failures).toEqual([])
  await browser.close()
  await otherBrowser.close()
})

test('while the instances restart in turn, and one waits for a slow webhook, nobody is refused', async ({
  receiver,
}) => {
  receiver.respondWith('hang')
  const slow = postLead(await portOf('127.0.0.2'), { name: 'Ana Ruiz' })
  await expect.poll(() => receiver.received.length).toBe(1)
  const statuses: number[] = []
  let finished = false
  // Of the first two, nginx's cache has none.
  const clients = ['/nowhere', '/api/health', '/'].map(async (path) => {
    while (!finished) {
      statuses.push(await statusOf(port, path))
      await sleep(50)
    }
  })
  await expect.poll(() => statuses.length).toBeGreaterThan(50)
  await run('systemctl reload site')
  finished = true
  await Promise.all(clients)
  expect([...new Set(statuses)].sort()).toEqual([200, 404])
  expect(await slow).toBeLessThan(500)
})

const operations = 'docs/operations.md'
const [defineLeads = ''] = codeBlocks(operations, '# Operating', 'sh')
const recipe = (heading: string) => codeBlocks(operations, heading, 'sh')

/** Runs commands that use `leads` as the document defines it, with an input and variables of the operator. */
const operate = (commands: string, input = '', variables = '') =>
  run(`exec <<< '${input}'\n${defineLeads}\n${variables}\n${commands}`)

async function statesOfLeads(): Promise<string[]> {
  return (await listedLeads()).map(({ state }) => state).sort()
}

async function listedLeads(): Promise<{ id: string; state: string }[]> {
  await operate('leads list --json > /run/leads.json')
  return JSON.parse(readFileSync(machine.path('/run/leads.json'), 'utf8'))
}

test('the address of a webhook is changed in its file, and waiting leads go to the new one', async ({
  receiver,
}) => {
  const recipes = recipe('## Change the address of a webhook')
  expect(recipes).toHaveLength(3)
  const [testNew = '', restart = '', writeFile = ''] = recipes
  const setAddress = (path: string) => operate(writeFile, '', `URL=${receiver.url(path)}`)
  await setAddress('/old')
  await run(`sed -i 's|^CALLBACK_WEBHOOK_URL=.*|CALLBACK_WEBHOOK_URL_FILE=/etc/site/callback|' /etc/site/env
    systemctl restart site`)
  await expect.poll(isUp).toBe(true)
  receiver.respondByDefault(({ path }) => (path === '/old' ? 410 : 'accept'))
  expect(await postLead(await portOf('127.0.0.3'), { name: 'Di Ruiz' })).toBe(200)
  receiver.reset()

  const tested = await operate(testNew, receiver.url('/new-token-123'))
  await setAddress('/new-token-123')
  const output = tested + (await operate(restart))
  expect(
    output.match(/delivered +200 .*It answered\. Look there whether its run succeeded/g),
  ).toHaveLength(2)
  expect(output).toContain('Read CALLBACK_WEBHOOK_URL_FILE as the user site.')
  expect(output).not.toContain('token-123')
  const pathsOf = (wanted: string) =>
    receiver.received.flatMap(({ body, path }) => (JSON.parse(body).Name === wanted ? path : []))
  // On a slow machine the lead is due again before the change, and goes to the old address once more.
  await expect.poll(() => pathsOf('Di Ruiz').join(' ')).toMatch(/^(\/old )*\/new-token-123$/)
  expect(pathsOf('Test Lead')).toEqual(['/new-token-123', '/new-token-123'])
  await expect.poll(isUp).toBe(true)
  expect(await postLead(await portOf('127.0.0.4'), { name: 'Bo Ruiz' })).toBe(303)
  receiver.reset()
})

test('a backup is restored, with every lead, and sends none by itself', async () => {
  const blocks = recipe('## Back up and restore')
  expect(blocks).toHaveLength(5)
  const [backup = '', restore = '', makeSmaller = ''] = blocks
  await operate(backup)
  const copy = (await run('ls /var/lib/site/backup-*.db')).trim()
  const before = await statesOfLeads()
  expect(before.length).toBeGreaterThan(2)
  const lead = { name: 'Cy Ruiz', phone: '5095550149' }
  expect(await postLead(await portOf('127.0.0.5'), lead)).toBe(303)
  expect(await statesOfLeads()).toHaveLength(before.length + 1)
  await operate(restore, '', `BACKUP=${copy}`)
  const setAside = before.map((state) => (/pending|leased/.test(state) ? 'dead' : state))
  expect(await statesOfLeads()).toEqual(setAside.sort())
  await expect.poll(isUp).toBe(true)

  await operate(makeSmaller)
  await expect.poll(isUp).toBe(true)
  expect(await statesOfLeads()).toEqual(setAside.sort())

  expect(await run('systemctl is-active site-backup.timer')).toBe('active\n')
  await run("touch --date='16 days ago' /var/lib/site/backup-*")
  await run('systemctl start site-backup')
  const today = (await run('date +%F')).trim()
  expect(await run('stat -c "%n %a %U" /var/lib/site/backup-*.db*')).toMatch(
    new RegExp(`^/var/lib/site/backup-${today}T\\d{6}\\.db\\.gz 600 site\n$`),
  )
})

test('a server that does not start and a backup that fails send alerts', async ({ receiver }) => {
  await run(`cp /etc/site/env /run/env
    echo 'DATABASE_URL=mysql://db.example.com/site' >> /etc/site/env`)
  await run('systemctl restart site; systemctl start site-backup || true')
  const alerts = () =>
    receiver.received.flatMap(({ path, body }) => (path === '/alerts' ? JSON.parse(body).text : []))
  const text = (unit: string) =>
    expect.stringMatching(
      `: ${unit}.service has failed. Look at: journalctl --unit ${unit}.service`,
    )
  await expect
    .poll(() => alerts().sort())
    .toEqual([text('site-backup'), text('site@3000'), text('site@3001')])
  await run('cat /run/env > /etc/site/env; systemctl reset-failed; systemctl start site')
  await expect.poll(isUp).toBe(true)
  receiver.reset()
})

test('the data of one person is found, shown and deleted, and at last its proof of consent', async () => {
  const [find = '', remove = '', removeProof = ''] = recipe('## The data of one person')
  const found = await operate(find, '+1 (509) 555-0147')
  const rows = found.matchAll(/^(?:delivered|pending) +([\da-f-]{36})/gm)
  const ids = [...rows].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(0)
  const filesWithNumber = async () => {
    const files = '/var/lib/site/leads.db /var/lib/site/leads.db-wal'
    return run(`grep --files-with-matches --extended-regexp '555-?0147' ${files} || true`)
  }
  for (const id of ids) {
    const output = await operate(remove, '', `ID=${id} PERSON=5095550147`)
    expect(output).toMatch(/Ana|Bo|Di|Noa/)
    expect(output).toContain('Consent is not a condition of purchase.')
    expect(output).toContain(`${id} is deleted from the journal.`)
  }
  expect(await operate(find, '5095550147')).toContain('No leads.')
  expect(await filesWithNumber()).not.toBe('')
  for (const id of ids) await operate(removeProof, '', `ID=${id}`)
  expect(await filesWithNumber()).toBe('')
})

test('a backup of PostgreSQL is restored, without the leads that were deleted since', async () => {
  const [verified = '', restore] = recipe('### PostgreSQL')
  // The certificate that Debian makes for PostgreSQL is not verified.
  const address = verified.replace('?sslmode=verify-full', '')
  const copy = '/var/lib/site/copy.dump'
  const password = 'token-1234'
  await run(`echo 127.0.0.1 db.example.com >> /etc/hosts
    version=$(ls /usr/lib/postgresql | sort --numeric-sort | tail --lines 1)
    pg_createcluster --port 5432 $version site
    pg_ctlcluster $version site start
    cd /
    POSTGRES_PASSWORD=${password} runuser -u postgres -- psql --set ON_ERROR_STOP=1 --file /project/docs/compose-database.sql
    sed -i 's|^DATABASE_URL=.*|DATABASE_URL=postgres://site:${password}@db.example.com/site|' /etc/site/env
    systemctl restart site`)
  await expect.poll(isUp).toBe(true)
  const superusers = 'SELECT rolname, rolpassword FROM pg_authid WHERE rolsuper'
  const asSuperuser = `cd /; runuser -u postgres -- psql --tuples-only --no-align --command "${superusers}"`
  expect(await run(asSuperuser)).toBe('postgres|\n')
  const lead = { name: 'Gus Ruiz', phone: '5095550166' }
  const postFrom = async (clientAddress: string, name: string) =>
    expect(await postLead(await portOf(clientAddress), { ...lead, name })).toBe(303)
  await postFrom('127.0.0.10', 'Gus Ruiz')
  const kept = await listedLeads()
  await postFrom('127.0.0.11', 'Hal Ruiz')
  const both = await listedLeads()
  expect([kept.length, both.length]).toEqual([1, 2])
  await operate(`leads backup ${copy}`)
  const [deleted] = both.filter(({ id }) => id !== kept[0]?.id)
  await operate(`leads delete ${deleted?.id} --with-consent`)
  await postFrom('127.0.0.12', 'Ike Ruiz')
  expect(await listedLeads()).toHaveLength(2)
  const output = await operate(`${address}${restore}`, password, `BACKUP=${copy}`)
  expect(output).not.toContain(password)
  expect(await listedLeads()).toEqual(kept)
  await expect.poll(isUp).toBe(true)
})
