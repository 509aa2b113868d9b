import { join } from 'node:path'
import { launchBrowser } from '../../support/browser/browser'
import { root, Site } from '../../support/site/site'

/** Last part of `npm run tool -- brand`: takes the share image from the first screen of the landing page. */

/** Leaves the name, the headline, and what shows a booked job, as large as fits. */
const style = `
  header { border: 0 }
  header nav > :not([translate]), h1 ~ *, .call-line:nth-child(n + 3), .call-example > :last-child,
  .ticket-rows > :nth-child(n + 5) { display: none !important }
  header a, p.text-primary { font-size: 1.8rem }
  h1 { font-size: 5.3rem; max-width: 11ch }
  .wrap { padding: 3rem 4rem 0 }
`

const site = await Site.start()
const browser = await launchBrowser('--font-render-hinting=none')
const page = await browser.newPage({
  viewport: { width: 1200, height: 630 },
  reducedMotion: 'reduce',
  // The style below is not the site's.
  bypassCSP: true,
})
await page.goto(site.url)
await page.evaluate(() => document.fonts.ready)
const path = join(root, 'public/share.png')
await page.screenshot({ path, style })
await Promise.all([browser.close(), site.stop()])
