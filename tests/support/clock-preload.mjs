/** Loaded before a server of the tests: its clock starts at CLOCK_AT and runs on from there. */
const RealDate = Date
const shift = new RealDate(process.env.CLOCK_AT ?? '').getTime() - RealDate.now()

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
