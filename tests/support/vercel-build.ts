import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canaries } from './canaries'
import { root } from './site'

/** A newer version does not run everywhere. */
const cliVersion = '60.1.3'
/** In a database file of the project, which must not be deployed. */
export const storedLead = 'canary of a lead in the journal'

/**
 * Runs `vercel build` in a copy of the project, offline but for the installation of the CLI. Returns the folder of the
 * copy, which has the output in `.vercel/output`.
 */
export function buildForVercel(): string {
  const project = mkdtempSync(join(tmpdir(), 'vercel-'))
  copyProject(project)
  build(project, installCli())
  return project
}

function copyProject(project: string) {
  const left = ['.git', '.next', '.vercel', 'node_modules', 'data', 'tests', 'shots', '.env']
  for (const name of readdirSync(root))
    if (!left.includes(name)) cpSync(join(root, name), join(project, name), { recursive: true })
  const modules = join(root, 'node_modules')
  // Hard links take seconds, but not every system and file system has them.
  const { status } = spawnSync('cp', ['-al', modules, project], { stdio: 'ignore' })
  if (status !== 0) cpSync(modules, join(project, 'node_modules'), { recursive: true, force: true })
  mkdirSync(join(project, 'data'))
  writeFileSync(join(project, 'data', 'leads.db'), storedLead)
  mkdirSync(join(project, '.vercel'))
  const settings = { framework: 'nextjs', installCommand: 'true' }
  writeFileSync(
    join(project, '.vercel', 'project.json'),
    JSON.stringify({ projectId: 'prj_check', orgId: 'team_check', projectName: 'site', settings }),
  )
}

function installCli(): string {
  const folder = join(root, 'node_modules', '.cache', `vercel-${cliVersion}`)
  const command = `npm install --prefix "${folder}" --no-audit --no-fund vercel@${cliVersion}`
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) throw new Error(`vercel@${cliVersion} could not be installed`)
  return join(folder, 'node_modules', 'vercel', 'dist', 'vc.js')
}

function build(project: string, cli: string) {
  const { PATH = '' } = process.env
  const args = [cli, 'build', '--prod', '--yes', '--token', 'none', '--cwd', project]
  const { status } = spawnSync(process.execPath, args, {
    stdio: 'inherit',
    // Nothing else from this shell, and a home without an account.
    env: {
      ...canaries,
      NODE_ENV: 'production',
      PATH,
      HOME: join(project, '.vercel'),
      VERCEL_PROJECT_PRODUCTION_URL: 'www.example.com',
      VERCEL_TELEMETRY_DISABLED: '1',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  })
  if (status !== 0) throw new Error('vercel build failed')
}
