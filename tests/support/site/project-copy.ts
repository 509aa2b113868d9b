import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../process/temporary-folder'
import { root } from './site'

/** The project without its builds and results. */
export function copyProject(name: string): string {
  const project = temporaryFolder(name)
  const left = ['.git', '.next', 'node_modules', 'data', 'shots', '.env']
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
