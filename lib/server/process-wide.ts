import 'server-only'

const registry = globalThis as { [key: symbol]: Map<string, unknown> | undefined }
const key = Symbol.for('plumbing-xperience')

/** One value for the process. Next.js bundles pages, routes and instrumentation separately, each with its own modules. */
export function processWide<T>(name: string, make: () => T): T {
  registry[key] ??= new Map()
  const values = registry[key]
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as T
}
