import { createHash } from 'node:crypto'

type Key = string | number

/** Random decisions that depend only on the seed and the keys, not on the order of the calls. */
export function seededRandom(seed: string) {
  /** A number from 0 to 1. */
  function draw(...keys: Key[]): number {
    const hash = createHash('sha256')
      .update([seed, ...keys].join('/'))
      .digest()
    return hash.readUInt32BE() / 2 ** 32
  }
  function pick<T>(from: readonly T[], ...keys: Key[]): T {
    return from[Math.floor(draw('pick', ...keys) * from.length)] as T
  }
  return { draw, pick }
}
