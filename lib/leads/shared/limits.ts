/** Every limit of a lead, named once: schema, `maxLength`, copy and tests read them here. */
export const limits = {
  name: 100,
  phone: 20,
  business: 100,
  email: 254,
  description: 1000,
  notes: 2000,
  text: 500,
  attribution: 300,
} as const

export const resubmitDelayMs = 2000

export const preferredTimes = [
  '12:00 PM',
  '12:30 PM',
  '1:00 PM',
  '1:30 PM',
  '2:00 PM',
  '2:30 PM',
  '3:00 PM',
] as const

export type PreferredTime = (typeof preferredTimes)[number]
