/**
 * Prints the slowest tests, the duration of each part, and the counts, then exits. In CI, where every program can be
 * installed, a skipped test is a failure.
 */
export function printSummaryAndExit(parts) {
  const tests = parts.flatMap(({ tests }) => tests).sort((a, b) => b.seconds - a.seconds)
  console.log('\nThe ten slowest tests')
  for (const { name, seconds } of tests.slice(0, 10)) console.log(line(seconds, name))
  console.log('\nTime of each part')
  for (const { name, seconds } of parts) console.log(line(seconds, name))
  console.log(line(performance.now() / 1000, 'total'))

  const total = (count) => parts.reduce((sum, part) => sum + part[count], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(total)
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  process.exit(failed > 0 || (process.env.CI === 'true' && skipped > 0) ? 1 : 0)
}

function line(seconds, name) {
  return `${seconds.toFixed(1).padStart(7)} s  ${name}`
}
