import { expect, test } from '../support/test'

test('the landing page shows the headline, the three benefits and two calls to action', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/never miss revenue/i)
  for (const tile of ['Zero Missed Calls', 'Lead Generation', 'Workflow Automation'])
    await expect(page.getByRole('heading', { name: tile, level: 2, exact: true })).toBeVisible()
  const hero = page.getByRole('region', { name: 'Never miss revenue' })
  await expect(hero.getByRole('heading', { level: 2 })).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Get Personalized Demo' })).toHaveAttribute(
    'href',
    '/book-demo',
  )
  await expect(page.getByRole('button', { name: 'See Live AI in Action' })).toBeVisible()
})

test('the anchors lead to the features and the steps', async ({ page }) => {
  await page.goto('/')
  const features = page.locator('#features')
  await expect(features.getByRole('list').first().getByRole('heading', { level: 3 })).toHaveCount(3)
  await expect(features.getByRole('heading', { name: 'Complete Business Solution' })).toBeVisible()
  for (const [name, slug] of [
    ['AI Call Handling', 'ai-call-handling'],
    ['Lead Generation', 'lead-generation'],
    ['Workflow Automation', 'workflow-automation'],
    ['Chat Agent', 'chat-agent'],
    ['Voice AI Agent', 'voice-ai-agent'],
    ['Referral Management', 'referral-management'],
    ['Review Management', 'review-management'],
    ['Lead Reactivation', 'lead-reactivation'],
  ] as const)
    await expect(features.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/book-demo?services=${slug}`,
    )
  await expect(features.getByRole('link')).toHaveCount(8)
  const how = page.locator('#how-it-works')
  await expect(how.getByRole('listitem')).toHaveCount(3)
  await expect(how.getByRole('listitem')).toContainText([
    /^1.*setup/i,
    /^2AI answers and handles leads/,
    /^3.*grow/i,
  ])
  await expect(how.getByRole('link', { name: 'Book a Demo Call' })).toHaveAttribute(
    'href',
    '/book-demo',
  )
})

test('the three cards show a call, a week and a ticket, with their tops in line', async ({
  page,
}) => {
  await page.goto('/')
  const cards = page.locator('#features > ul').first().locator('> li')
  const [call, week, ticket] = [cards.nth(0), cards.nth(1), cards.nth(2)]
  await expect(call.getByRole('listitem')).toHaveText([/^Caller: /, /^AI: /])
  await expect(week.getByRole('listitem')).toHaveText(['Mon', /^Tue.+/, /^Wed.+/, 'Thu', /^Fri.+/])
  await expect(ticket.getByRole('term')).toHaveText(['Problem', 'Address', 'Appointment'])
  const tops = await cards
    .locator('> div')
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
})

test('the page says each claim once', async ({ page }) => {
  await page.goto('/')
  const text = await page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement
    // The text of the bar at the bottom is fixed and repeats a claim.
    for (const other of body.querySelectorAll('script, [data-slot=sticky-bar]')) other.remove()
    return (body.textContent ?? '').replace(/\s+/g, ' ')
  })
  for (const [claim, repeated] of [
    ['98% call answer rate', /98 ?%/],
    ['40% more bookings', /40 ?%/],
    ['300% ROI increase', /300 ?%/],
    ['Answers every call in 3 rings', /(3|three) rings/i],
    ['5.0 customer rating', /5\.0/],
    ['Joined by 100+ plumbers', /100\+/],
    ['Cancel anytime', /cancel anytime/i],
    ['24/7 support', /24\/7/],
    ['Personalized setup included', /personalized setup/i],
    ['Revenue protection guarantee', /guarantee/i],
    ['10 minute setup', /10[ -]min/i],
  ] as const) {
    expect(text).toContain(claim)
    expect(text.match(new RegExp(repeated, 'gi')), claim).toHaveLength(1)
  }
})

test.describe('navigation', () => {
  test('stays at the top, except in a low window, and links to every section', async ({ page }) => {
    await page.goto('/')
    const nav = page.getByRole('navigation', { name: 'Main' })
    await expect(nav.getByRole('link', { name: 'Plumbing Xperience, home' })).toHaveAttribute(
      'href',
      '/',
    )
    await expect(nav.getByRole('link', { name: 'Features' })).toHaveAttribute('href', '/#features')
    await expect(nav.getByRole('link', { name: 'How It Works' })).toHaveAttribute(
      'href',
      '/#how-it-works',
    )
    const bookDemo = nav.getByRole('link', { name: 'Book Demo' })
    await expect(bookDemo).toHaveCount(2)
    for (const link of await bookDemo.all())
      await expect(link).toHaveAttribute('href', '/book-demo')
    await expect(nav.getByRole('button', { name: 'Menu' })).toBeHidden()
    await page.mouse.wheel(0, 1500)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
    // A page zoomed to 400 % is this low, and bars that stay would cover its text (WCAG 2.2, 1.4.10 and 2.4.11).
    for (const height of [353, 352]) {
      await page.setViewportSize({ width: 1280, height })
      for (const bar of [page.getByRole('banner'), page.getByRole('complementary')])
        if (height > 352) await expect(bar).toBeInViewport({ ratio: 1 })
        else await expect(bar).not.toBeInViewport()
    }
  })

  for (const { name, id } of [
    { name: 'Features', id: 'features' },
    { name: 'How It Works', id: 'how-it-works' },
  ]) {
    test(`${name} scrolls to its section on the landing page, below the header, without loading the page again`, async ({
      page,
    }) => {
      // The links need only the script in the page.
      await page.route('**/*.js', () => undefined)
      await page.goto('/?utm_source=mail')
      await page.evaluate(() => window.scrollTo({ top: 800, behavior: 'instant' }))
      await page.getByRole('button', { name: 'Close this bar' }).click()
      for (const area of [page.getByRole('navigation', { name: 'Main' }), page.locator('footer')]) {
        await area.getByRole('link', { name }).click()
        await expect(page).toHaveURL(new RegExp(`/\\?utm_source=mail#${id}$`))
        await expectBelowHeader(page, id)
        // Loading the page again would show it.
        await expect(page.getByRole('complementary')).toBeHidden()
      }
    })

    test(`${name} goes from another page to the section, below the header`, async ({ page }) => {
      await page.goto('/book-demo')
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
      await expect(page).toHaveURL(new RegExp(`/#${id}$`))
      await expectBelowHeader(page, id)
    })
  }

  test('scrolls smoothly, except with reduced motion', async ({ page }) => {
    const scrollBehavior = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    expect(await scrollBehavior()).toBe('smooth')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await scrollBehavior()).toBe('auto')
  })

  async function expectBelowHeader(page: import('@playwright/test').Page, id: string) {
    const bar = await page.getByRole('banner').boundingBox()
    const headerHeight = bar?.height ?? 0
    await expect
      .poll(async () => (await page.locator(`#${id}`).boundingBox())?.y ?? -1)
      .toBeGreaterThanOrEqual(headerHeight)
    await expect
      .poll(async () => (await page.locator(`#${id}`).boundingBox())?.y ?? 999)
      .toBeLessThan(headerHeight + 60)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a visitor opens the menu, and choosing a link closes it', async ({ page }) => {
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menu' })
    const panel = page.locator('#menu')
    await expect(panel).toBeHidden()
    await menu.click()
    await expect(panel.getByRole('link')).toHaveText([
      'Features',
      'How It Works',
      'Book Demo',
      'Get Started',
    ])
    const getStarted = panel.getByRole('link', { name: 'Get Started' })
    await expect(getStarted).toHaveAttribute('href', '/book-demo')
    const { x, width } = (await panel.getByRole('list').boundingBox()) ?? {}
    expect(width).toBeGreaterThan(340)
    expect(await getStarted.boundingBox()).toMatchObject({ x, width })
    for (const [name, anchor] of [
      ['Features', 'features'],
      ['How It Works', 'how-it-works'],
    ] as const) {
      await panel.getByRole('link', { name }).click()
      await expect(panel).toBeHidden()
      await expect(page).toHaveURL(new RegExp(`/#${anchor}$`))
      await menu.click()
    }
    await panel.getByRole('link', { name: 'Book Demo' }).click()
    await expect(page).toHaveURL(/\/book-demo$/)
    await expect(panel).toBeHidden()
    await page.goBack()
    await expect(panel).toBeHidden()
    await menu.click()
    await expect(panel).toBeVisible()
    await menu.click()
    await expect(panel).toBeHidden()
    await menu.click()
    await getStarted.click()
    await expect(page).toHaveURL(/\/book-demo$/)
  })

  test('the sticky bar has a chat button', async ({ page }) => {
    await page.goto('/')
    await page.mouse.wheel(0, 900)
    const bar = page.getByRole('complementary')
    await expect(bar.getByText('Start Free Trial - 10 Min Setup')).toBeVisible()
    await bar.getByRole('button', { name: 'Chat', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Call Our AI' })).toBeVisible()
  })

  test('the first screen shows the beginning of the call, and the claims take less than one', async ({
    page,
  }) => {
    await page.goto('/')
    const call = page.getByRole('figure', { name: /^Example/ })
    await expect(call.getByText('Answered on ring 2')).toBeInViewport({ ratio: 1 })
    await expect(call.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
    const small = page.getByText('The demo is free and takes 15-30 minutes.')
    const [callBox, smallBox] = [await call.boundingBox(), await small.boundingBox()]
    expect(smallBox?.y).toBeGreaterThanOrEqual((callBox?.y ?? 0) + (callBox?.height ?? 9999))
    const claims = page.getByRole('region', { name: 'What changes when your phone gets answered' })
    expect((await claims.boundingBox())?.height).toBeLessThanOrEqual(800)
    // The arrow of a service.
    const display = page
      .getByRole('link', { name: 'AI Call Handling' })
      .evaluate((link) => getComputedStyle(link, '::after').display)
    expect(await display).not.toBe('none')
  })
})

test.describe('sticky bar', () => {
  const scrollTo = (y: number) => window.scrollTo({ top: y, behavior: 'instant' })

  test('appears after 500 pixels of scrolling, without scripts', async ({ page }) => {
    await page.route('**/*.js', () => undefined)
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport)
      await page.goto('/')
      const bar = page.getByRole('complementary')
      await expect(bar).not.toBeInViewport()
      await page.evaluate(scrollTo, 500)
      await expect(bar).not.toBeInViewport()
      await page.evaluate(scrollTo, 501)
      await expect(bar).toBeInViewport()
      await page.evaluate(scrollTo, 900)
      await expect(bar).toBeInViewport({ ratio: 1 })
      await page.evaluate(scrollTo, 1e6)
      await expect(bar).toBeInViewport({ ratio: 1 })
      await page.evaluate(scrollTo, 0)
      await expect(bar).not.toBeInViewport()
    }
  })

  test('stays closed until the page is reloaded, without scripts', async ({ page }) => {
    await page.route('**/*.js', () => undefined)
    await page.goto('/')
    const bar = page.getByRole('complementary')
    await page.evaluate(scrollTo, 800)
    await expect(bar.getByRole('link', { name: 'Book Free Demo' })).toHaveAttribute(
      'href',
      '/book-demo',
    )
    await bar.getByRole('button', { name: 'Close this bar' }).click()
    await expect(bar).toBeHidden()
    await page.evaluate(scrollTo, 0)
    await page.evaluate(scrollTo, 1200)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    await expect(bar).toBeHidden()
    await page.reload()
    await page.evaluate(scrollTo, 900)
    await expect(bar).toBeInViewport()
  })

  test('gets keyboard focus only while it is visible', async ({ page }) => {
    await page.goto('/')
    const bar = page.getByRole('complementary')
    const focusedHtml = () => page.evaluate(() => document.activeElement?.outerHTML ?? '')
    const inBar = () =>
      page.evaluate(() => document.activeElement?.closest('[data-slot=sticky-bar]') !== null)
    const inFooter = () => page.evaluate(() => document.activeElement?.closest('footer') !== null)
    let stopsInBar = 0
    for (let presses = 0; presses < 80 && !(await inFooter()); presses++) {
      await page.keyboard.press('Tab')
      if (!(await inBar())) continue
      stopsInBar++
      await expect(page.locator(':focus'), await focusedHtml()).toBeInViewport({ ratio: 1 })
    }
    expect(stopsInBar).toBe(3)
    await page.keyboard.press('Shift+Tab')
    expect(await inBar()).toBe(true)
    await bar.getByRole('button', { name: 'Close this bar' }).press('Enter')
    await expect(bar).toBeHidden()
    await page.getByRole('link', { name: 'Pick a time for your demo' }).focus()
    await page.keyboard.press('Tab')
    expect(await inFooter()).toBe(true)
  })

  test('hides without closing its dialog', async ({ page }) => {
    await page.goto('/')
    await page.evaluate(scrollTo, 800)
    await page.getByRole('complementary').getByRole('button', { name: 'Call Our AI' }).click()
    const dialog = page.getByRole('dialog', { name: 'Call Our AI' })
    await expect(dialog).toBeVisible()
    await page.evaluate(scrollTo, 0)
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
  })
})

test('before scripts arrive, a visitor follows links, opens a dialog and submits it', async ({
  page,
  receiver,
}) => {
  await page.route('**/*.js', () => undefined)
  await page.goto('/', { waitUntil: 'commit' })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'How It Works' })
    .click()
  await expect(page.locator('#how-it-works')).toBeInViewport()
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.getByRole('button', { name: 'See Live AI in Action' }).click()
  const dialog = page.getByRole('dialog', { name: 'See AI in Action' })
  await dialog.getByLabel('Full Name').fill('Ana Ruiz')
  await dialog.getByLabel('Phone Number').fill('509-555-0147')
  await dialog.getByLabel('Email Address').fill('ana@ruiz.com')
  await dialog.getByLabel('Business Name').fill('Ruiz & Sons')
  await dialog.getByRole('button', { name: 'Get a Call' }).click({ noWaitAfter: true })
  await expect(page.getByRole('status').filter({ hasText: "We'll call you shortly" })).toBeVisible()
  expect(receiver.onlyBody.Name).toBe('Ana Ruiz')
})
