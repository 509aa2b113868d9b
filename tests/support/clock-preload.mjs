/** Loaded into a server under test. The message `{ shiftClock: ms }` sets its clock to real time plus `ms`. */
const RealDate = Date
let offset = 0

process.on('message', (message) => {
  const { shiftClock } = /** @type {{ shiftClock?: number }} */ (message)
  if (shiftClock === undefined) return
  offset = shiftClock
  process.send?.({ shiftedClock: shiftClock })
})
// Listening for messages must not keep the process alive.
process.channel?.unref()

const now = () => RealDate.now() + offset

// A proxy instead of a subclass, because libraries list the methods of `Date.prototype`.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
