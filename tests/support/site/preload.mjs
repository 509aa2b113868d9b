/**
 * Loaded into a server under test. `{ shiftClock: ms }` sets its clock to real time plus `ms`. The reply to each message has the
 * CPU time that the server has used.
 */
const RealDate = Date
let offset = 0

process.on('message', (/** @type {Record<string, number>} */ message) => {
  if (message.shiftClock !== undefined) offset = message.shiftClock
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  const cpuMs = (userCPUTime + systemCPUTime) / 1000
  process.send?.({ message, cpuMs })
})
// A test that fails before it stops its server must not leave it running.
process.once('disconnect', () => process.exit())
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
