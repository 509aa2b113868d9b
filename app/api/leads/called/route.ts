import { createHash } from 'node:crypto'
import { calledWords } from '@/lib/content/called'
import { getJournal, tryJournal } from '@/lib/leads'

export const dynamic = 'force-dynamic'

/** Only asks, because programs that check mails open their links. */
export function GET() {
  return answer(200, calledWords.title, button)
}

/** From the button, or from a phone system. */
export async function POST(request: Request) {
  const id = new URL(request.url).searchParams.get('id') ?? ''
  const isKnown = await tryJournal(async () => (await getJournal()?.recordCall(id)) ?? false)
  if (isKnown === null) return answer(503, calledWords.failed, button)
  return isKnown ? answer(200, calledWords.recorded) : answer(404, calledWords.unknown)
}

const button = `<form method="post"><button>${calledWords.button}</button></form>`

const style = `
:root { color-scheme: light dark; font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: auto; padding: 2rem 1rem; }
button { padding: 0.75rem 1.5rem; font: inherit; font-weight: 700; color: Canvas; background: CanvasText; border: 0; border-radius: 0.5rem; }
`
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** A page without scripts and other files. */
function answer(status: number, title: string, form = ''): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${style}</style>
<main>
<h1>${title}</h1>
${form}
</main>
</html>
`
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
  }
  return new Response(html, { status, headers })
}
