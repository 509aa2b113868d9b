/**
 * Loaded before a server of the tests: its clock starts at CLOCK_AT, or as it is, and runs on from there. A SIGHUP
 * sets it back an hour, the next one forward again.
 */
const RealDate = Date
const hour = 3_600_000
const { CLOCK_AT } = process.env
const offset = CLOCK_AT ? new RealDate(CLOCK_AT).getTime() - RealDate.now() : 0
let shift = offset

process.on('SIGHUP', () => {
  shift = shift === offset ? offset - hour : offset
})

globalThis.Date = class extends RealDate {
  /** @param {any[]} args */
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shift)
    else super(.../** @type {[any]} */ (args))
  }

  static now() {
    return RealDate.now() + shift
  }

  // Next wraps Date in turn, and looks for these on the constructor itself.
  static UTC = RealDate.UTC
  static parse = RealDate.parse
}
