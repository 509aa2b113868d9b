import { paths } from '../../lib/pages.mjs'
import { expect } from '../support/browser/test'
import { expectNarrowAndDark, expectTopInWindow } from '../support/other-browsers/journey'
import { click, clickText, hidden, see, until, visible } from '../support/other-browsers/tab'
import { inOtherBrowsers, narrowAndDark, test } from '../support/other-browsers/test'

/** What pages show and do before a form, in Firefox and in WebKit. */

inOtherBrowsers(() => {
  test('every page fits 320 pixels and is dark in the dark, and the landing page plays its call, opens its menu, anchors and questions, calculates, and loads scripts only then', {
    tag: '@deep',
  }, async ({ newTab, recordingProxy: { url } }) => {
    const tab = await newTab({ ...narrowAndDark, motion: true })
    await tab.goto(url)
    await until(tab, 'the first paint', () => performance.getEntriesByType('paint').length > 0)
    await tab.evaluate(() =>
      document.querySelector('.call-example .ticket')?.scrollIntoView({ block: 'center' }),
    )
    await see(tab, 'Play again', '.call-example .when-done')
    await until(tab, 'the stamp', () => {
      const stamp = document.querySelector('.call-example .stamp')
      return Boolean(stamp && getComputedStyle(stamp).opacity === '1')
    })
    for (const [link, section] of [
      ['How It Works', '#how-it-works'],
      ['Features', '#features'],
    ] as const) {
      await click(tab, '[popovertarget=menu]')
      await clickText(tab, link, '#menu')
      await hidden(tab, '#menu')
      await expectTopInWindow(tab, section)
    }
    await click(tab, 'details:not([open]) summary')
    await until(
      tab,
      'two open questions',
      () => document.querySelectorAll('details[open]').length === 2,
    )
    const scripts = () => tab.evaluate(() => document.querySelectorAll('script[src]').length)
    expect(await scripts()).toBe(0)
    const sum = () => tab.evaluate(() => document.querySelector('[data-figure=month]')?.textContent)
    const before = await sum()
    await click(tab, 'input[type=range][data-loss=calls]')
    await tab.press('End')
    await expect.poll(sum).not.toBe(before)
    expect(await scripts()).toBeGreaterThan(0)
    await tab.goto(`${url}/book-demo`)
    await click(tab, '[popovertarget=menu]')
    await clickText(tab, 'How It Works', '#menu')
    await visible(tab, '#how-it-works')
    await expectTopInWindow(tab, '#how-it-works')

    for (const path of [...paths, '/nowhere']) {
      await tab.goto(url + path)
      await visible(tab, 'h1')
      await expectNarrowAndDark(tab, path)
    }
  })
})
