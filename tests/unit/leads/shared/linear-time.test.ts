import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '@/lib/leads/server/request-filter'
import { fieldsOf } from '@/lib/leads/shared/fields'
import { toFormValues } from '@/lib/leads/shared/form-data'
import { normalize, sanitizeFreeText } from '@/lib/leads/shared/normalize'
import { validateLead } from '@/lib/leads/shared/schema'
import { parseAttribution } from '@/lib/leads/shared/submission-meta'
import { maxPostBytes } from '@/lib/security.mjs'

const now = new Date('2026-11-20T20:00:00Z')
const type = { 'content-type': 'multipart/form-data; boundary=-a' }

/** Units that, repeated, made some regular expression or normalization slow, here or elsewhere. */
const unit = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u0301',
        '\u0316',
        '\u0344',
        '\u0f73',
        '\u{1d165}',
        'e\u0301',
        '\u1100\u1161',
      ),
      fc.constantFrom(
        '\ud800',
        '\udfff',
        '\u{1f600}',
        '\u202e',
        '\u2066',
        '\u200b',
        '\ufeff',
        '\0',
      ),
      fc.constantFrom(' ', '\n', '\r\n', '\u3000', '\r\n--', '\r\n---a', '-a', '-'),
      fc.constantFrom('.', '1', '+', '@', 'a@', '/', ':', "'", '’', '<', '=', '%', '[', '{"a":'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join(''))
const text = fc.record({
  start: fc.constantFrom('', 'a', 'a@', 'http://', '+1 ', '- '),
  unit,
  end: fc.constantFrom('', ' ', '!', '\0', 'a'),
})
type Text = { start: string; unit: string; end: string }

function ofLength({ start, unit, end }: Text, bytes: number): string {
  return start + unit.repeat(bytes / Buffer.byteLength(unit)) + end
}

/** The shortest CPU time of three runs, because other programs can only make a run longer. */
function cpuMs(work: () => unknown): number {
  const run = () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  return Math.min(run(), run(), run())
}

function expectLinear(work: (text: string) => unknown) {
  fc.assert(
    fc.property(text, (text) => {
      const long = cpuMs(() => work(ofLength(text, maxPostBytes)))
      if (long < 10) return
      const short = cpuMs(() => work(ofLength(text, maxPostBytes / 16)))
      expect(long).toBeLessThan(100)
      expect(long).toBeLessThan(16 * 4 * Math.max(short, 0.5))
    }),
    { seed: 20_261_121, numRuns: 60 },
  )
}

describe('the time for 64 KB of any text grows in proportion to its length', () => {
  it('in normalize and sanitizeFreeText', () =>
    expectLinear((text) => [normalize(text), sanitizeFreeText(text)]))

  it('in the parser of request bodies', () =>
    expectLinear((text) => {
      const head = '---a\r\ncontent-disposition: form-data; name="a"\r\n\r\n'
      parse(Buffer.from(`${head}${text}\r\n---a--`), new Headers(type))
      parse(Buffer.from(text), new Headers(type))
    }))

  it('in the attribution', () =>
    expectLinear((text) => {
      parseAttribution(text)
      parseAttribution(JSON.stringify({ referrer: text }))
    }))

  it.each(fieldsOf('booking').map(({ name }) => name))('in the rule of %s', (name) =>
    expectLinear((text) => validateLead('booking', toFormValues('booking', { [name]: text }), now)),
  )
})
