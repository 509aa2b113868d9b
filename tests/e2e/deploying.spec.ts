import { readFileSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { bookableDay, clickUntilBooked, openReview, visitor } from '../support/booking'
import { codeBlocks } from '../support/documents'
import { Machine } from '../support/machine'
import { formIn } from '../support/native-post'
import { multipart, multipartType } from '../support/raw-http'
import { root } from '../support/site'
import { expect, test } from '../support/test'
import { sleep } from '../support/wait'

/** The commands of docs/deploying.md and docs/operations.md, run as they are in a copy of this machine. */

test.describe.configure({ mode: 'serial' })

const document = 'docs/deploying.md'
const origin = 'https://www.example.com'
const setUp = codeBlocks(document, '### Set up', 'sh')
const update = codeBlocks(document, '### Update', 'sh').join('')
const chunks = '/srv/site/.next/static/chunks'

let machine: Machine
let port: number
/** A browser of a visitor whose requests arrive at this forwarded port. */
let openBrowser: (port: number) => Promise<Browser>

test.beforeAll(async ({ receiver, launchOptions }) => {
  const started = await Machine.start()
  test.skip(typeof started === 'string', String(started))
  machine = started as Machine
  await machine.expose(Number(new URL(receiver.url('')).port))
  useBuild('/project/.next/standalone')
  // These programs need the internet.
  machine.replaceProgram('apt-get', 'exit 0')
  machine.replaceProgram('npm', npm)
  machine.replaceProgram('certbot', certbot)
  run('cp -r /project/docs /srv/source/')
  port = await machine.forward(443)
  openBrowser = (port) => {
    const rule = `--host-resolver-rules=MAP www.example.com:443 127.0.0.1:${port}`
    return chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), rule] })
  }
})

test.afterAll(async () => {
  await machine?.stop()
})

/** `npm run build` copies a build, because a new one takes minutes. `npm run leads` is that of the project. */
const npm = `[ "$1 $2" != "run leads" ] || exec /usr/bin/node /project/scripts/leads.mjs "\${@:5}"
[ "$1 $2" = "run build" ] || exit 0
mkdir -p .next
rm -rf .next/standalone
cp -r "$(cat /run/build)" .next/standalone`

/** Checks that nginx answers the challenge, and makes a certificate that browsers do not trust. */
const certbot = `[[ "$*" == *"--webroot-path /var/www/html "* ]]
mkdir -p /var/www/html/.well-known/acme-challenge /etc/letsencrypt/live/www.example.com
echo proof > /var/www/html/.well-known/acme-challenge/token
[ "$(curl -s -H 'Host: www.example.com' http://127.0.0.1/.well-known/acme-challenge/token)" = proof ]
cd /etc/letsencrypt/live/www.example.com
openssl req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=www.example.com -keyout privkey.pem -out fullchain.pem`

function useBuild(folder: string) {
  run(`echo ${folder} > /run/build`)
}

function run(commands: string): string {
  const { status, output } = machine.run(commands)
  if (status !== 0) throw new Error(`${commands} ended with ${status}:\n${output}`)
  return output
}

test('the set-up ends with a running site behind nginx', { tag: '@deep' }, async ({ receiver }) => {
  expect(setUp).toHaveLength(6)
  const [packages = '', settings = '', link = '', service = '', certificate = '', nginx = ''] =
    setUp
  run(packages)
  run(settings)
  expect(run('stat -c "%a %U" /etc/site/env').trim()).toBe('600 site')
  // What an operator fills in: the addresses of the webhooks. The builds were made before with a key of their own.
  const manifest = readFileSync(join(root, '.next/server/server-reference-manifest.json'), 'utf8')
  const { encryptionKey } = JSON.parse(manifest)
  run(
    `sed -i 's|https://hooks.example.com|${receiver.url('')}|; s|^\\(NEXT_.*_KEY\\)=.*|\\1=${encryptionKey}|' /etc/site/env`,
  )
  run(link)
  run(update.replace('systemctl restart site\n', ''))
  run(service)
  run(
    'for i in $(seq 100); do curl -sf http://127.0.0.1:3000/ > /dev/null && exit; sleep 0.1; done; exit 1',
  )
  run('systemctl start nginx')
  run(certificate)
  run(nginx)
  // The challenge of a renewal.
  run('certbot --webroot-path /var/www/html --again')

  expect(run('systemctl is-enabled site').trim()).toBe('enabled')
  expect(run('ps -o user= -p $(systemctl show --property MainPID --value site)').trim()).toBe(
    'site',
  )
  expect(run('stat -c "%a %U" /var/lib/site/leads.db')).toMatch(/ site$/m)
  expect(run('ls -A /srv/site')).not.toContain('.env')
  const log = run('journalctl --unit site --utc --output cat')
  // The build was made before, without the contact.
  expect(log.replace(/.*SUPPORT_EMAIL.*/, '')).not.toContain('"warning"')
  expect(run('cat /var/log/nginx/error.log')).toBe('')
  expect(
    run('systemd-analyze verify /etc/systemd/system/site.service 2>&1 | grep site || true'),
  ).toBe('')
})

test('pages that were opened before an update book after it, with scripts and without', {
  tag: '@deep',
}, async ({ receiver }) => {
  const visit = { ignoreHTTPSErrors: true, baseURL: origin, reducedMotion: 'reduce' } as const
  // Two visitors with addresses of their own: a client waits two seconds after each form.
  const browser = await openBrowser(port)
  const otherBrowser = await openBrowser(await machine.forward(443, '127.0.0.9'))
  const page = await browser.newPage(visit)
  const failures: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`)
  })
  const day = await openReview(page, origin)
  const plain = await otherBrowser.newPage({ ...visit, javaScriptEnabled: false })
  await plain.goto('/book-demo')
  for (const [name, value] of Object.entries({ ...visitor, fullName: 'Noa Scripts' }))
    await plain.locator(`[name=${name}]`).fill(value)
  await plain.getByLabel('Preferred Date').fill(bookableDay())
  await plain.getByLabel('Preferred Time').selectOption('1:00 PM')
  const before = run(`ls ${chunks}`).split('\n')
  // Long after the last update: these files are still in use.
  run(`find ${chunks} /srv/site/.next/BUILD_ID -exec touch --date='100 days ago' {} +`)
  run(
    `touch --date='100 days ago 1 hour ago' /srv/site/.next/static/before.js; touch --date='100 days ago' ${chunks}/*`,
  )

  useBuild('/project/tests/results/builds/same-key')
  run(update)
  await expect
    .poll(() => machine.run('curl -sf http://127.0.0.1:3000/').output)
    .toContain('(509) 555-0188')
  const after = run(`ls ${chunks}`).split('\n')
  expect(after).toEqual(expect.arrayContaining(before))
  expect(after.length).toBeGreaterThan(before.length)
  expect(run('ls /srv/site/.next/static')).not.toContain('before.js')

  await clickUntilBooked(page)
  expect(receiver.onlyBody).toMatchObject({ fullName: "Ana O'Brien", preferredDate: day })
  await plain.getByRole('button', { name: 'Book My Free Demo' }).click()
  await expect(plain).toHaveURL(/\/thank-you$/)
  expect(receiver.received.map(({ body }) => JSON.parse(body).fullName)).toEqual([
    "Ana O'Brien",
    'Noa Scripts',
  ])
  expect(failures).toEqual([])
  await browser.close()
  await otherBrowser.close()
})

test('a restart during a slow webhook loses only the requests of its own seconds', {
  tag: '@deep',
}, async ({ receiver }) => {
  const restart = async () => {
    const began = performance.now()
    run('systemctl restart site --no-block')
    await expect.poll(() => machine.run('systemctl list-jobs').output).toContain('No jobs')
    await expect.poll(async () => (await fetchPage(`/book-demo?${began}`)).status).toBe(200)
    return performance.now() - began
  }
  const plainMs = await restart()

  receiver.respondWith('hang')
  // Another address than that of the last lead, so that the rate limit accepts the next at once.
  const slow = postLead('127.0.0.2', { name: 'Ana Ruiz', phone: '5095550147' })
  await expect.poll(() => receiver.received.length).toBe(1)
  const failedAt: number[] = []
  let requests = 0
  let finished = false
  const clients = Array.from({ length: 10 }, async () => {
    while (!finished) {
      const { status } = await fetchPage(`/book-demo?${requests++}`)
      if (status !== 200) failedAt.push(performance.now())
      await sleep(100)
    }
  })
  await expect.poll(() => requests).toBeGreaterThan(50)
  await restart()
  await sleep(1000)
  finished = true
  await Promise.all(clients)
  // No longer than without a slow webhook. On a busy machine, a start takes seconds.
  const failingMs = (failedAt.at(-1) ?? 0) - (failedAt[0] ?? 0)
  expect(failingMs).toBeLessThan(plainMs + 1000)
  expect((await slow).status).toBeLessThan(500)
})

test('the settings mean the same to systemd, Next.js, and the shell', { tag: '@deep' }, () => {
  const [settings = ''] = codeBlocks(document, '### Special characters in `/etc/site/env`', 'ini')
  const plain = 'aZ09_%+,-./:=?@'
  const expected = {
    DATABASE_URL: 'postgres://site:pa$word#1@db.example.com/site',
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
    expect(JSON.parse(run(command)), reader).toMatchObject(expected)
})

const operations = 'docs/operations.md'
const [defineLeads = ''] = codeBlocks(operations, '# Operating', 'sh')
const recipe = (heading: string) => codeBlocks(operations, heading, 'sh')

/** Runs commands that use `leads` as the document defines it, with an input and variables of the operator. */
async function operate(commands: string, input = '', variables = ''): Promise<string> {
  const all = `exec <<< '${input}'\n${defineLeads}\n${variables}\n${commands}`
  const { status, output } = await machine.runBeside(all)
  if (status !== 0) throw new Error(`${all} ended with ${status}:\n${output}`)
  return output
}

async function statesOfLeads(): Promise<string[]> {
  const output = await operate('leads list --json')
  const list = output.slice(output.indexOf('\n[') + 1, output.lastIndexOf(']') + 1)
  const leads: { state: string }[] = JSON.parse(list)
  return leads.map(({ state }) => state).sort()
}

async function postLead(clientAddress: string, entries: Record<string, string>): Promise<Page> {
  const { hidden } = formIn((await fetchPage('/')).html, origin)
  return fetchPage(
    '/',
    {
      port: await machine.forward(443, clientAddress),
      method: 'POST',
      headers: { ...multipartType, origin },
    },
    multipart(Object.entries({ ...hidden, businessName: 'Ruiz & Sons', ...entries })),
  )
}

test('an address is rotated in its file without a restart, and waiting leads go to the new one', {
  tag: '@deep',
}, async ({ receiver }) => {
  // The change to a file that the document describes.
  run(`install -o site -g site -m 400 /dev/stdin /etc/site/callback <<< '${receiver.url('/old')}'
    sed -i 's|^CALLBACK_WEBHOOK_URL=.*|CALLBACK_WEBHOOK_URL_FILE=/etc/site/callback|' /etc/site/env
    systemctl restart site`)
  await expect.poll(async () => (await fetchPage('/?rotation')).status).toBe(200)
  receiver.respondByDefault(({ path }) => (path === '/old' ? 410 : 'accept'))
  const lead = { name: 'Di Ruiz', phone: '5095550147' }
  expect((await postLead('127.0.0.3', lead)).status).toBe(200)
  receiver.reset()

  const [rotation = ''] = recipe('## Change the address of a webhook')
  const output = await operate(rotation, receiver.url('/new-token-123'))
  expect(output.match(/delivered +200 .*Nothing\. This address accepts leads\./g)).toHaveLength(2)
  expect(output).toContain('Read CALLBACK_WEBHOOK_URL_FILE as the user site.')
  expect(output).not.toMatch(/token-123|another user/)
  // The lead of the last test may still go to the old address.
  const pathsOf = (wanted: string) =>
    receiver.received.flatMap(({ body, path }) => (JSON.parse(body).Name === wanted ? path : []))
  await expect.poll(() => pathsOf('Di Ruiz')).toEqual(['/new-token-123'])
  expect(pathsOf('Test Lead')).toEqual(['/new-token-123', '/new-token-123'])
  // A file of another user, as a careless operator would make it: the alert and health say so, and nothing is lost.
  run(
    'install -o root -m 400 /etc/site/callback /etc/site/callback.root; mv /etc/site/callback.root /etc/site/callback',
  )
  expect(machine.run(`${defineLeads}\nleads test callback`).output).toContain(
    'CALLBACK_WEBHOOK_URL_FILE names a file that the user site cannot read (EACCES)',
  )
  expect((await postLead('127.0.0.4', { ...lead, name: 'Bo Ruiz' })).status).toBe(303)
  run('chown site /etc/site/callback')
  receiver.reset()
})

test('a backup is restored, with every lead', { tag: '@deep' }, async () => {
  const blocks = recipe('## Back up and restore')
  expect(blocks).toHaveLength(2)
  const [backup = '', restore = ''] = blocks
  await operate(backup)
  const before = await statesOfLeads()
  expect(before.length).toBeGreaterThan(2)
  expect((await postLead('127.0.0.5', { name: 'Cy Ruiz', phone: '5095550149' })).status).toBe(303)
  expect(await statesOfLeads()).toHaveLength(before.length + 1)
  await operate(restore)
  expect(await statesOfLeads()).toEqual(before)
  await expect.poll(async () => (await fetchPage('/?restored')).status).toBe(200)
})

test('the data of one person is found, shown and deleted', { tag: '@deep' }, async () => {
  const [find = '', remove = ''] = recipe('## The data of one person')
  const found = await operate(find, '+1 (509) 555-0147')
  const rows = found.matchAll(/^(?:delivered|pending) +([\da-f-]{36})/gm)
  const ids = [...rows].map(([, id]) => id)
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) {
    const output = await operate(remove, '', `ID=${id}`)
    expect(output).toMatch(/Ana|Bo|Di|Noa/)
    expect(output).toContain(`${id} is deleted from the journal.`)
  }
  expect(await operate(find, '5095550147')).toContain('No leads.')
  expect(
    machine.run('grep -c 5550147 /var/lib/site/leads.db /var/lib/site/leads.db-wal').output,
  ).not.toMatch(/:[1-9]/)
})

type Page = { status: number; html: string }

function fetchPage(path: string, init: RequestOptions = {}, body?: string): Promise<Page> {
  return new Promise((resolve) =>
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        rejectUnauthorized: false,
        agent: false,
        ...init,
        headers: { host: 'www.example.com', ...init.headers },
      },
      (response) => {
        let html = ''
        response.on('data', (chunk) => (html += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, html }))
        response.on('error', () => resolve({ status: 0, html }))
      },
    )
      .on('error', () => resolve({ status: 0, html: '' }))
      .end(body),
  )
}
