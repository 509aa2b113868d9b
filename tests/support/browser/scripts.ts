import { expect, type Locator, type Page } from '@playwright/test'

/** The scripts of a page: when they run, and how a test holds them back or changes them. */

/** Waits until React has hydrated the page's first form. */
export const untilHydrated = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('form')
        .first()
        .evaluate((form) => Object.keys(form).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)

/** Focuses and blurs a field, which runs the scripts of the landing page and of the booking page, and waits for them. */
export async function hydrate(page: Page): Promise<void> {
  await page
    .locator('input[type=range], #fullName')
    .first()
    .evaluate((field) => {
      field.focus({ preventScroll: true })
      field.blur()
    })
  await untilHydrated(page)
}

/** Waits until the page's scripts have given the form its submission id. */
export async function untilSubmissionId(form: Locator): Promise<void> {
  await form.locator('[name=submissionId]:not([value=""])').waitFor({ state: 'attached' })
}

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
    const response = await route.fetch({ maxRetries: 2 })
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

/**
 * The pages that open from now on are those of a build with another action key: their scripts and forms name the server
 * actions by ids that the server does not know.
 */
export async function useAnotherActionKey(page: Page): Promise<void> {
  await page.route(/\.js$|\/(book-demo)?$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch({ maxRetries: 2 })
    // The first byte says how the action is called.
    const ids = /\b([\da-f]{2})[\da-f]{40}\b/g
    const body = (await response.text()).replaceAll(ids, `$1${'b'.repeat(40)}`)
    // Scripts are immutable, so a reload would take those of this build from the cache.
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, body, headers })
  })
}

/** Posts the booking as a page that has no business name. The field is there until then, so that the draft has its value. */
export async function leaveOutBusinessName(page: Page): Promise<void> {
  await page.route(/\/book-demo$/, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    await page.locator('[name=businessName]').evaluate((input) => input.remove())
    const part = /--[^\r]+\r\n[^\r]+name="_1_businessName"\r\n\r\n[^\r]*\r\n/
    await route.continue({ postData: String(request.postData()).replace(part, '') })
  })
}
