export const calendarWords = { today: 'Today', selected: 'selected' } as const
