import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseAttribution } from '@/lib/forms/attribution'
import { bookingForm } from '@/lib/forms/booking-form'
import { fieldsOf } from '@/lib/forms/fields'
import { toFormValues } from '@/lib/forms/form-data'
import { normalize, sanitizeFreeText } from '@/lib/forms/normalize'
import { validateLead } from '@/lib/forms/schema'
import { maxPostBytes } from '@/lib/http/policy.mjs'
import { parse } from '@/lib/http/request-filter'

const type = { 'content-type': 'multipart/form-data; boundary=-a' }

/** Parts that, repeated, made some regular expression or normalization slow, here or elsewhere. */
const parts = [
  ['\u0301', '\u0316', '\u0344', '\u0f73', '\u{1d165}', 'e\u0301', '\u1100\u1161'],
  ['\ud800', '\udfff', '\u{1f600}', '\u202e', '\u2066', '\u200b', '\ufeff', '\0'],
  [' ', '\n', '\r\n', '\u3000', '\r\n--', '\r\n---a', '-a', '-'],
  ['.', '1', '+', '@', 'a@', '/', ':', "'", '’', '<', '=', '%', '[', '{"a":'],
]
const part = fc.oneof(...parts.map((some) => fc.constantFrom(...some)))
type Text = { start: string; unit: string; end: string }
const text: fc.Arbitrary<Text> = fc.record({
  start: fc.constantFrom('', 'a', 'a@', 'http://', '+1 ', '- '),
  unit: fc.array(part, { minLength: 1, maxLength: 4 }).map((some) => some.join('')),
  end: fc.constantFrom('', ' ', '!', '\0', 'a'),
})

const examples = parts.flat().map((unit): [Text] => [{ start: 'a', unit, end: '!' }])

/** The CPU time also has that of other threads, and the time also has that of other programs. */
function msOf(work: () => unknown): number {
  const start = performance.now()
  const cpuStart = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(cpuStart)
  return Math.min(performance.now() - start, (user + system) / 1000)
}

/** Others can only make a run longer, so one that is short enough is enough. */
function shortestMs(work: () => unknown, enough = 0, runs = 3): number {
  let shortest = msOf(work)
  for (let run = 1; run < runs && shortest >= enough; run++)
    shortest = Math.min(shortest, msOf(work))
  return shortest
}

it.each<[name: string, work: (text: string) => unknown]>([
  ['normalize and sanitizeFreeText', (text) => [normalize(text), sanitizeFreeText(text)]],
  [
    'the parser of request bodies',
    (text) => {
      const head = '---a\r\ncontent-disposition: form-data; name="a"\r\n\r\n'
      parse(Buffer.from(`${head}${text}\r\n---a--`), type['content-type'])
      parse(Buffer.from(text), type['content-type'])
    },
  ],
  [
    'the attribution',
    (text) => [parseAttribution(text), parseAttribution(JSON.stringify({ referrer: text }))],
  ],
  ...fieldsOf(bookingForm).map(({ name }): [string, (text: string) => unknown] => [
    `the rule of ${name}`,
    (text) => validateLead('booking', toFormValues(bookingForm, { [name]: text })),
  ]),
])('the time for 64 KB of any text grows in proportion to its length in %s', (_, work) => {
  fc.assert(
    fc.property(text, ({ start, unit, end }) => {
      const ofLength = (bytes: number) => start + unit.repeat(bytes / Buffer.byteLength(unit)) + end
      const run = (bytes: number) => () => work(ofLength(bytes))
      if (msOf(run(maxPostBytes)) < 10) return
      const short = shortestMs(run(maxPostBytes / 16))
      const limit = Math.min(100, 16 * 4 * Math.max(short, 0.5))
      expect(shortestMs(run(maxPostBytes), limit, 30)).toBeLessThan(limit)
    }),
    { seed: 20_261_121, numRuns: 80, examples },
  )
})
