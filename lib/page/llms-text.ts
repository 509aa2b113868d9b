import 'server-only'
import { bookingPage } from '../content/booking'
import { dialogs } from '../content/callback'
import { callingHours, callsFrom } from '../content/calls'
import { consent } from '../content/consent'
import { faq, features, hero, proof } from '../content/landing'
import { llms } from '../content/llms'
import { owner } from '../content/owner'
import { pageWords } from '../content/pages'
import { services } from '../content/services'
import { callbackKinds } from '../forms/callback-forms'
import { descriptionOf, fieldsByStep } from '../forms/fields'
import { forms, type LeadKind } from '../forms/forms'
import { indexedPaths, type Path } from '../pages.mjs'
import { site } from '../site'
import { addressOf } from './seo'
import { demoPhone, supportEmail, supportPhone } from './settings'

const demo = addressOf('/book-demo')

const ways: { kind: LeadKind; title: string; url: string; how: string }[] = [
  { kind: 'booking', title: bookingPage.title, url: demo, how: llms.demo },
  ...callbackKinds.map((kind) => {
    const { title, button } = dialogs[kind]
    return { kind, title, url: addressOf(forms[kind].page), how: llms.call(button) }
  }),
]

const reachable = [supportEmail, supportPhone].filter(Boolean)

/** Describes the product and its forms, for language models and agents. By llmstxt.org, only lists of links are below a heading. */
export function llmsText(): string {
  return [
    `# ${site.name}`,
    `> ${pageWords['/'].description}`,
    llms.audience,
    ...(owner.worksWith ? [`${features.worksWith} ${owner.worksWith.join(', ')}`] : []),
    `**${llms.claims}**`,
    list([
      ...proof.figures.map(({ figure, name, meaning }) => `${figure} ${name}. ${meaning}`),
      ...proof.promises,
      hero.terms.join(' '),
      ...hero.trust,
      ...(owner.rating ? [`${hero.ratedBy(owner.rating)}: ${owner.rating.link}`] : []),
    ]),
    ...(demoPhone ? [llms.dial(demoPhone)] : []),
    ...[callingHours, callsFrom].filter(Boolean),
    ...(reachable.length > 0 ? [`${llms.support}: ${reachable.join(', ')}`] : []),
    llms.confirm,
    ...ways.flatMap(({ kind, title }) => [`**${llms.fields(title)}**`, list(linesOf(kind))]),
    `**${llms.consent}**`,
    consent.text,
    `**${llms.questions}**`,
    list(faq.items.map(({ question, answer }) => `${question} ${answer}`)),
    `## ${llms.pages}`,
    list(indexedPaths.map(describePage)),
    `## ${llms.services}`,
    list(services.map(({ name, slug, text }) => `[${name}](${demo}?services=${slug}): ${text}`)),
    `## ${llms.book}`,
    list(ways.map(({ title, url, how }) => `[${title}](${url}): ${how}`)),
  ].join('\n\n')
}

function describePage(path: Path): string {
  const { title, description } = pageWords[path]
  return `[${title}](${addressOf(path)}): ${description}`
}

function linesOf(kind: LeadKind): string[] {
  return fieldsByStep(forms[kind]).flatMap((field) => {
    const description = descriptionOf(field)
    if (!description) return []
    const facts = [
      field.required && llms.required,
      field.maxLength && llms.atMost(field.maxLength),
      llms.field(field.name),
      field.options && llms.options(field.options.map(({ value }) => value)),
    ].filter(Boolean)
    return `${field.label} (${facts.join(', ')}): ${description}`
  })
}

function list(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}
