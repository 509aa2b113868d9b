import 'server-only'

export type Section = { title: string; head: string[]; rows: Row[]; note?: string }
export type Row = [name: string, cells: (number | string)[]]

/** By the numbers of each row together. */
export function largestFirst(rows: Row[]): Row[] {
  const size = ([, cells]: Row) => sum(cells.filter((cell) => typeof cell === 'number'))
  return rows.toSorted((a, b) => size(b) - size(a) || (a[0] < b[0] ? -1 : 1))
}

export function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
