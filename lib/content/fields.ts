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
  phone: '10 to 15 digits, such as 509-555-0147',
  email: 'Such as ana@ruizplumbing.com',
  businessName: 'Name of the company',
} as const
