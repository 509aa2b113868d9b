import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalize, normalizePunctuation, sanitize, sanitizeFreeText } from '@/lib/forms/normalize'
import { anyText } from '../../support/visitor/any-text'

describe('normalize', () => {
  it('trims, and collapses white space into one space', () => {
    expect(normalize('  Ana \t\n\u00a0\u2003Ruiz  ')).toBe('Ana Ruiz')
  })

  it('removes control characters, zero-width and bidirectional marks, and unpaired surrogates', () => {
    expect(normalize('A\u0000n\u200ba\u202e\ufeff\ud800')).toBe('Ana')
  })

  it('leaves nothing of text that has only invisible letters and marks', () => {
    for (const text of [
      '\u3164',
      '\u115f\u1160',
      ' \uffa0 \u3164',
      '\u17b4',
      '\ufe0f\u034f',
      '\u2800',
    ])
      expect(normalize(text)).toBe('')
    for (const text of ['\u3164a', '\u845b\u{e0100}', '❤\ufe0f', '-'])
      expect(normalize(text)).toBe(text)
  })

  it('composes letters', () => {
    expect(normalize('Jose\u0301')).toBe('José')
    expect(normalize('Jose\u200b\u0301')).toBe('José')
  })

  it('keeps 30 combining marks in a row', () => {
    const marks = (count: number) => `a${'\u0315'.repeat(count)}b`
    expect(normalize(marks(30))).toBe(marks(30))
    expect(normalize(marks(70))).toBe(marks(30))
    // Composing turns each of these into two.
    expect(normalize(`q${'\u0344'.repeat(30)}`)).toBe(`q${'\u0308\u0301'.repeat(15)}`)
  })

  it.each([normalize, sanitize, sanitizeFreeText])(
    'and %o change nothing when applied twice',
    (clean) => {
      fc.assert(fc.property(anyText(), (text) => clean(clean(text)) === clean(text)))
    },
  )
})

it('curly apostrophes become straight ones, and long dashes become hyphens', () => {
  for (const name of ['O’Brien', 'O‘Brien']) expect(normalizePunctuation(name)).toBe("O'Brien")
  for (const dash of '‐‑‒–—―−') expect(normalizePunctuation(`Drain ${dash} 1`)).toBe('Drain - 1')
})

describe('sanitize and sanitizeFreeText', () => {
  it('remove angle brackets', () => {
    expect(sanitize('<b>drains</b> < pipes')).toBe('bdrains/b pipes')
  })

  it('escape free text that a spreadsheet would run as a formula', () => {
    for (const formula of ['=1+1', '-2+3+cmd|calc', '+1+cmd|calc', '- WEBSERVICE(F2&A3)'])
      expect(sanitizeFreeText(formula)).toBe(`'${formula}`)
    expect(sanitizeFreeText(' <@cmd')).toBe("'@cmd")
    for (const sign of '＝＋－＠')
      expect(sanitizeFreeText(`${sign}HYPERLINK(F2)`)).toBe(`'${sign}HYPERLINK(F2)`)
    for (const text of ['=A1 +1 509 555 0147', '+1 509 555 0147|cmd'])
      expect(sanitizeFreeText(text)).toBe(`'${text}`)
    expect(sanitizeFreeText('a=b')).toBe('a=b')
  })

  it('keep phone numbers unchanged', () => {
    for (const text of ['+1 (509) 555-0147', '+1.509.555.0147', '-509-555-0147'])
      expect(sanitizeFreeText(text)).toBe(text)
  })

  it('return no angle bracket and no formula for any text', () => {
    const start = fc.constantFrom('=', '+', '-', '- ', '@', ' =', '＝', '\u200b+', '<－')
    fc.assert(
      fc.property(fc.option(start), anyText(), (first, text) => {
        const safe = sanitizeFreeText((first ?? '') + text)
        expect(safe).not.toMatch(/[<>]/)
        expect(safe).not.toMatch(/^[=@＝＋－＠]|^[+-](?![\d ().+-]{9,20}$)/)
      }),
    )
  })
})
