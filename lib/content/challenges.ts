export const challengeOptions = [
  'Missed calls after hours',
  'Booking appointments manually',
  'Following up with leads',
  'Generating qualified leads',
  'Managing customer inquiries',
  'Automating routine tasks',
  'Increasing online reviews',
  'Manage referrals',
] as const
