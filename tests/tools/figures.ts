/** Arithmetic and formatting for the tables that the tools print. */

/** The value below which this share of the values lies: 0.5 for the median. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const lines = [head, ...rows].map((cells) => cells.map(String))
  const widths = head.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  )
  const [first, ...rest] = lines.map((cells) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)),
  )
  return [first ?? [], widths.map((width) => '-'.repeat(width)), ...rest]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
