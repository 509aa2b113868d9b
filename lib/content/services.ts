import { serviceNames } from './service-names'

type Slug = keyof typeof serviceNames

/** A text has at most 45 characters, so that it takes one line on a phone. */
const texts: Record<Slug, { when: string; text: string }> = {
  'ai-call-handling': {
    when: 'Midnight',
    text: 'Burst pipe? Picked up, calmed down, booked.',
  },
  'lead-generation': {
    when: 'Slow week',
    text: 'New jobs in the neighborhoods you want.',
  },
  'workflow-automation': {
    when: 'Quote sent',
    text: 'The estimate you forgot gets followed up.',
  },
  'chat-agent': {
    when: 'Sunday',
    text: '“Do you do slab leaks?” Your website answers.',
  },
  'voice-ai-agent': {
    when: 'Caller hung up',
    text: 'Calls back before they dial the next plumber.',
  },
  'referral-management': {
    when: 'Happy customer',
    text: 'They send a neighbor. You know who to thank.',
  },
  'review-management': {
    when: 'Job done',
    text: 'Asks for the review while they’re happy.',
  },
  'lead-reactivation': {
    when: 'Last winter',
    text: 'That old heater quote gets a second chance.',
  },
}

export const services = Object.entries(texts).map(([slug, words]) => ({
  slug,
  name: serviceNames[slug as Slug],
  ...words,
}))
