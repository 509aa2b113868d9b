/* Fields by their labels, and what goes into those that every form has. */

export const fieldLabels = {
  name: 'Full Name',
  phone: 'Phone Number',
  email: 'Email Address',
  businessName: 'Business Name',
  fullName: 'Full Name',
  phoneNumber: 'Phone Number',
  businessDescription: 'Business Description',
  website: 'Website',
  challenges: 'Current Business Challenges',
  customChallenge: 'Other challenges',
  currentTools: 'Current Tools & Software',
  interestedServices: 'Interested Services',
  preferredDate: 'Preferred Date',
  preferredTime: 'Preferred Time',
  timezone: 'Timezone',
  additionalNotes: 'Additional Notes',
} as const

export const fieldTakes = {
  name: 'Whom we ask for',
  phone: 'Where we call: 10 to 15 digits, for example 509-555-0147',
  email: 'For example ana@ruizplumbing.com',
  businessName: 'The name of the plumbing company',
} as const
