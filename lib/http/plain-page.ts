import 'server-only'
import { createHash } from 'node:crypto'
import { site } from '../site'

/** Pages in the site's colors that need no script and no other file: for refused forms, and for reports. */

const colors = `
:root { color-scheme: light dark; --paper: #f5f0e6; --ticket: #fffaf0; --rule: #d9d0bd; --ink: #11242c; --soft: #45565c; --water: #15707d; --copper: #b04e19; --on-copper: #fffaf0; }
@media (prefers-color-scheme: dark) { :root { --paper: #0b1e24; --ticket: #14313a; --rule: #274851; --ink: #f3ede0; --soft: #b3c3c2; --water: #6fc3c9; --copper: #f0934f; --on-copper: #11242c; } }
body { margin: 0; padding: 2rem max(1rem, 6vw); font: 1.0625rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
main { max-width: 62rem; margin: auto; }
h1, h2 { line-height: 1.1; letter-spacing: -0.02em; overflow-wrap: break-word; }
h1 { margin: 0; font-size: 2rem; }
`

export function plainPage(title: string, body: string, style: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${colors}${style}</style>
<main>
${body}
</main>
</html>
`
}

const noticeStyle = `
main { max-width: 34rem; }
p, dl { margin: 1.25rem 0; }
dl { padding: 1.25rem; background: var(--ticket); border-top: 3px solid var(--copper); }
dt { color: var(--soft); font-size: 0.9375rem; }
dd { margin: 0 0 0.75rem; }
dd:last-child { margin: 0; }
a { color: var(--water); }
button { padding: 0.75rem 1.5rem; font: inherit; font-weight: 600; color: var(--on-copper); background: var(--copper); border: 0; border-radius: 0.75rem; cursor: pointer; }
:focus-visible { outline: 3px solid var(--water); outline-offset: 3px; }
`

/** What a visitor has to know about a form that was not accepted. */
export function noticePage(title: string, body: string): string {
  const home = `<p><a href="/">${site.name}</a></p>`
  return plainPage(title, `${home}\n<h1>${title}</h1>\n${body}`, noticeStyle)
}

/** Allows the style of a notice, and its form. */
export const noticePolicy = `style-src 'sha256-${createHash('sha256').update(`${colors}${noticeStyle}`).digest('base64')}'; form-action 'self'`

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
