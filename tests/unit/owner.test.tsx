import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

/** What each page says about the owner. */
async function render(owner: object) {
  vi.doMock('@/lib/content/owner', () => ({ owner }))
  vi.resetModules()
  const { Features } = await import('@/components/landing/features')
  const { CallbackConfirmation } = await import('@/components/callback/confirmation')
  const { callbackConfirmed } = await import('@/lib/content/callback')
  const { default: BookDemoPage } = await import('@/app/book-demo/page')
  const { default: ThankYouPage } = await import('@/app/thank-you/page')
  const { llmsText } = await import('@/lib/llms')
  const thankYou = renderToStaticMarkup(<ThankYouPage />)
  return {
    landing: [Features, CallbackConfirmation].map((Part) =>
      paragraphs(renderToStaticMarkup(<Part />)),
    ),
    toast: callbackConfirmed.details('509-555-0147'),
    booking: paragraphs(renderToStaticMarkup(<BookDemoPage />)),
    thankYou: paragraphs(thankYou),
    card: decodeURIComponent(/data:text\/vcard;charset=utf-8,([^"]*)/.exec(thankYou)?.[1] ?? ''),
    agents: llmsText().split('\n'),
  }
}

const paragraphs = (html: string) =>
  [...html.matchAll(/<p\b[^>]*>(.*?)<\/p>/g)].map(([, text = '']) =>
    text.replaceAll(/<[^>]*>/g, ''),
  )

it('pages say from where and when the owner calls and what the AI works with, and nothing where he has not filled it in', async () => {
  const filled = await render({
    callsFrom: '(509) 555-0100',
    callingHours: 'Monday to Friday, 8 AM to 6 PM Pacific Time',
    worksWith: ['ServiceTitan', 'Jobber'],
  })
  const empty = await render({})
  const from = 'We call from (509) 555-0100.'
  const hours =
    'We call Monday to Friday, 8 AM to 6 PM Pacific Time. If you book outside these hours, the 2 hours count from when they next begin.'
  const worksWith = 'Works with: ServiceTitan, Jobber'
  const added = (more: string[], fewer: string[]) => more.filter((text) => !fewer.includes(text))
  const [features = [], confirmation = []] = filled.landing
  expect(added(features, empty.landing[0] ?? [])).toEqual([worksWith])
  const wrong = 'If it is wrong, send the form again.'
  expect(empty.landing[1]).toContain(`We call the number that you gave. ${wrong}`)
  expect(confirmation).toContain(`We call the number that you gave. ${wrong} ${from}`)
  expect([empty.toast, filled.toast]).toEqual([
    `We call 509-555-0147. ${wrong}`,
    `We call 509-555-0147. ${wrong} ${from}`,
  ])
  expect(added(filled.booking, empty.booking)).toEqual([hours])
  expect(added(filled.thankYou, empty.thankYou)).toEqual([hours, from])
  expect([empty.card, filled.card]).toEqual([
    '',
    [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'N:;Plumbing Xperience;;;',
      'FN:Plumbing Xperience',
      'ORG:Plumbing Xperience',
      'TEL;TYPE=WORK,VOICE:(509) 555-0100',
      'END:VCARD',
      '',
    ].join('\r\n'),
  ])
  expect(added(filled.agents, empty.agents)).toEqual([worksWith, hours, from])
})
