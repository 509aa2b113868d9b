import 'server-only'
import { formatLeadJson, formatLeadTable, type Pages } from './formats'
import type { Options } from './options'
import { printAll } from './terminal'

export function printLeads(pages: Pages, { json }: Options): Promise<void> {
  return printAll(json ? formatLeadJson(pages) : formatLeadTable(pages, process.stdout.isTTY))
}
