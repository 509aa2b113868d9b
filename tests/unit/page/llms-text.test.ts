import { expect, it, vi } from 'vitest'
import { bookingPage } from '@/lib/content/booking'
import { dialogs } from '@/lib/content/callback'
import { consent } from '@/lib/content/consent'
import { faq, proof } from '@/lib/content/landing'
import { llms } from '@/lib/content/llms'
import { pageWords } from '@/lib/content/pages'
import { services } from '@/lib/content/services'
import { descriptionOf, fieldsByStep } from '@/lib/forms/fields'
import { type Form, forms } from '@/lib/forms/forms'
import { indexedPaths } from '@/lib/pages.mjs'
import { site } from '@/lib/site'

/** As the parser of llmstxt.org, which throws at a line below a heading that is not a link. */
function parse(text: string) {
  const [start = '', ...rest] = text.split(/^##\s*(.*?)$/m)
  const head = /^#\s*(?<title>.+?)\n+>\s*(?<summary>.+?)\n+(?<info>.*)/s.exec(start)
  const sections: Record<string, unknown[]> = {}
  for (let index = 0; index < rest.length; index += 2)
    sections[rest[index] ?? ''] = (rest[index + 1] ?? '')
      .trim()
      .split(/\n+/)
      .map((line) => {
        const [, ...link] = /^-\s*\[([^\]]+)\]\(([^)]+)\)(?::\s*(.*))?$/.exec(line) ?? []
        if (link.length === 0) throw new Error(`Not a link: ${line}`)
        return link
      })
  return { info: '', ...head?.groups, sections }
}

it('/llms.txt says by its convention what the pages say, and what each field takes', async () => {
  vi.stubEnv('SUPPORT_EMAIL', 'help@px.example')
  vi.stubEnv('SUPPORT_PHONE', '(509) 555-0199')
  vi.resetModules()
  const text = (await import('@/lib/page/llms-text')).llmsText()
  const address = 'http://localhost:3000'
  const demo = `${address}/book-demo`
  const { info, ...parsed } = parse(text)
  expect(parsed).toEqual({
    title: site.name,
    summary: pageWords['/'].description,
    sections: {
      [llms.pages]: indexedPaths.map((path) => {
        const { title, description } = pageWords[path]
        return [title, `${address}${path === '/' ? '' : path}`, description]
      }),
      [llms.services]: services.map(({ name, slug, text }) => [
        name,
        `${demo}?services=${slug}`,
        text,
      ]),
      [llms.book]: [
        [bookingPage.title, demo, llms.demo],
        ...Object.values(dialogs).map(({ title, button }) => [title, address, llms.call(button)]),
      ],
    },
  })
  const said = [
    consent.text,
    'Support: help@px.example, (509) 555-0199',
    ...proof.figures.flatMap(({ figure, meaning }) => [figure, meaning]),
    ...faq.items.flatMap(({ question, answer }) => [question, answer]),
  ]
  expect(said.filter((words) => !info.includes(words))).toEqual([])
  for (const form of Object.values<Form>(forms)) {
    const title = form.kind === 'booking' ? bookingPage.title : dialogs[form.kind].title
    const [, fields = ''] = info.split(`**${llms.fields(title)}**`)
    const lines = fields.trim().split('\n\n')[0]?.split('\n')
    expect(lines).toEqual(
      fieldsByStep(form)
        .filter(descriptionOf)
        .map((field) => {
          const { label, required, maxLength, name, options } = field
          const facts = [
            required && 'required',
            maxLength && `at most ${maxLength} characters`,
            `field ${name}`,
            options && `choose from: ${options.map(({ value }) => value).join('; ')}`,
          ]
          return `- ${label} (${facts.filter(Boolean).join(', ')}): ${descriptionOf(field)}`
        }),
    )
  }
})
