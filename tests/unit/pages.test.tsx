import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { dialogs } from '@/lib/content/callback'
import { consent as shownConsent } from '@/lib/content/consent'
import { callExample, hero, proof } from '@/lib/content/landing'
import { pageError } from '@/lib/content/layout'
import { services } from '@/lib/content/services'
import { bookedTicket } from '@/lib/content/tickets'
import { site } from '@/lib/site'
import { ownerFacts } from '../support/site/other-build'
import { sampleKind } from '../support/visitor/visitor'

/** What the pages show of the settings of the site, and of what the owner has filled in. */

const names = ['PRIVACY_URL', 'TERMS_URL', 'SUPPORT_EMAIL', 'SUPPORT_PHONE']
beforeEach(() => {
  for (const name of names) vi.stubEnv(name, undefined)
  vi.resetModules()
})

/** The words of a part of a page, and where its links lead. */
function shown(part: ReactNode) {
  // An email address that can break after its @ is one word.
  const html = renderToStaticMarkup(part)
    .replaceAll('&amp;', '&')
    .replaceAll(/<span translate="no"[^>]*>([^<]*)<wbr\/>([^<]*)<\/span>/g, '$1$2')
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, ...link]) => link,
  )
  return { html, text: textOf(html), links }
}

const textOf = (html: string) =>
  html.replaceAll(/<script.*?<\/script>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const email = ['mailto:help@px.example', 'help@px.example']
const phone = ['tel:+15095550199', '(509) 555-0199']
const terms = ['https://px.example/terms?a=1', 'Terms of service']
const policy = ['https://px.example/privacy', 'Privacy policy']
const contacts = { SUPPORT_EMAIL: email[1], SUPPORT_PHONE: phone[1] }
const policies = { TERMS_URL: terms[0], PRIVACY_URL: policy[0] }

const settings: [object, footer: unknown[], consent: unknown[], words: RegExp][] = [
  [{}, [], [], /contact us\. $/],
  [{ TERMS_URL: terms[0] }, [terms], [terms], /See our Terms of service \. $/],
  [policies, [policy, terms], [terms, policy], /See our Terms of service and Privacy policy \. $/],
  [contacts, [email, phone], [email, phone], /Support: help@px\.example or \(509\) 555-0199 $/],
  [{ SUPPORT_PHONE: phone[1] }, [phone], [phone], /Support: \(509\) 555-0199 $/],
]
it.each(settings)(
  'with %j, the footer and the consent link the policy, the terms and the support contact that are set',
  async (variables, footer, consent, words) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    const { Footer } = await import('@/components/site/footer')
    const { Consent } = await import('@/components/forms/consent')
    expect(shown(<Footer />).links.filter(([href = '']) => /:/.test(href))).toEqual(footer)
    const { text, links, html } = shown(<Consent />)
    expect(links).toEqual(consent)
    // A mailbox that does not fit a line breaks after its @.
    const breaks = renderToStaticMarkup(<Consent />).includes('>help@<wbr/>px.example<')
    expect(breaks).toBe(consent.includes(email))
    expect(text).toContain(shownConsent.text)
    expect(text).toMatch(words)
    // The server stores this version with the lead.
    expect(html).toContain(`name="consent" value="${shownConsent.name}"`)
  },
)

it('the page for a failed layout says so, and has a retry button, a link home and the support contact', async () => {
  for (const [name, value] of Object.entries(contacts)) vi.stubEnv(name, value)
  const { default: GlobalErrorPage } = await import('@/app/global-error')
  const { html, text, links } = shown(<GlobalErrorPage retry={() => undefined} />)
  expect(html).toContain('<title>Unexpected Application Error!</title>')
  expect(text).toContain(pageError.text)
  expect(html).toMatch(/<button [^>]*>Try again<\/button>/)
  expect(links).toEqual([['/', pageError.home], email, phone])
})

it.each([
  [null, `© ${site.legalName}`],
  [
    { street: '12 Main St', city: 'Spokane', state: 'WA', zip: '99201' },
    `© ${site.legalName}, 12 Main St, Spokane, WA 99201`,
  ],
])('with the postal address %j, the footer says “%s”', async (postalAddress, text) => {
  vi.doMock('@/lib/content/owner', () => ({ owner: { postalAddress } }))
  const { Footer } = await import('@/components/site/footer')
  expect(shown(<Footer />).html).toContain(`>${text}</p>`)
})

const person = { ...ownerFacts.person, photo: '/dana.jpg' }
const customer = { ...ownerFacts.customer, photo: '/luis.jpg' }
const says = `Who stands behind it ${person.sentence} Dana Reed , founder Spokane, WA`
const quote = `What a customer says “${customer.quote}” Luis Ortega , Ortega & Sons Plumbing Reno, NV`
const behind = 'Dana Reed, Spokane, WA , stands behind it.'

it.each<[object, hero: string[], people: string, photos: string[]]>([
  [{}, [], '', []],
  [{ person }, [behind], `${says} Support: (509) 555-0199`, ['/dana.jpg']],
  [{ customer }, [], quote, ['/luis.jpg']],
  [
    { person, customer },
    [behind],
    `${says} Support: (509) 555-0199 ${quote}`,
    ['/dana.jpg', '/luis.jpg'],
  ],
])(
  'with %j of the owner, the landing page shows who stands behind it and what a customer says, and nothing else',
  async (owner, hero, people, photos) => {
    vi.stubEnv('SUPPORT_PHONE', phone[1])
    vi.doMock('@/lib/content/owner', () => ({ owner }))
    const { Hero } = await import('@/components/landing/hero')
    const { People } = await import('@/components/landing/people')
    const { html, text } = shown(<People />)
    expect(text.trim()).toBe(people)
    // A screen reader goes from one to the other.
    expect(html.match(/<h2/g) ?? []).toHaveLength(photos.length)
    expect([...html.matchAll(/<img src="([^"]*)"/g)].map(([, photo]) => photo)).toEqual(photos)
    const top = shown(<Hero />)
    expect(top.text.match(/Dana Reed, Spokane, WA , stands behind it\./g) ?? []).toEqual(hero)
    // The link leads to the section.
    expect(top.links.filter(([href]) => href === '#people')).toHaveLength(hero.length)
    expect(html.includes(' id="people"')).toBe(people !== '')
  },
)

it('the number of support never stands without “Support:” before it, because the AI answers another one', async () => {
  vi.stubEnv('SUPPORT_PHONE', phone[1])
  vi.stubEnv('SUPPORT_EMAIL', email[1])
  vi.stubEnv('DEMO_PHONE', '(509) 555-0133')
  vi.doMock('@/lib/content/owner', () => ({ owner: { person } }))
  const { default: LandingPage } = await import('@/app/page')
  const { Footer } = await import('@/components/site/footer')
  const { html, text } = shown([<LandingPage key="page" />, <Footer key="footer" />])
  const before = text.split('(509) 555-0199').slice(0, -1)
  expect(before.length).toBeGreaterThan(2)
  // Only calls of the AI are counted.
  const counted = [...html.matchAll(/<a data-demo="true" href="tel:(\S+)"/g)]
  expect(counted.map(([, number]) => number)).toEqual(Array(4).fill('+15095550133'))
  expect(before.filter((words) => !/Support: (\S+ or )?$/.test(words))).toEqual([])
})

it.each(['(509) 555-0133', undefined])(
  'the number of the AI, %s, is on the first screen, beside the question, in both dialogs, and for agents',
  async (number) => {
    vi.stubEnv('DEMO_PHONE', number)
    const { default: LandingPage } = await import('@/app/page')
    const { llmsText } = await import('@/lib/page/llms-text')
    const { text, links } = shown(<LandingPage />)
    const words = [hero.dial, ...Array(3).fill('Or call it now:')]
    const numbers = links.flatMap(([href]) => href?.match(/^tel:(.*)/)?.[1] ?? [])
    expect(numbers).toEqual(number ? words.map(() => '+15095550133') : [])
    for (const said of new Set(words))
      expect(text.split(`${said} ${number} `).length - 1).toBe(
        number ? words.filter((each) => each === said).length : 0,
      )
    const forAgents = `Or a person calls the AI, without a form: ${number}`
    expect(llmsText().includes(forAgents)).toBe(number !== undefined)
  },
)

it('the text of a service takes one line on a phone: it has at most 45 characters', () => {
  expect(services).toHaveLength(8)
  expect(services.filter(({ text }) => text.length > 45)).toEqual([])
})

/** The sentences of each page that depend on the owner. */
async function sentences(owner: object) {
  vi.doMock('@/lib/content/owner', () => ({ owner }))
  vi.resetModules()
  const { Features } = await import('@/components/landing/features')
  const { CallbackConfirmation } = await import('@/components/callback/confirmation')
  const { default: BookDemoPage } = await import('@/app/book-demo/page')
  const { default: ThankYouPage } = await import('@/app/thank-you/page')
  const { llmsText } = await import('@/lib/page/llms-text')
  const thankYou = shown(<ThankYouPage />)
  const confirmation = shown(<CallbackConfirmation kind={sampleKind} />)
  const [card, ...more] = [thankYou, confirmation].flatMap(({ links }) =>
    links.flatMap(([href]) => (href?.startsWith('data:text/vcard') ? href : [])),
  )
  // The same in both.
  if (card) expect(more).toEqual([card])
  const said = {
    landing: shown(<Features />).text,
    confirmation: confirmation.text,
    booking: shown(<BookDemoPage />).text,
    thankYou: thankYou.text,
    agents: llmsText().replaceAll('\u00a0', ' '),
  }
  return {
    said,
    card:
      card &&
      decodeURIComponent(card)
        .split(/,|\r\n/)
        .slice(1),
  }
}

it('pages say from where and when the owner calls and what the AI works with, and nothing where it is not filled in', async () => {
  const worksWith = 'Works with: ServiceTitan, Jobber'
  const hours =
    'We call Monday to Friday, 8 AM to 6 PM Pacific Time. Only this time counts toward the 2 hours.'
  const from = 'We call from (509) 555-0100.'
  const places = ({ said }: Awaited<ReturnType<typeof sentences>>) =>
    [worksWith, hours, from].map((sentence) =>
      Object.entries(said).flatMap(([place, text]) => (text.includes(sentence) ? place : [])),
    )
  const filled = await sentences({
    callsFrom: '(509) 555-0100',
    callingHours: { days: 'Monday to Friday', from: 8, to: 18 },
    worksWith: ['ServiceTitan', 'Jobber'],
  })
  expect(places(filled)).toEqual([
    ['landing', 'agents'],
    ['booking', 'thankYou', 'agents'],
    ['confirmation', 'thankYou', 'agents'],
  ])
  expect(filled.card).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${site.name};;;`,
    `FN:${site.name}`,
    `ORG:${site.name}`,
    'TEL;TYPE=WORK',
    'VOICE:+15095550100',
    'END:VCARD',
    '',
  ])
  const empty = await sentences({})
  expect(places(empty)).toEqual([[], [], []])
  expect(empty.card).toBeUndefined()
  expect(Object.values(empty.said).join()).not.toMatch(/undefined|We call from|Works with/)
})

it('before it knows of a demo, the confirmation asks nobody whether they have booked yet', async () => {
  const { default: ThankYouPage } = await import('@/app/thank-you/page')
  const { text } = shown(<ThankYouPage />)
  expect(text).toContain(bookedTicket.unknown.day)
  expect(text).not.toContain(bookedTicket.unknown.note)
})

it('another select of the booking form is not described by the time zone, and every id is on the page once', async () => {
  vi.doMock('@/lib/forms/booking-form', async (original) => {
    const { bookingForm, ...rest } = await original<typeof import('@/lib/forms/booking-form')>()
    const options = [{ value: 'one', label: 'One truck' }]
    const size = { type: 'select', label: 'Crew Size', options, required: true, step: 2 }
    return { ...rest, bookingForm: { ...bookingForm, fields: { ...bookingForm.fields, size } } }
  })
  const { default: BookDemoPage } = await import('@/app/book-demo/page')
  const { html } = shown(<BookDemoPage />)
  vi.doUnmock('@/lib/forms/booking-form')
  const selects = html.match(/<select [^>]*>/g) ?? []
  const attributeOf = (tag: string, name: string) =>
    tag.match(new RegExp(` ${name}="([^"]*)"`))?.[1]
  const described = selects.map((tag) => [
    attributeOf(tag, 'id'),
    attributeOf(tag, 'aria-describedby'),
  ])
  expect(described).toContainEqual(['size', undefined])
  expect(described.filter(([, by]) => by)).toEqual([['preferredTime', 'time-zone']])
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})

it('pages answer what only the owner knows, and play a call, once it is filled in', async () => {
  const render = async (owner: object) => {
    vi.doMock('@/lib/content/owner', () => ({ owner }))
    vi.resetModules()
    const { Faq } = await import('@/components/landing/faq')
    const { Hero } = await import('@/components/landing/hero')
    const { People } = await import('@/components/landing/people')
    const { Proof } = await import('@/components/landing/proof')
    const { structuredData } = await import('@/lib/page/seo')
    const { llmsText } = await import('@/lib/page/llms-text')
    const faq = shown(<Faq />)
    const details = faq.html.match(/<details [^>]*open="".*?<\/p>/g) ?? []
    return {
      faq: faq.text,
      faqHtml: faq.html,
      open: details.map((html) => [html.match(/id="(.*?)"/)?.[1], textOf(html).trim()]),
      people: shown(<People />),
      hero: shown(<Hero />),
      proof: shown(<Proof />),
      data: JSON.stringify(structuredData('/')),
      agents: llmsText(),
    }
  }
  const trial = 'It ends after 14 days, at 11 PM, without a card.'
  const filled = await render({
    recording: '/call.mp3',
    keepsNumber: 'Yes. You forward it to us.',
    person: { ...person, sentence: 'I pick up at 3 AM, too.' },
    guarantee: 'Your fee, if we book nothing in a month.',
    trial,
    otherCalls: 'They ring your phone.',
    rating: { source: 'Google', count: 1037, link: 'https://maps.example/px' },
    priceFrom: 1299,
  })
  const cost = 'What does it cost? From $1,299 a month. Ask in the demo what it costs'
  expect(filled.hero.text).toContain(
    'Free demo, 15-30 minutes. From $1,299 a month. Cancel anytime.',
  )
  expect(filled.hero.text).toContain(
    '5.0 customer rating 1,037 reviews on Google · Joined by 100+ plumbers',
  )
  expect(filled.hero.links).toContainEqual(['https://maps.example/px', '1,037 reviews on Google'])
  expect(filled.agents).toContain('\n- 1,037 reviews on Google: https://maps.example/px\n')
  expect(filled.data).not.toMatch(/rating|Google/i)
  expect(filled.faq).toContain(
    `The demo is free. What about the other 2%? They ring your phone. How does the free trial work? ${trial} Is it a robot?`,
  )
  const answers = ['From $1,299 a month.', 'How does the free trial work?', trial]
  for (const text of [filled.data, filled.agents])
    expect(answers.filter((said) => !text.includes(said))).toEqual([])
  // No line ends before these.
  expect(filled.people.html).toContain('3\u00a0AM')
  expect(filled.faqHtml).toContain('11\u00a0PM')
  expect(filled.faq).toContain('Do I keep my number? Yes. You forward it to us.')
  expect(filled.faq).toContain('Play the call at the top of this page.')
  expect(filled.hero.html).toMatch(
    /<audio [^>]*controls=""[^>]*preload="none"[^>]*src="\/call\.mp3"/,
  )
  // The answer to which the link leads is open, beside the first.
  expect(filled.proof.links).toEqual([['#guarantee', proof.promises[0]]])
  expect(filled.open).toEqual([
    [undefined, `${cost} for your business. The demo is free.`],
    [
      'guarantee',
      'What does the revenue protection guarantee cover? Your fee, if we book nothing in a month.',
    ],
  ])

  const empty = await render({})
  expect(empty.faq).not.toMatch(/Do I keep my number|guarantee|Play the call|trial|2%|\$/)
  expect(empty.faq).toContain('What does it cost? There’s no price list. Ask in the demo')
  expect(empty.open).toEqual([
    [undefined, 'Can I hear it first? Yes. Leave your number, and our AI will call you.'],
  ])
  expect(empty.proof.links).toEqual([])
  expect(empty.hero.text).toContain('Free demo, 15-30 minutes. Cancel anytime.')
  expect(empty.hero.text).toContain('5.0 customer rating · Joined by 100+ plumbers')
  expect(empty.hero.html).not.toContain('<audio')
})

it('the landing page names the booking form as the specification does', async () => {
  vi.doUnmock('@/lib/content/owner')
  const { default: LandingPage } = await import('@/app/page')
  const { links } = shown(<LandingPage />)
  expect(links.flatMap(([href, name]) => (href === '/book-demo' ? name : []))).toEqual([
    'Get Personalized Demo',
    'Book Free Demo',
    'Book a Demo Call',
    'Book Free Demo',
    'Book Free Demo',
  ])
})

it('the guarantee is one of four promises, for visitors and for agents', async () => {
  vi.doUnmock('@/lib/content/owner')
  const { Proof } = await import('@/components/landing/proof')
  const { llmsText } = await import('@/lib/page/llms-text')
  const promises = [
    'Revenue protection guarantee',
    '10 minute setup',
    '24/7 support',
    'Personalized setup included',
  ]
  const [, list = ''] = shown(<Proof />).html.match(/<ul class="drops.*?>(.*?)<\/ul>/) ?? []
  expect([...list.matchAll(/<li>(.*?)<\/li>/g)].map(([, promise]) => promise)).toEqual(promises)
  expect(llmsText()).toContain(promises.map((promise) => `- ${promise}\n`).join(''))
})

it('a screen reader hears a pause between the label and the value of a ticket, no dot between two claims, and what describes each dialog', async () => {
  vi.doUnmock('@/lib/content/owner')
  const { default: LandingPage } = await import('@/app/page')
  const { html } = shown(<LandingPage />)
  const said = html
    .replaceAll(/<(\w+) [^>]*aria-hidden="true"[^>]*>[^<]*<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, '')
  expect(said).toContain(callExample.rows.map(({ label, text }) => `${label}: ${text}`).join(''))
  expect(said).toContain(hero.trust.join('  '))
  const describing = [...html.matchAll(/<dialog [^>]*aria-describedby="([^"]*)"/g)].map(
    ([, id]) => html.match(`<p id="${id}">([^<]*)`)?.[1],
  )
  expect(describing).toEqual(Object.values(dialogs).map(({ text }) => text))
})
