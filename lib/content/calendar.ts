/** Of the date picker, which loads after the form. */
export const calendarWords = {
  pickDate: 'Pick a date',
  months: 'Months',
  today: 'Today',
  selected: 'selected',
} as const
