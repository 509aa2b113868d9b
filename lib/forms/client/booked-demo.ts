import { bookedKey, readSession, startKey, submissionKey } from './session-storage'

/** The address has the start after a native post, and where the browser stores nothing. */
function startInAddress(): string | undefined {
  return /^\?demo=(\d{8}T\d{6})$/.exec(location.search)?.[1]
}

/** What is stored can be of an earlier demo than the address. */
function readStored(key: string): string | null {
  return startInAddress() ? null : readSession(key)
}

/** What the thank-you page and its calendar file have of the booked demo. save-booked-demo.ts stores it. */
export const bookedDemo = {
  start: () => startInAddress() ?? readSession(startKey),
  submissionId: () => readStored(submissionKey),
  /** What the visitor entered or chose. */
  text: (name: string) => readStored(bookedKey(name)),
}
