/**
 * Loaded before a server or command of the tests. Its clock starts at CLOCK_AT, or at the real time, and runs on from
 * there. The message `{ shiftClock: ms }` moves it relative to that start.
 */
const RealDate = Date
const { CLOCK_AT } = process.env
const start = CLOCK_AT ? new RealDate(CLOCK_AT).getTime() - RealDate.now() : 0
let offset = start

process.on('message', (message) => {
  const { shiftClock } = /** @type {{ shiftClock?: number }} */ (message)
  if (shiftClock === undefined) return
  offset = start + shiftClock
  process.send?.({ shiftedClock: shiftClock })
})
// Listening for messages must not keep the process alive.
process.channel?.unref()

const now = () => RealDate.now() + offset

// A proxy and not a subclass, because libraries list the methods of `Date.prototype`.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
