import { execFileSync } from 'node:child_process'
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
import { codeBlocks, temporaryFolder } from '../../support/process/files'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'
import { root } from '../../support/site/site'
import { certbot, postLead } from './deployed-site'
import { Machine } from './machine'

/**
 * `npm run tool -- debian`: runs the commands of docs/deploying.md as they are printed, from an empty Debian 12 and an empty
 * Debian 13 to a lead that is delivered. It uses the last commit. Needs root, debootstrap, slirp4netns, and packages of
 * Debian and npm. The empty trees, and the packages that were downloaded, are kept in tests/results/debian.
 *
 * What stands for the internet:
 * - www.example.com is this machine: /etc/hosts.
 * - `certbot` checks the challenge, and makes a certificate that only these commands trust.
 * - The address of the repository leads to a copy of it: `git config url.….insteadOf`.
 * - The addresses of the webhooks in /etc/site/env are replaced, as an operator does.
 * - The form is sent as a browser without scripts does.
 */

const releases = { bookworm: 12, trixie: 13 }
const folder = join(root, 'tests/results/debian')
const authorities = '/etc/authorities.pem'
const document = 'docs/deploying.md'
const setUp = codeBlocks(document, '### Set up', 'sh')
const update = codeBlocks(document, '### Update', 'sh').join('')

if (process.getuid?.() !== 0) throw new Error('npm run tool -- debian needs root.')
for (const [name, version] of Object.entries(releases)) await walk(name, version)
process.exit()

async function walk(release: string, version: number): Promise<void> {
  const began = performance.now()
  const receiver = await WebhookReceiver.start()
  const machine = await Machine.boot({ tree: emptyTree(release), environment: environment() })
  if (typeof machine === 'string') throw new Error(machine)
  try {
    await prepare(machine, receiver, release)
    await walkThrough(machine, receiver, version)
    await expectJson(machine)
    const minutes = Math.round((performance.now() - began) / 60_000)
    console.log(
      `\n${await versionsOf(machine)}: the lead was delivered after ${minutes} minutes.\n`,
    )
  } finally {
    keepPackages(machine, release)
    await machine.stop()
    await receiver.stop()
  }
}

function emptyTree(release: string): string {
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

async function prepare(machine: Machine, receiver: WebhookReceiver, release: string) {
  await machine.connect()
  await machine.expose(Number(new URL(receiver.url('')).port))
  const { NODE_EXTRA_CA_CERTS: ownAuthorities } = process.env
  writeFileSync(
    machine.path(authorities),
    ownAuthorities ? readFileSync(ownAuthorities, 'utf8') : '',
  )
  const access = output('apt-config', 'dump').match(/^Acquire::(https?|Check-\w+)\b.*$/gm) ?? []
  writeFileSync(machine.path('/etc/apt/apt.conf.d/access'), access.join('\n'))
  if (existsSync(packagesOf(release)))
    cpSync(packagesOf(release), machine.path('/var/cache/apt/archives'), { recursive: true })
  writeFileSync(machine.path('/etc/hosts'), '127.0.0.1 localhost www.example.com\n')
  machine.replaceProgram('certbot', `${certbot}\ncat fullchain.pem >> ${authorities}`)
  const repository = temporaryFolder('repository')
  output('git', 'clone', '--quiet', '--bare', root, repository)
  cpSync(repository, machine.path('/srv/site.git'), { recursive: true })
  writeFileSync(
    machine.path('/root/.gitconfig'),
    '[url "/srv/site.git"]\n  insteadOf = https://git.example.com/site.git\n',
  )
}

async function walkThrough(machine: Machine, receiver: WebhookReceiver, version: number) {
  const [packages, newerNode, user, settings, clone, ...rest] = setUp
  const [certificate, nginx, rotation, connectionLimit, check, health, tests, list, ...others] =
    rest
  if (!list || others.length > 0) throw new Error(`${document} has other commands than before`)
  const setWebhooks = `sed -i 's|https://hooks.example.com|${receiver.url('')}|' /etc/site/env\n`
  const installed = [packages, ...(version < 13 ? [newerNode] : []), user, settings, setWebhooks]
  const served = [clone, update, certificate, nginx, rotation, connectionLimit]
  await show(machine, [...installed, ...served, check, health, tests].join(''))
  await postLead(await machine.forward(443), { name: 'Ana Ruiz' })
  const listed = await show(machine, `${tests}${list}`)
  const { received } = receiver
  const names = received
    .map(({ body }) => JSON.parse(body))
    .map(({ Name, fullName }) => Name ?? fullName)
  const isDelivered = /^delivered +[\da-f-]{36} /m.test(listed)
  if (!isDelivered || !names.includes('Ana Ruiz'))
    throw new Error(`The lead was not delivered. The webhooks got: ${names.join(', ')}`)
}

async function show(machine: Machine, commands: string): Promise<string> {
  const { status, output } = await machine.attempt(commands, (text) => process.stdout.write(text))
  if (status !== 0) throw new Error(`A command ended with ${status}.`)
  return output
}

/** The server of the document logs lines of JSON only. */
async function expectJson(machine: Machine): Promise<void> {
  const log = await machine.run('journalctl --identifier node --output cat')
  for (const line of log.trim().split('\n')) JSON.parse(line)
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

function packagesOf(release: string): string {
  return join(folder, `${release}-packages`)
}

function keepPackages(machine: Machine, release: string): void {
  mkdirSync(packagesOf(release), { recursive: true })
  const isPackage = (path: string) => !/\/(lock|partial)$/.test(path)
  const from = machine.path('/var/cache/apt/archives')
  cpSync(from, packagesOf(release), { recursive: true, filter: isPackage })
}

function output(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' })
}
