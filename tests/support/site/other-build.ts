import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../process/files'
import { root } from './site'

/** A second build with other settings, and copies of the project and of its server. */

/** A recognizable value for every secret variable, to find in responses and logs. */
export const canaries = {
  CALLBACK_WEBHOOK_URL: 'http://127.0.0.1:9/canary-callback',
  BOOKING_WEBHOOK_URL: 'http://127.0.0.1:9/canary-booking',
  ALERT_WEBHOOK_URL: 'http://127.0.0.1:9/canary-alert',
  WEBHOOK_SECRET: `whsec_${btoa('canary of the signatures')}`,
  WEBHOOK_BODY_EXTRAS: 'leadId,attribution,consent',
  DATABASE_URL: 'postgres://canary-user:canary-password@127.0.0.1:9/canary-database',
  LEADS_RETENTION_DAYS: '7391',
  LEADS_PER_HOUR: '739173',
  CRON_SECRET: 'canary of the cron, long enough',
  CLIENT_ADDRESS: 'proxy:73',
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.from('canary key of thirty-two bytes!!').toString(
    'base64',
  ),
} as const

/** The variables whose values the pages show. */
export const publicValues = {
  SITE_URL: 'https://shown-site.example',
  PRIVACY_URL: 'https://shown-privacy.example/policy',
  TERMS_URL: 'https://shown-terms.example/terms',
  SUPPORT_EMAIL: 'shown-help@px.example',
  SUPPORT_PHONE: '(509) 555-0199',
  DEMO_PHONE: '(509) 555-0133',
  CLOSED_DAYS: 'sun,12-25',
} as const

/** What the owner has filled in. */
export const ownerFacts = {
  person: {
    name: 'Dana Reed',
    role: 'founder',
    town: 'Spokane, WA',
    photo: '/icons/icon-512.png',
    sentence:
      'I ran a shop with two trucks for nine years. If the AI gets a call wrong, I pick up.',
  },
  customer: {
    name: 'Luis Ortega',
    company: 'Ortega & Sons Plumbing',
    town: 'Reno, NV',
    photo: '/icons/icon-512.png',
    quote:
      'It booked a sewer backup at three in the morning, and I slept. That job paid for the year.',
  },
  rating: { source: 'Google', count: 37, link: 'https://reviews.example/px' },
  otherCalls: 'They ring your own phone, as if we were not there.',
  trial: '14 days, with everything switched on. We ask for no card.',
  priceFrom: 299,
  guarantee: 'If we book nothing in your first month, you pay nothing for it.',
} as const

/** The project without its builds and results. */
export function copyProject(name: string): string {
  const project = temporaryFolder(name)
  const left = ['.git', '.next', '.vercel', 'node_modules', 'data', 'shots', '.env']
  const results = join(root, 'tests', 'results')
  for (const entry of readdirSync(root))
    if (!left.includes(entry))
      cpSync(join(root, entry), join(project, entry), {
        recursive: true,
        filter: (path) => path !== results,
      })
  // Hard links take seconds, but not every system and file system has them.
  const modules = join(root, 'node_modules')
  const { status } = spawnSync('cp', ['-al', modules, project], { stdio: 'ignore' })
  if (status !== 0) cpSync(modules, join(project, 'node_modules'), { recursive: true, force: true })
  return project
}

/** A build with a recognizable value in every setting, the facts of an owner, and the action key of the build under test. */
export const otherBuild = join(root, 'tests/results/other-build')

/** The key of the build under test. */
export function actionKey(): string {
  const manifest = join(root, '.next/server/server-reference-manifest.json')
  return JSON.parse(readFileSync(manifest, 'utf8')).encryptionKey
}

/** Does nothing if there is one that belongs to the current build. */
export function makeOtherBuild(): void {
  const stamp = `${otherBuild}.made-for`
  const buildId = readFileSync(join(root, '.next/BUILD_ID'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === buildId) return
  // In a copy, because other tests use the build under test meanwhile.
  const project = copyProject('build')
  // The compiled code in the cache makes a build take half as long.
  cpSync(join(root, '.next/cache'), join(project, '.next/cache'), { recursive: true })
  const owner = join(project, 'lib/content/owner.ts')
  const filled = Object.entries(ownerFacts).reduce(
    (text, [name, fact]) => {
      const empty = `  ${name}: null,`
      if (!text.includes(empty)) throw new Error(`${owner} has no empty ${name}`)
      return text.replace(empty, () => `  ${name}: ${JSON.stringify(fact)},`)
    },
    readFileSync(owner, 'utf8'),
  )
  writeFileSync(owner, filled)
  const settings = {
    ...canaries,
    ...publicValues,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: actionKey(),
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: project,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`)
  rmSync(otherBuild, { recursive: true, force: true })
  mkdirSync(join(otherBuild, '..'), { recursive: true })
  cpSync(join(project, '.next/standalone'), otherBuild, { recursive: true, verbatimSymlinks: true })
  rmSync(project, { recursive: true, force: true })
  writeFileSync(stamp, buildId)
}

/** Copies the standalone server out of the project, so that it cannot load other files of it. */
export function copyStandalone(): string {
  const folder = temporaryFolder('standalone')
  cpSync(join(root, '.next/standalone'), folder, { recursive: true, verbatimSymlinks: true })
  return folder
}
