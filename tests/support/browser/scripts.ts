import { expect, type Page } from '@playwright/test'

/** Holds back every script that contains a text until the returned function is called. */
export async function holdScripts(page: Page, text = ''): Promise<() => void> {
  let isReleased = false
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = () => {
      isReleased = true
      resolve()
    }
  })
  await page.route('**/*.js', async (route) => {
    // A script can be on its way when the test ends, which disposes of a response that was fetched here.
    if (isReleased) return route.continue()
    // A kept connection can close just as it is used.
    const response = await route.fetch({ maxRetries: 3 })
    if ((await response.text()).includes(text)) await released
    await route.fulfill({ response })
  })
  return release
}

const loaderTag = '<script data-scripts='

/** Holds back the inline script at the end of every page until a condition is true in it, as a slow device does. */
export async function delayLoader(
  page: Page,
  until: () => boolean,
  changePage = (html: string) => html,
): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const response = await route.fetch()
    const html = changePage(await response.text())
    expect(html).toContain(loaderTag)
    const body = html.replace(loaderTag, `<script src="/late.js"></script>${loaderTag}`)
    await route.fulfill({ response, body })
  })
  await page.route('/late.js', async (route) => {
    // Not in animation frames, which a page whose paint waits for this script does not have.
    await page.waitForFunction(until, null, { polling: 100 })
    const body = 'document.currentScript.remove()'
    await route.fulfill({ contentType: 'text/javascript', body })
  })
}
