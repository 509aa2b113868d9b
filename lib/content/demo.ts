/** How long a demo takes. The texts that the specification fixes say it too, and tests/unit/receivers.test.ts compares them. */
export const demoMinutes = { least: 15, most: 30 } as const
export const demoLength = `${demoMinutes.least}-${demoMinutes.most} minutes`
