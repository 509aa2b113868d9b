/** The time zone of the demos, of the payload, and of reports. tests/unit/dates/dates.test.ts compares its words with its id. */
export const zone = {
  id: 'America/Los_Angeles',
  words: 'Pacific Time',
  short: 'Pacific',
  clocks: 'PST/PDT',
} as const
