/** The times that pages promise. The mails of docs/receivers repeat them, and tests/unit/receivers.test.ts compares them. */
export const callbackHours = 2
export const callbackTime = `${callbackHours} hours`
export const setupMinutes = 10
export const demoMinutes = { least: 15, most: 30 } as const
export const demoLength = `${demoMinutes.least}-${demoMinutes.most} minutes`
/** The buttons that lead to the booking form, but for those to which the specification gives another name. */
export const bookDemo = 'Book Free Demo'
