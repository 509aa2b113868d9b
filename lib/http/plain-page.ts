import 'server-only'
import { createHash } from 'node:crypto'
import { colors } from '../page/colors'
import { site } from '../site'

/** Pages in the site's colors that need no script and no other file: for refused forms, and for reports. */

const baseStyle = `
:root { color-scheme: light dark; ${declare(colors.light)} }
@media (prefers-color-scheme: dark) { :root { ${declare(colors.dark)} } }
body { margin: 0; padding: 2rem max(1rem, 6vw); font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--foreground); background: var(--background); overflow-wrap: anywhere; }
main { max-width: 62rem; margin: auto; }
h1, h2 { line-height: 1.1; letter-spacing: -0.02em; overflow-wrap: break-word; }
h1 { margin: 0; font-size: 2rem; }
`

function declare(scheme: Record<string, string>): string {
  return Object.entries(scheme)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ')
}

export function plainPage(title: string, body: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${baseStyle}${style}</style>
<main>
${body}
</main>
</html>
`
}

const noticeStyle = `
main { max-width: 34rem; }
p, dl { margin: 1.25rem 0; }
dl { padding: 1.25rem; background: var(--card); border-top: 3px solid var(--primary); }
dt { color: var(--muted-foreground); font-size: 0.9375rem; }
dd { margin: 0 0 0.75rem; }
dd:last-child { margin: 0; }
a { color: var(--water); }
button { padding: 0.75rem 1.5rem; font: inherit; font-weight: 600; color: var(--primary-foreground); background: var(--primary); border: 0; border-radius: 0.75rem; cursor: pointer; }
:focus-visible { outline: 3px solid var(--water); outline-offset: 3px; }
`

/** What a visitor has to know about a form that was not accepted. */
export function noticePage(title: string, body: string): string {
  const home = `<p><a href="/">${site.name}</a></p>`
  return plainPage(title, `${home}\n<h1>${title}</h1>\n${body}`, noticeStyle)
}

/** Allows the style of a notice, and its form. */
export const noticePolicy = `style-src 'sha256-${createHash('sha256').update(`${baseStyle}${noticeStyle}`).digest('base64')}'; form-action 'self'`

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // In a value, browsers would change these to CRLF or drop the first of them.
  '\r': '&#13;',
  '\n': '&#10;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"'\r\n]/g, (character) => entities[character] ?? '')
}
