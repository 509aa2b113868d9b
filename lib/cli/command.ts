import 'server-only'
import type { OptionName, Options } from './options'

/** A command of `npm run leads`. It can run while a server uses the same journal. */
export type Command = {
  argument?: string
  /** What its argument is, if it needs one. */
  needs?: string
  example?: string
  options?: OptionName[]
  description: string
  /** Throws when something was not done. False: it was not, and the output says why. */
  run: (args: string[], options: Options) => Promise<unknown>
}
