import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)
const text = (file: string) => readFileSync(file, 'utf8')
const says = (file: string, words: string) => new RegExp(`^${words}$`, 'm').test(text(file))

/** What a file draws into the browser with it. Types stay behind, and actions are called from afar. */
function imported(file: string): string[] {
  const names = [
    ...text(file).matchAll(
      /^(?:import|export)(?! type)[^']*'([@.]\/?[^']+)'|import\('([^']+)'\)/gm,
    ),
  ]
  return names
    .map(([, still, later]) => still ?? later ?? '')
    .map((name) => (name.startsWith('@/') ? name.slice(2) : join(dirname(file), name)))
    .flatMap((name) => [`${name}.ts`, `${name}.tsx`].filter(existsSync))
    .filter((found) => !says(found, "'use server'"))
}

it('every file is either for the browser too, or says that it is for the server only', () => {
  const browser = new Set(sources.filter((file) => says(file, "'use client'")))
  for (const file of browser) for (const found of imported(file)) browser.add(found)
  expect(browser.size).toBeGreaterThan(30)
  expect([...browser].filter((file) => says(file, "import 'server-only'"))).toEqual([])

  const leads = sources.filter((file) => /^lib\/(leads\/|env|log|start|tracing)/.test(file))
  const unguarded = leads.filter(
    (file) =>
      !browser.has(file) && !says(file, "import 'server-only'") && text(file).includes('import '),
  )
  expect(unguarded).toEqual([])
})
