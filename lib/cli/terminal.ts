import 'server-only'
import { once } from 'node:events'

/** What commands print. A journal can hold any text, and a terminal obeys control characters. */

/** Control characters other than a tab, and the marks that change the direction of text. */
const unsafe = /(?!\t)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** One line that a terminal shows as it is. */
export function printable(text: string): string {
  return text.replace(unsafe, ' ')
}

export function print(text: string, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${text.split('\n').map(printable).join('\n')}\n`)
}

export function printError(text: string): void {
  print(text, process.stderr)
}

/** Prints lines that are printable. */
export async function printAll(
  lines: Iterable<string> | AsyncIterable<string>,
  end = '\n',
): Promise<void> {
  for await (const line of lines)
    if (!process.stdout.write(line + end)) await once(process.stdout, 'drain')
}
