import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folders: string[] = []
process.on('exit', () => {
  for (const folder of folders)
    try {
      rmSync(folder, { recursive: true })
    } catch {
      // Another process still uses it.
    }
})

/**
 * Makes a new folder that is deleted when this process exits. For end-to-end tests and tools: Vitest ends its workers
 * without the event, so unit tests delete their folders themselves.
 */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`))
  folders.push(folder)
  return folder
}
