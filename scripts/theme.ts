import { readFileSync } from 'node:fs'

export const themeCss = readFileSync(new URL('../app/tokens.css', import.meta.url), 'utf8')

/** The colors that a block of app/tokens.css sets, by name. */
function colorsIn(block: RegExp): Record<string, string> {
  const [, body = ''] = block.exec(themeCss) ?? []
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6}|rgb\([^)]*\));/g)].map(([, name, hex]) => [
      name,
      hex,
    ]),
  )
}

export const light = colorsIn(/:root \{([^}]*)\}/)
/** What the dark scheme changes. */
export const darkOnly = colorsIn(/color-scheme: dark\) \{\s*:root \{([^}]*)\}/)
export const dark = { ...light, ...darkOnly }
export const darkTicket = { ...dark, ...colorsIn(/^ {2}\.ticket \{([^}]*)\}/m) }
