/** At most two decimals. Not `Intl.NumberFormat`: creating one takes a browser 20 ms. */
export function formatCount(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 100) / 100).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals ? `${grouped}.${decimals}` : grouped
}

export function formatDollars(value: number): string {
  return `$${formatCount(Math.round(value))}`
}
