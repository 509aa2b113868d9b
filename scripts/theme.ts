import { readFileSync } from 'node:fs'

/** The colors of app/tokens.css, for the icons and the tests. */

const css = readFileSync('app/tokens.css', 'utf8')

export const light = colorsIn(/:root \{[^}]*\}/)
export const dark = { ...light, ...colorsIn(/color-scheme: dark\) \{\s*:root \{[^}]*\}/) }
export const darkTicket = { ...dark, ...colorsIn(/^ {2}\.ticket \{[^}]*\}/m) }

function colorsIn(block: RegExp): Record<string, string> {
  const [body = ''] = block.exec(css) ?? []
  const colors = body.matchAll(/--([\w-]+): (#[0-9a-f]{6}|rgb\([^)]*\));/g)
  return Object.fromEntries([...colors].map(([, name, color]) => [name, color]))
}
