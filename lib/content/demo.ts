/** The times that pages promise. The mails of docs/receivers repeat them, and tests/unit/receivers.test.ts compares them. */
export const callbackHours = 2
export const callbackTime = `${callbackHours} hours`
export const setupMinutes = 10
export const demoMinutes = { least: 15, most: 30 } as const
export const demoLength = `${demoMinutes.least}-${demoMinutes.most} minutes`
