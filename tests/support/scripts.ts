import type { Page } from '@playwright/test'

/** Holds back every script that contains a text until the returned function is called. */
export async function holdScripts(page: Page, text = ''): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes(text)) await released
    await route.fulfill({ response })
  })
  return release
}
