import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { visitor } from '../../support/visitor/booking'
import { openTab } from '../../support/other-browsers/open-tab'
import { click, clickText, fill, see, select, type Tab, until, visible } from '../../support/other-browsers/tab'
import { leadEntries } from '../../support/visitor/lead-post'
import { root, startSite } from '../../support/site/site'
import { WebhookReceiver } from '../../support/receiver/webhook-receiver'

const folder = join(root, 'shots')
const width = 390

/** Saves screenshots of every page and of the steps of both journeys in WebKit, 390 pixels wide, in `shots/`. */
export async function takeWebKitShots(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const receiver = await WebhookReceiver.start()
  const site = await startSite(receiver)
  for (const dark of [false, true]) {
    const tab = await openTab('webkit', { width, height: 844, dark })
    await walk(tab, site.url, async (name) => {
      // Waits for the frame after the next one.
      await tab.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      )
      const file = `webkit-${name}${dark ? '-dark' : ''}-${width}.png`
      writeFileSync(join(folder, file), await tab.screenshot())
    })
    await tab.close()
  }
  await Promise.all([site.stop(), receiver.stop()])
  console.log(`Screenshots of WebKit are in ${folder}`)
}

async function walk(tab: Tab, url: string, take: (name: string) => Promise<void>) {
  await tab.goto(url)
  await visible(tab, 'h1')
  const pageHeight = await tab.evaluate(() => document.documentElement.scrollHeight)
  for (let part = 0; part * 700 < pageHeight; part++) {
    await tab.evaluate((top) => scrollTo({ top, behavior: 'instant' }), part * 700)
    await take(`landing-${String(part + 1).padStart(2, '0')}`)
  }
  await tab.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await click(tab, '[popovertarget=menu]')
  await visible(tab, '#menu')
  await take('menu')
  await tab.press('Escape')
  await clickText(tab, 'See Live AI in Action')
  await visible(tab, '#see-ai-in-action-name')
  await take('dialog')
  const invalid = { ...leadEntries, name: 'R2D2', email: visitor.email }
  for (const [name, text] of Object.entries(invalid))
    await fill(tab, `#see-ai-in-action-${name}`, text)
  await until(tab, 'the scripts', () =>
    Boolean(document.querySelector('dialog[open] [name=submissionId]:not([value=""])')),
  )
  await clickText(tab, 'Get a Call', 'dialog[open]')
  await see(tab, 'Invalid input', 'dialog[open] [data-slot=toast] *')
  await take('dialog-invalid')

  await tab.goto(`${url}/book-demo`)
  for (const name of ['fullName', 'email', 'phoneNumber'] as const)
    await fill(tab, `#${name}`, visitor[name])
  await take('book-1')
  await clickText(tab, 'Next Step')
  await see(tab, 'Tell us about your business', 'h2:focus')
  await take('book-2')
  for (const name of ['businessName', 'businessDescription'] as const)
    await fill(tab, `#${name}`, visitor[name])
  await clickText(tab, 'Next Step')
  await see(tab, 'When works for you?', 'h2:focus')
  await take('book-3')
  await click(tab, 'button#preferredDate')
  await visible(tab, '#calendar [role=grid]')
  await take('book-3-calendar')
  await click(tab, '#calendar [data-day]:not([data-disabled]) button')
  await select(tab, '#preferredTime', '12:30 PM')
  await clickText(tab, 'Next Step')
  await see(tab, 'Review & Submit', 'h2:focus')
  await take('book-4')
  await clickText(tab, 'Book My Free Demo')
  await see(tab, 'Demo Booked Successfully!')
  await visible(tab, 'a[download]')
  await take('thank-you')
  await tab.goto(`${url}/nowhere`)
  await see(tab, 'Oops! Page not found')
  await take('not-found')
}
