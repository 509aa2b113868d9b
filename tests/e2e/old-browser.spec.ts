import { untilSubmissionId } from '../support/browser/scripts'
import { expect, test } from '../support/browser/test'
import { fillDialog, openerOf } from '../support/visitor/callback'

test('menu, sticky bar and dialogs work in a browser without invoker commands, popovers and `:has`, before its scripts load', {
  tag: '@deep',
}, async ({ page, receiver }) => {
  await page.addInitScript(() => {
    const remove = (prototype: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(prototype, name)
    }
    remove(HTMLButtonElement.prototype, 'command', 'commandForElement', 'popoverTargetElement')
    remove(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover')
    const invokers = '[commandfor], [popovertarget]'
    const ignore = (event: Event) =>
      (event.target as Element).closest(invokers) && event.preventDefault()
    window.addEventListener('click', ignore, true)
  })
  // Firefox has `:has` from version 121.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(':has(', ':unknown(')
    await route.fulfill({ response, body })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  const panel = page.locator('#menu')
  await menu.click()
  await panel.getByRole('link', { name: 'Features' }).click()
  await expect(panel).toBeHidden()

  const bar = page.getByRole('complementary')
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  const end = page.getByRole('contentinfo').locator('p').last()
  await expect(bar).toBeVisible()
  const [{ y = 0, height = 0 } = {}, { y: top = 0 } = {}] = [
    (await end.boundingBox()) ?? undefined,
    (await bar.boundingBox()) ?? undefined,
  ]
  expect(y + height).toBeLessThanOrEqual(top)
  await bar.getByRole('button', { name: 'Close this bar' }).click()
  await expect(bar).toBeHidden()

  const opener = openerOf(page, 'See AI in Action')
  await expect(page.locator('script[src]')).toHaveCount(0)
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await opener.click()
  await fillDialog(dialog)
  await untilSubmissionId(dialog)
  await dialog.getByRole('button', { name: 'Get a Call' }).click()
  await expect(dialog).toBeHidden()
  const ticket = page.locator('[data-slot=callback-ticket]')
  await expect(ticket).toBeVisible()
  await expect(ticket).toContainText('Success!')
  expect(receiver.onlyBody.Name).toBe("Ana O'Brien")
})
