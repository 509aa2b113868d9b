export const calendarWords = {
  pickDate: 'Pick a date',
  months: 'Months',
  today: 'Today',
  selected: 'selected',
} as const
