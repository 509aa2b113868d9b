/** Apart from the words, because the inline script of every page has it. */
export const zoneId = 'America/Los_Angeles'

/** The time zone of the demos, of the payload, and of reports. tests/unit/dates/dates.test.ts compares its words with its id. */
export const zone = {
  id: zoneId,
  words: 'Pacific Time',
  short: 'Pacific',
  clocks: 'PST/PDT',
} as const
