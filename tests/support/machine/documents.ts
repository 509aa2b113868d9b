import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../site/site'

/** The code blocks of one language below a heading, up to the next heading of the same or a higher level. */
export function codeBlocks(document: string, heading: string, language: string): string[] {
  const text = `\n${readFileSync(join(root, document), 'utf8').replaceAll('\r\n', '\n')}`
  const start = text.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`${document} has no heading "${heading}"`)
  const level = heading.split(' ')[0]?.length
  const rest = text.slice(start + heading.length + 1)
  const [section = ''] = rest.split(new RegExp(`^#{1,${level}} `, 'm'))
  const blocks = section.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm'))
  return [...blocks].map(([, block = '']) => block)
}
