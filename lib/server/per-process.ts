import 'server-only'

/**
 * State that lives as long as the process. Module variables are not enough: Next.js bundles pages, routes, and
 * instrumentation separately, and each bundle has its own copy of every module.
 */
export function perProcess<State>(name: string, create: () => State): State {
  shared[key] ??= new Map()
  if (!shared[key].has(name)) shared[key].set(name, create())
  return shared[key].get(name) as State
}

const key = Symbol.for('plumbing-xperience')
const shared = globalThis as { [key]?: Map<string, unknown> }
