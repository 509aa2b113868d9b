import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatPhone,
  formatWebsite,
  normalize,
  normalizeApostrophes,
  sanitize,
  sanitizeFreeText,
} from '@/lib/leads/shared/normalize'

const anyText = fc.string({ unit: 'binary' })

describe('clean', () => {
  it('trims and folds runs of white space into one space', () => {
    expect(normalize('  Ana \t\n  Ruiz  ')).toBe('Ana Ruiz')
    expect(normalize('Ana\u00a0\u2003Ruiz')).toBe('Ana Ruiz')
  })

  it('removes what cannot be seen: controls, zero-width, bidirectional marks, broken pairs', () => {
    expect(normalize('A\u0000n\u200ba\u202e\ufeff\ud800')).toBe('Ana')
  })

  it('composes letters', () => {
    expect(normalize('Jose\u0301')).toBe('José')
    expect(normalize('Jose\u200b\u0301')).toBe('José')
  })

  it('changes nothing the second time, whatever comes', () => {
    fc.assert(fc.property(anyText, (text) => normalize(normalize(text)) === normalize(text)))
    fc.assert(fc.property(anyText, (text) => sanitize(sanitize(text)) === sanitize(text)))
    fc.assert(
      fc.property(
        anyText,
        (text) => sanitizeFreeText(sanitizeFreeText(text)) === sanitizeFreeText(text),
      ),
    )
  })
})

describe('straighten', () => {
  it('makes a phone’s curly apostrophe a plain one', () => {
    expect(normalizeApostrophes('O’Brien')).toBe("O'Brien")
    expect(normalizeApostrophes('O‘Brien')).toBe("O'Brien")
  })
})

describe('sanitise', () => {
  it('takes angle brackets out', () => {
    expect(sanitize('<b>drains</b> < pipes')).toBe('bdrains/b pipes')
  })

  it('keeps free text from being run as a spreadsheet formula', () => {
    expect(sanitizeFreeText('=1+1')).toBe("'=1+1")
    expect(sanitizeFreeText(' <@cmd')).toBe("'@cmd")
    expect(sanitizeFreeText('+HYPERLINK("http://evil.example")')).toBe(
      `'+HYPERLINK("http://evil.example")`,
    )
    expect(sanitizeFreeText('-2+3+cmd|calc')).toBe("'-2+3+cmd|calc")
    expect(sanitizeFreeText('+1+cmd|calc')).toBe("'+1+cmd|calc")
    expect(sanitizeFreeText('a=b')).toBe('a=b')
  })

  it('leaves a phone number and a list as they are', () => {
    for (const text of ['+1 (509) 555-0147', '+15095550147', '- drains - heaters'])
      expect(sanitizeFreeText(text)).toBe(text)
  })

  it('never lets an angle bracket or a leading formula through', () => {
    const start = fc.constantFrom('=', '+', '-', '@', ' =', '\u200b+', '<-')
    fc.assert(
      fc.property(fc.option(start), anyText, (first, text) => {
        const safe = sanitizeFreeText((first ?? '') + text)
        expect(safe).not.toMatch(/[<>]/)
        expect(safe).not.toMatch(/^[=@]|^-(?! )|^\+(?!\d|[ ().-])/)
      }),
    )
  })
})

describe('formatPhone and formatWebsite', () => {
  it('turns dots, slashes and long dashes of a phone number into hyphens', () => {
    expect(formatPhone(' 509.555/0147')).toBe('509-555-0147')
    expect(formatPhone('509–555–0147')).toBe('509-555-0147')
  })

  it('completes a bare domain and leaves everything else alone', () => {
    expect(formatWebsite('ruizplumbing.com')).toBe('https://ruizplumbing.com')
    expect(formatWebsite('ruizplumbing.com/drains')).toBe('https://ruizplumbing.com/drains')
    expect(formatWebsite('http://ruizplumbing.com')).toBe('http://ruizplumbing.com')
    expect(formatWebsite('none')).toBe('none')
    expect(formatWebsite('')).toBe('')
  })
})
