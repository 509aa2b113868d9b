import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** All files below a folder, without what links lead to. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
