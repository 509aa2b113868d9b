import 'server-only'
import { colors } from '../page/colors'

/** A page in the site's colors that needs no script and no other file. */

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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}
