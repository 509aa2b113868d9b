import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Form, forms, leadKinds } from '../forms/forms'
import type { Path } from '../pages.mjs'

/** The page of each server action in app/actions.ts. */
export const formPages = Object.fromEntries(
  leadKinds.map((kind) => [forms[kind].action, forms[kind].page]),
) as Record<Form['action'], Path>

export type ServerAction = { id: string; name: keyof typeof formPages }

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
