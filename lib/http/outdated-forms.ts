import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toastMessages } from '@/lib/content/form-messages'
import { outdatedPage } from '@/lib/content/outdated-page'
import { escapeHtml, noticePage } from '@/lib/http/plain-page'
import { logRefused } from '@/lib/server/log'
import { callbackForms, callbackKinds } from '../forms/callback-forms'
import { fieldsByStep } from '../forms/fields'
import { parseFormValues } from '../forms/form-data'
import { type Form, forms, leadKinds } from '../forms/forms'
import type { Path } from '../pages.mjs'
import type { Refusal } from './refusal'

/** The answers to forms that are refused although a page of this site sent them. */

/** The page of each server action in app/actions.ts. */
export const formPages = Object.fromEntries(
  leadKinds.map((kind) => [forms[kind].action, forms[kind].page]),
) as Record<Form['action'], Path>

export type ServerAction = { id: string; name: keyof typeof formPages }
type Field = readonly [name: string, value: string]

/**
 * The server actions of this build. Empty in development, where they change. On Vercel, scripts/build.mjs gives this file
 * to the function of proxy.ts.
 */
export function builtActions(): ServerAction[] {
  if (process.env.NODE_ENV !== 'production') return []
  try {
    const path = join(process.cwd(), '.next', 'server', 'server-reference-manifest.json')
    const { node } = JSON.parse(readFileSync(/* turbopackIgnore: true */ path, 'utf8'))
    return Object.entries<{ exportedName: ServerAction['name'] }>(node).map(
      ([id, { exportedName }]) => ({ id, name: exportedName }),
    )
  } catch {
    return []
  }
}

/**
 * To a native post from a page of a build with another action key: a page with the visitor's entries, and a button that
 * sends them to the action of this build. Next.js would answer with one line of text, and the form would be lost.
 */
export function refuseOutdated(fields: Field[], actions: ServerAction[]): Refusal {
  logRefused('outdated')

  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const dialog = form.get('dialog')
  const kind = callbackKinds.find((name) => name === dialog) ?? 'see-ai-in-action'
  const spec: Form = dialog === null ? forms.booking : callbackForms[kind]
  const id = actions.find(({ name }) => name === spec.action)?.id
  const sent = fields.map(
    (field): Field =>
      isReference(field) ? [field[0], JSON.stringify({ ...JSON.parse(field[1]), id })] : field,
  )
  const values = parseFormValues(spec, form)
  const entries = fieldsByStep(spec).flatMap(({ name, label }): Field[] => {
    const text = [values[name] ?? ''].flat().join(', ')
    return text.trim() ? [[label, text]] : []
  })
  return {
    status: 409,
    text: toastMessages.outdated.text,
    html: page(entries, sent, spec.page),
  }
}

/** The field of a native post that names its action. */
export function isReference([name]: Field): boolean {
  return /^\$ACTION_\d+:0$/.test(name)
}

function page(entries: Field[], sent: Field[], path: string): string {
  const list = entries.map(
    ([label, text]) =>
      `<dt>${escapeHtml(label)}</dt>\n<dd>${escapeHtml(text).replaceAll(/(&#13;)?&#10;/g, '<br>')}</dd>`,
  )
  const inputs = sent.map(
    ([name, value]) =>
      `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return noticePage(
    outdatedPage.title,
    `<p>${outdatedPage.text}</p>
<dl>
${list.join('\n')}
</dl>
<form method="post" action="${path}" enctype="multipart/form-data">
${inputs.join('\n')}
<button>${outdatedPage.send}</button>
</form>
<p>${outdatedPage.advice}</p>
<p><a href="${path}">${outdatedPage.openForm}</a></p>`,
  )
}
