/**
 * A random UUID. One that follows an `earlier` one names the same calendar event: see `eventUid`. `crypto.randomUUID`
 * requires a secure context, `getRandomValues` does not.
 */
export function newSubmissionId(earlier = 'xxxxxxxx-xxxx'): string {
  return `${earlier.slice(0, 13)}-4xxx-axxx-xxxxxxxxxxxx`.replace(/x/g, () =>
    (Number(crypto.getRandomValues(new Uint8Array(1))) % 16).toString(16),
  )
}
