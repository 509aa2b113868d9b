import 'server-only'

const registry = globalThis as { [key: symbol]: Map<string, unknown> | undefined }
const key = Symbol.for('plumbing-xperience')

/**
 * Creates a value once per process. A module variable is not enough: Next.js bundles pages, routes, and instrumentation
 * separately, and each bundle has its own copy of every module.
 */
export function processWide<T>(name: string, create: () => T): T {
  registry[key] ??= new Map()
  const values = registry[key]
  if (!values.has(name)) values.set(name, create())
  return values.get(name) as T
}
