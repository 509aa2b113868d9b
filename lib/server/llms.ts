import 'server-only'
import { z } from 'zod'
import { booking, bookingPage } from '../content/booking'
import { dialogs, fieldDescriptions, fieldLabels } from '../content/forms'
import { claims, faq, hero, promises } from '../content/landing'
import { services } from '../content/services'
import { consent, llms, meta, stickyBar } from '../content/site'
import { preferredTimes } from '../leads/shared/limits'
import { leadSchema } from '../leads/shared/schema'
import { type CallbackKind, type LeadKind, site } from '../site'
import { env } from './env'

const takes: Record<string, string> = { ...fieldDescriptions, ...booking.takes }
const labels: Record<string, string> = fieldLabels

const demo = `${env.siteUrl}/book-demo`

const forms: { kind: LeadKind; title: string; url: string; how: string }[] = [
  { kind: 'booking', title: bookingPage.title, url: demo, how: llms.demo },
  call('see-ai-in-action', hero.live),
  call('call-our-ai', stickyBar.call),
]

function call(kind: CallbackKind, button: string) {
  return { kind, title: dialogs[kind].title, url: env.siteUrl, how: llms.call(button) }
}

/** The product for language models and agents, in Markdown: nothing but the site's own words, rules and addresses. */
export function llmsText(): string {
  return [
    `# ${site.name}`,
    `> ${meta.description}`,
    `${hero.audience}. ${hero.lead}`,
    llms.audience,
    llms.areas(site.areas.map(({ name }) => name)),
    `## ${llms.services}`,
    list(services.map(({ name, slug, text }) => `[${name}](${demo}?services=${slug}): ${text}`)),
    `## ${llms.claims}`,
    list([
      ...Object.values(claims).map(({ figure, name, meaning }) => `${figure} ${name}. ${meaning}`),
      ...promises.map(({ name, meaning }) => `${name}. ${meaning}`),
    ]),
    `## ${llms.prices}`,
    llms.price,
    `## ${llms.book}`,
    list(forms.map(({ title, url, how }) => `[${title}](${url}): ${how}`)),
    llms.confirm,
    ...forms.flatMap(({ kind, title }) => [`### ${llms.fields(title)}`, list(fieldsOf(kind))]),
    `### ${llms.consent}`,
    consent.text,
    `## ${llms.questions}`,
    list(faq.items.map(({ question, answer }) => `${question} ${answer}`)),
  ].join('\n\n')
}

/** One line a field, from the rules that judge it. */
function fieldsOf(kind: LeadKind): string[] {
  const { properties = {} } = z.toJSONSchema(leadSchema(kind, new Date()))
  return Object.entries(properties).flatMap(([name, rule]) => {
    if (typeof rule === 'boolean' || !takes[name]) return []
    const options = name === 'preferredTime' ? preferredTimes : optionsOf(rule)
    const facts = [
      rule.minLength && llms.required,
      rule.maxLength && llms.atMost(rule.maxLength),
      options && llms.options(options),
    ].filter(Boolean)
    const bracket = facts.length > 0 ? ` (${facts.join(', ')})` : ''
    return `${labels[name]}${bracket}: ${takes[name]}`
  })
}

function optionsOf({ items }: z.core.JSONSchema.BaseSchema): readonly string[] | undefined {
  const each = Array.isArray(items) ? items[0] : items
  return typeof each === 'object' ? (each.enum as string[] | undefined) : undefined
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}
