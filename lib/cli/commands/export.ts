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
    if (!out) return printAll(csv)
    // A file that exists keeps its mode, and can be a link.
    const file = await open(out, 'wx', 0o600).catch(({ code }) => {
      throw new OpsError(
        code === 'EEXIST' ? `${out} exists: name a new file.` : `Cannot write ${out}: ${code}.`,
      )
    })
    await pipeline(csv, file.createWriteStream())
    print(`Wrote ${out}. Only its owner can read it.`)
  }),
}
