import 'server-only'
import { format, stripVTControlCharacters } from 'node:util'
import { faultOf, isTerminal, log, logAtIntervals } from './log'

/**
 * Logs what Next.js, packages, and Node print from now on, so that it is JSON too. The build lets server.js call it first
 * (scripts/build.mjs), before Next.js prints anything.
 */
export function logConsole(): void {
  for (const level of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[level] = (...parts) => logPrinted(level, parts)
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message }) => logPrinted('warn', [`${name}: ${message}`]))
}

/**
 * Of an error, it logs the fault and where it was thrown, but not its message, which can quote personal data. Next.js prints an
 * error for each request whose client closes the connection, which any client can cause, so that is not logged. The same text
 * is logged once a minute.
 */
function logPrinted(level: string, parts: unknown[]): void {
  if (parts.some((part) => part instanceof Error && faultOf(part) === 'ECONNRESET')) return
  // What Next.js says at each start, such as its own address.
  if (isTerminal() && ['info', 'log'].includes(level)) return
  const unusable = parts.find(isOfListening)
  if (unusable) {
    const problem = `PORT and HOSTNAME name an address that cannot be used: ${unusable.message}`
    log('cannot start', { problem }, 'red')
    return
  }
  const text = format(...parts.map((part) => (part instanceof Error ? faultOf(part) : part)))
  const frames = parts.flatMap(
    (part) => (part instanceof Error && part.stack?.match(/^ +at .*/gm)) || [],
  )
  const plain = stripVTControlCharacters(text).trim()
  if (plain === '') return
  const stack = frames.length > 0 && { stack: frames.map((frame) => frame.trim()).join('\n') }
  const key = `console ${level} ${plain}`
  logAtIntervals(key, 'console', { level, text: plain, ...stack }, 'yellow')
}

/** Its message has nothing but its code and the address. */
function isOfListening(part: unknown): part is Error {
  return part instanceof Error && 'syscall' in part && part.syscall === 'listen'
}
