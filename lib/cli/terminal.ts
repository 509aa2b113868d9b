import 'server-only'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { withLeadsCommand } from '@/lib/server/leads-command'
import { OpsError } from '@/lib/server/log'

/** What commands print. A journal can hold any text, and a terminal obeys control characters. */

/** Control characters other than a tab, and the marks that change the direction of text. */
const unsafe = /(?!\t)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line that a terminal shows as it is. */
export function printable(text: string): string {
  return text.replace(unsafe, ' ')
}

export function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  const lines = withLeadsCommand(text).split('\n')
  stream.write(`${lines.map(printable).join('\n')}\n`)
}

export function printError(text: string): void {
  print(text, process.stderr)
}

/** Prints texts that are printable. */
export function printAll(texts: AsyncIterable<string>): Promise<void> {
  return pipeline(texts, process.stdout, { end: false })
}

/** Throws unless ops agree, with --yes or in a terminal. */
export async function confirm(what: string, yes: boolean): Promise<void> {
  if (yes) return
  if (process.stdin.isTTY) {
    printError(`${what} To do it, type yes:`)
    for await (const line of createInterface(process.stdin)) {
      if (line === 'yes') return
      break
    }
  }
  throw new OpsError(`${what} Nothing was done. To do it, add --yes.`)
}
