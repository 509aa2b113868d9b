import 'server-only'
import type { OptionName, Options } from './options'

/** A command of `npm run leads`. It can run while a server uses the same journal. */
export type Command = {
  /** What goes after its name, in brackets if it can be left out. */
  argument?: string
  options?: OptionName[]
  /** Sentences. The first one stands in the list of all commands. */
  description: string
  /** Throws when something was not done. */
  run: (args: string[], options: Options) => Promise<unknown>
}
