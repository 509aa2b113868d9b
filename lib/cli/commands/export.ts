import 'server-only'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { OpsError } from '@/lib/server/log'
import type { Command } from '../command'
import { toCsv } from '../formats'
import { leadPages } from '../lead-pages'
import { withJournal } from '../open-journal'
import { print, printAll } from '../terminal'

export const exportCommand: Command = {
  options: ['since', 'out'],
  description:
    'Print all leads as CSV, with their attribution and consent. With --out, writes them to a new file that others cannot read.',
  run: withJournal(async (journal, _, { since, out }) => {
    const csv = toCsv(() => leadPages(journal.store, { since }))
    if (!out) return printAll(csv, '\r\n')
    await writePrivately(out, csv, '\r\n')
    print(`Wrote ${out}. Only its owner can read it.`)
  }),
}

async function writePrivately(path: string, lines: AsyncIterable<string>, end: string) {
  // A file that exists keeps its mode, and can be a link.
  const file = await open(path, 'wx', 0o600).catch(({ code }) => {
    throw new OpsError(
      code === 'EEXIST' ? `${path} exists: name a new file.` : `Cannot write ${path}: ${code}.`,
    )
  })
  async function* withEnds() {
    for await (const text of lines) yield text + end
  }
  await pipeline(withEnds, file.createWriteStream())
}
