import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders and files of a test, and the code blocks of a document. */

/** Read once, because tests of settings empty the environment. */
const runFolder = tmpdir()

/** Makes a new folder in the folder of the run (tests/run.mjs). */
export function temporaryFolder(name: string): string {
  return mkdtempSync(join(runFolder, `${name}-`))
}

/** All files below a folder, without what links lead to. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** The code blocks of one language below a heading, up to the next heading of the same or a higher level. */
export function codeBlocks(document: string, heading: string, language: string): string[] {
  const path = new URL(`../../../${document}`, import.meta.url)
  const text = `\n${readFileSync(path, 'utf8').replaceAll('\r\n', '\n')}`
  const start = text.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`${document} has no heading "${heading}"`)
  const level = heading.split(' ')[0]?.length
  const rest = text.slice(start + heading.length + 1)
  const [section = ''] = rest.split(new RegExp(`^#{1,${level}} `, 'm'))
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  return [...blocks].map(([, block = '']) => block)
}
