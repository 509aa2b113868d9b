import { setTimeout as sleep } from 'node:timers/promises'
import { toastMessages } from '../../lib/content/form-messages'
import { resubmitDelayMs } from '../../lib/forms/fields'
import { forms } from '../../lib/forms/forms'
import { contentSecurityPolicy } from '../../lib/http/policy.mjs'
import { elementsOf } from '../../lib/page/loader/html.mjs'
import { unless } from './checks'
import { compareHeader, passOn } from './headers'
import {
  type Answer,
  actionIdOf,
  byPage,
  type Deployed,
  hashOfLoader,
  inlineScripts,
  type Page,
  read,
} from './read-deployed'

/** Submits the forms of a deployed site, empty, so that the site refuses each and none becomes a lead. */

type Field = readonly [name: string, value: string]

/** As the page's script sends a form. */
export function checkScriptedForms({ base, pages }: Deployed): Promise<string[]> {
  return byForm(pages, async ({ path }, fields) => {
    const entries = fields
      .filter(([name]) => !name.startsWith('$ACTION'))
      .map(([name, value]): Field => [`_1_${name}`, value])
    const answer = await post(base + path, [...entries, ['0', '[null,"$K1"]']], {
      origin: base,
      accept: 'text/x-component',
      'next-action': actionIdOf(Object.fromEntries(fields)),
    })
    return unless(answer.text.includes('"status":"invalid"'), refusalOf(answer))
  })
}

/** As a browser sends a form by itself. */
export function checkNativeForms({ base, pages }: Deployed): Promise<string[]> {
  return byForm(pages, async (page, fields) => {
    const answer = await post(base + page.path, fields, { origin: base })
    if (!answer.text.includes(toastMessages.invalid)) return [refusalOf(answer)]
    const policy = answer.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([\w+/=]{20,})'/.exec(policy)?.[1] ?? '…'
    const loader = hashOfLoader(page)
    const scripts = inlineScripts(elementsOf(answer.text))
    return [
      ...compareHeader(
        answer.headers,
        'content-security-policy',
        contentSecurityPolicy(`'nonce-${nonce}' ${loader}`),
      ),
      ...compareHeader(answer.headers, 'cache-control', 'no-store'),
      ...unless(
        scripts.filter(({ attributes }) => attributes.nonce !== nonce).length === 1,
        `not all scripts have the nonce of the policy. ${passOn}`,
      ),
    ]
  })
}

/** A page elsewhere must not be able to submit a form for its visitors. */
export function checkForeignForm({ base, pages }: Deployed): Promise<string[]> {
  return byForm(pages, async ({ path }, fields) => {
    const { status } = await post(base + path, fields, { origin: 'https://elsewhere.example' })
    return unless(
      status === 403,
      `the status is ${status}, not 403. Let the proxy pass on the header Origin unchanged.`,
    )
  })
}

function byForm(pages: Page[], find: (page: Page, fields: Field[]) => Promise<string[]>) {
  const withForm = pages.filter(({ path }) =>
    Object.values(forms).some(({ page }) => page === path),
  )
  return byPage(withForm, (page) => find(page, emptyForm(page)))
}

/** What a browser sends of the first form in a page when nothing is filled in. */
function emptyForm({ text }: Page): Field[] {
  return elementsOf(`<form${text.split('<form')[1] ?? ''}`)
    .filter(({ tag }) => ['input', 'textarea', 'select'].includes(tag))
    .filter(({ attributes: { type } }) => type !== 'checkbox')
    .map(({ attributes: { name = '', type, value = '' } }) => [
      name,
      type === 'hidden' ? value : '',
    ])
}

/** If a rate limit refuses the form because of those before, sends it again after the delay. */
async function post(
  url: string,
  fields: Field[],
  headers: Record<string, string>,
): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  const send = () => read(url, { method: 'POST', headers, body })
  const answer = await send()
  if (answer.status !== 429) return answer
  await sleep(resubmitDelayMs + 500)
  return send()
}

/** The fault of an answer that does not have the errors of the form. */
function refusalOf(answer: Answer): string {
  const { status } = answer
  const advice = adviceByStatus[status] ?? passOn
  return `the status is ${status}, and the errors of the form are missing. ${advice}`
}

const sameKey =
  'Build every instance with the same NEXT_SERVER_ACTIONS_ENCRYPTION_KEY, and purge the cache of the CDN.'
const adviceByStatus: Record<number, string> = {
  403: 'In nginx.conf, write "proxy_set_header Host $host;" and "proxy_set_header X-Forwarded-Host $host;", or $http_host in both if the site is not on port 443.',
  404: sameKey,
  409: sameKey,
  429: 'The rate limit refused it twice. If it counts all visitors as one, correct CLIENT_ADDRESS.',
}
