import 'server-only'

/** Texts name a command as a clone runs it. The units and the image set LEADS_COMMAND to how it runs there. */
export function withLeadsCommand(text: string): string {
  return text.replaceAll('npm run leads --', process.env.LEADS_COMMAND ?? '$&')
}
