import fc from 'fast-check'

const codePoint = fc.integer({ min: 0, max: 0x10_ffff }).map(
  (code) => String.fromCodePoint(code),
  (text) => (text as string).codePointAt(0) ?? -1,
)

/**
 * Text of any code points, unpaired surrogates included. The same as `fc.string({ unit: 'binary' })`, which takes more
 * than a second to create.
 */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  return fc.string({ unit: codePoint, maxLength })
}

/** Texts that databases and JSON treat differently: half of a surrogate pair, a zero character, and joined emoji. */
export const oddTexts = [
  '\ud83d',
  'a\ude00b',
  'zero\0',
  '😀',
  '👩‍🔧',
  '\\ud83d',
  `${'x'.repeat(79)}😀`,
]
