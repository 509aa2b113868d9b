/** A random UUID. `crypto.randomUUID` requires a secure context, `getRandomValues` does not. */
export function newSubmissionId(): string {
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    (Number(crypto.getRandomValues(new Uint8Array(1))) % 16).toString(16),
  )
}
