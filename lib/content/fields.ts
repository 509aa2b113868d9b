/* Fields by their labels. */

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
