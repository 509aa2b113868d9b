import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clean, sanitise, sanitiseText, straighten } from '@/lib/leads/shared/normalize'
import { tidy } from '@/lib/leads/shared/typing'

const anyText = fc.string({ unit: 'binary' })

describe('clean', () => {
  it('trims and folds runs of white space into one space', () => {
    expect(clean('  Ana \t\n  Ruiz  ')).toBe('Ana Ruiz')
    expect(clean('Ana\u00a0\u2003Ruiz')).toBe('Ana Ruiz')
  })

  it('removes what cannot be seen: controls, zero-width, bidirectional marks, broken pairs', () => {
    expect(clean('A\u0000n\u200ba\u202e\ufeff\ud800')).toBe('Ana')
  })

  it('composes letters', () => {
    expect(clean('Jose\u0301')).toBe('José')
    expect(clean('Jose\u200b\u0301')).toBe('José')
  })

  it('changes nothing the second time, whatever comes', () => {
    fc.assert(fc.property(anyText, (text) => clean(clean(text)) === clean(text)))
    fc.assert(fc.property(anyText, (text) => sanitise(sanitise(text)) === sanitise(text)))
    fc.assert(
      fc.property(anyText, (text) => sanitiseText(sanitiseText(text)) === sanitiseText(text)),
    )
  })
})

describe('straighten', () => {
  it('makes a phone’s curly apostrophe a plain one', () => {
    expect(straighten('O’Brien')).toBe("O'Brien")
    expect(straighten('O‘Brien')).toBe("O'Brien")
  })
})

describe('sanitise', () => {
  it('takes angle brackets out', () => {
    expect(sanitise('<b>drains</b> < pipes')).toBe('bdrains/b pipes')
  })

  it('keeps free text from being run as a spreadsheet formula', () => {
    expect(sanitiseText('=1+1')).toBe("'=1+1")
    expect(sanitiseText(' <@cmd')).toBe("'@cmd")
    expect(sanitiseText('+HYPERLINK("http://evil.example")')).toBe(
      `'+HYPERLINK("http://evil.example")`,
    )
    expect(sanitiseText('-2+3+cmd|calc')).toBe("'-2+3+cmd|calc")
    expect(sanitiseText('+1+cmd|calc')).toBe("'+1+cmd|calc")
    expect(sanitiseText('a=b')).toBe('a=b')
  })

  it('leaves a phone number and a list as they are', () => {
    for (const text of ['+1 (509) 555-0147', '+15095550147', '- drains - heaters'])
      expect(sanitiseText(text)).toBe(text)
  })

  it('never lets an angle bracket or a leading formula through', () => {
    const start = fc.constantFrom('=', '+', '-', '@', ' =', '\u200b+', '<-')
    fc.assert(
      fc.property(fc.option(start), anyText, (first, text) => {
        const safe = sanitiseText((first ?? '') + text)
        expect(safe).not.toMatch(/[<>]/)
        expect(safe).not.toMatch(/^[=@]|^-(?! )|^\+(?!\d|[ ().-])/)
      }),
    )
  })
})

describe('tidy', () => {
  it('turns dots, slashes and long dashes of a phone number into hyphens', () => {
    expect(tidy.phone(' 509.555/0147')).toBe('509-555-0147')
    expect(tidy.phone('509–555–0147')).toBe('509-555-0147')
  })

  it('completes a bare domain and leaves everything else alone', () => {
    expect(tidy.website('ruizplumbing.com')).toBe('https://ruizplumbing.com')
    expect(tidy.website('ruizplumbing.com/drains')).toBe('https://ruizplumbing.com/drains')
    expect(tidy.website('http://ruizplumbing.com')).toBe('http://ruizplumbing.com')
    expect(tidy.website('none')).toBe('none')
    expect(tidy.website('')).toBe('')
  })
})
