/**
 * Every page of the site, by its path. The build, the sitemap, llms.txt, the checks of a deployment, and the tests
 * read it. lib/content/pages.ts has the titles, and the table of forms names the page of each form. JavaScript, because
 * Node.js runs next.config.mjs before there is a build.
 */

/**
 * @typedef {object} PageSettings
 * @property {boolean} indexed Search engines may list the page.
 * @property {'at once' | 'on touch' | 'ahead'} scripts When its scripts load and run: after the first paint; when a person uses
 *   the page; or loaded after the first paint, and run half a second later, or before if a person uses the form.
 *
 * @typedef {keyof typeof pages} Path
 */

export const pages = /** @satisfies {Record<string, PageSettings>} */ ({
  '/': { indexed: true, scripts: 'on touch' },
  '/book-demo': { indexed: true, scripts: 'ahead' },
  '/thank-you': { indexed: false, scripts: 'at once' },
})

export const paths = /** @type {Path[]} */ (Object.keys(pages))

export const indexedPaths = paths.filter((path) => pages[path].indexed)
