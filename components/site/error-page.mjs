import { pageError } from '../../lib/content/page-error.mjs'

/**
 * The page that Next.js sends when it fails, in place of its own: the 404 page with other words, and without scripts. In this folder, whose
 * classes Tailwind finds.
 * @param {string} notFound
 */
export function errorPageFrom(notFound) {
  const { title, text, home } = pageError
  const content = `<section class="wrap py-section"><h1 class="text-head">${title}</h1><p class="mt-4 mb-8 text-lg">${text}</p><a class="button" href="/">${home}</a></section>`
  return notFound
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<link rel="(preload|expect)"[^>]*(as="script"|blocking)[^>]*>/g, '')
    .replace(/<title>.*?<\/title>/s, `<title>${title}</title>`)
    .replace(/(<main[^>]*>).*(<\/main>)/s, `$1${content}$2`)
}
