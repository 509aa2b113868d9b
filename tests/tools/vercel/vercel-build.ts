import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canaries, copyProject } from '../../support/site/other-build'

/** A newer version does not run everywhere. */
const cli = 'vercel@60.1.3'
/** In a database file of the project. */
const storedLead = 'canary of a lead in the journal'
/** What must not be deployed. */
export const secrets = [
  ...[canaries.CALLBACK_WEBHOOK_URL, canaries.BOOKING_WEBHOOK_URL, canaries.ALERT_WEBHOOK_URL],
  ...[canaries.WEBHOOK_SECRET, canaries.DATABASE_URL, canaries.CRON_SECRET, storedLead],
]

/**
 * Runs `vercel build` in a copy of the project, without an account, and offline once npm has the CLI. Returns the folder of
 * the copy, which has the output in `.vercel/output`.
 */
export function buildForVercel(): string {
  const project = copyProject('vercel')
  for (const folder of ['data', '.vercel']) mkdirSync(join(project, folder))
  writeFileSync(join(project, 'data/leads.db'), storedLead)
  writeFileSync(
    join(project, '.vercel/project.json'),
    '{"projectId":"prj_check","orgId":"team_check","settings":{"framework":"nextjs","installCommand":"true"}}',
  )
  const account = '--token none --global-config .vercel/account'
  build(project, `npx --yes ${cli} build --prod --yes ${account}`)
  return project
}

function build(cwd: string, command: string) {
  // Nothing else from this shell.
  const { PATH = '', HOME = '' } = process.env
  const own = {
    VERCEL_PROJECT_PRODUCTION_URL: 'www.example.com',
    VERCEL_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  const env = { ...canaries, ...own, NODE_ENV: 'production' as const, PATH, HOME }
  const { status } = spawnSync(command, { cwd, env, shell: true, stdio: 'inherit' })
  if (status !== 0) throw new Error('vercel build failed')
}
