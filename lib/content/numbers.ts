/** At most two decimals. Not `Intl.NumberFormat`: creating one takes a browser 20 ms. */
export function formatCount(value: number): string {
  const [whole = '', decimals] = String(Math.round(value * 100) / 100).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals ? `${grouped}.${decimals}` : grouped
}

export function formatDollars(value: number): string {
  return `$${formatCount(Math.round(value))}`
}

/** How many there are of what cannot be divided, such as jobs: “about 5”. */
export function formatAbout(value: number): string {
  const whole = Math.round(value)
  return Math.abs(whole - value) < 0.005 ? formatCount(whole) : `about ${formatCount(whole)}`
}
