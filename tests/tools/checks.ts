/** A name, and what finds the faults: a sentence for each. */
export type Check = readonly [name: string, find: () => string[] | Promise<string[]>]
export type CheckResult = { name: string; faults: string[] }

/** Runs one check after the other. An error is a fault. */
export async function runChecks(checks: Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const [name, find] of checks) {
    const faults = await Promise.resolve()
      .then(find)
      .catch((error) => [String(error instanceof Error ? error.message : error)])
    results.push({ name, faults })
  }
  return results
}

export function unless(isRight: boolean, fault: string): string[] {
  return isRight ? [] : [fault]
}

/** Prints one line for each check, and below it its faults. Returns the exit code. */
export function printResults(results: CheckResult[]): number {
  for (const { name, faults } of results) {
    console.log(`${faults.length > 0 ? 'FAILED' : 'ok    '}  ${name}`)
    for (const fault of faults) console.log(`        ${fault}`)
  }
  return results.some(({ faults }) => faults.length > 0) ? 1 : 0
}
