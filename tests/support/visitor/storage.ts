import { vi } from 'vitest'

/** Gives a unit test the storage of a browser, and returns what is in it. */
export function stubStorage(name: 'sessionStorage' | 'localStorage'): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal(name, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
