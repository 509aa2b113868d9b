/** Waits that end: when the time is up, the error says what was waited for. */

export async function within<T>(seconds: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${seconds} s for ${what}`)), seconds * 1000)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export async function until(
  seconds: number,
  what: string,
  check: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!(await check())) {
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}`)
    await sleep(50)
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
