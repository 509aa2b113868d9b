import 'server-only'
import { pipeline } from 'node:stream/promises'
import type { Command } from '../command'
import { openNewFile } from '../files'
import { toCsv } from '../formats'
import { leadPages } from '../lead-pages'
import { withJournal } from '../open-journal'
import { filterOptions } from '../options'
import { print, printAll } from '../terminal'

export const exportCommand: Command = {
  options: [...filterOptions, 'out'],
  description:
    'Print leads as CSV, with their attribution and consent. With --out, writes them to a new file that others cannot read.',
  run: withJournal(async (journal, _, { filter, out }) => {
    const csv = toCsv(() => leadPages(journal.store, filter))
    if (!out) return printAll(csv)
    const file = await openNewFile(out)
    await pipeline(csv, file.createWriteStream())
    print(`Wrote ${out}. Only its owner can read it.`)
  }),
}
