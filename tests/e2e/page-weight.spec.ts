import { budgets, measurePageWeight } from '../support/browser/requests'
import { expect, test } from '../support/browser/test'

test.describe('every page', () => {
  test.use({ expectedErrors: [/404/] })

  test('stays within its byte budget, with one font and no requests to other sites', async ({
    page,
    site,
  }) => {
    for (const [path, budget] of Object.entries(budgets)) {
      const { requests, ...weight } = await measurePageWeight(page, `${site.url}${path}`)
      for (const [part, limit] of Object.entries(budget))
        expect
          .soft(weight[part as keyof typeof weight], `${part} of ${path}`)
          .toBeLessThanOrEqual(limit)
      expect.soft(requests.filter((url) => !url.startsWith(site.url))).toEqual([])
      expect
        .soft(requests.filter((url) => url.endsWith('.woff2')).length, `fonts of ${path}`)
        .toBeLessThanOrEqual(1)
    }
  })
})
