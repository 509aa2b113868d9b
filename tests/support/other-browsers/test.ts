import { writeFileSync } from 'node:fs'
import { test as base, expect } from '../browser/test'
import { programs } from '../process/programs'
import { newClientAddress } from '../visitor/client-address'
import { type BrowserName, openTab } from './open-tab'
import { RecordingProxy } from './recording-proxy'
import type { Tab, TabOptions } from './tab'

const phone = { width: 430, height: 932 }
export const narrowAndDark = { width: 320, height: 932, dark: true }

export const test = base.extend<{
  recordingProxy: RecordingProxy
  newTab: (options?: Partial<TabOptions>) => Promise<Tab>
  engine: BrowserName
}>({
  engine: ['webkit', { option: true }],

  recordingProxy: async ({ site }, use) => {
    const proxy = await RecordingProxy.start(site.url, newClientAddress())
    await use(proxy)
    await proxy.stop()
    const expected = /404: no page at/
    expect(proxy.errors.filter((error) => !expected.test(error))).toEqual([])
  },

  newTab: async ({ engine: name, recordingProxy: _ }, use, testInfo) => {
    const tabs: Tab[] = []
    await use(async (options) => {
      const tab = await openTab(name, { ...phone, ...options })
      tabs.push(tab)
      return tab
    })
    for (const [index, tab] of tabs.entries()) {
      if (testInfo.status !== testInfo.expectedStatus)
        // A frozen page has none.
        await tab
          .screenshot()
          .then((png) => {
            const path = testInfo.outputPath(`tab-${index}.png`)
            writeFileSync(path, png)
            testInfo.attachments.push({ name: 'tab', path, contentType: 'image/png' })
          })
          .catch(() => undefined)
      await tab.close()
    }
  },
})

/** Declares the same tests for each browser. */
export function inOtherBrowsers(declare: () => void): void {
  for (const name of ['firefox', 'webkit'] as const)
    test.describe(name, () => {
      test.use({ engine: name })
      test.skip(!programs[name], `${name} is not installed`)
      declare()
    })
}
