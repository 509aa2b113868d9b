import 'server-only'
import { execFileSync } from 'node:child_process'

/** The day on which some files last changed, as the project's history has it. Without a history nobody knows. */
export function lastCommitDate(...paths: string[]): string | undefined {
  try {
    const log = ['log', '-1', '--format=%cs', '--', ...paths]
    return execFileSync('git', log, { encoding: 'utf8', stdio: 'pipe' }).trim() || undefined
  } catch {
    return undefined
  }
}
