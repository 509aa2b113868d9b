import { serviceNames } from './service-names'

type Slug = keyof typeof serviceNames

const texts: Record<Slug, { when: string; text: string }> = {
  'ai-call-handling': {
    when: 'Midnight',
    text: 'Burst pipe? Picked up, calmed down, booked.',
  },
  'lead-generation': {
    when: 'Slow week',
    text: 'New jobs from the neighborhoods you want to work in.',
  },
  'workflow-automation': {
    when: 'Quote sent',
    text: 'The estimate you forgot about gets followed up anyway.',
  },
  'chat-agent': {
    when: 'Sunday',
    text: '“Do you do slab leaks?” Your website answers.',
  },
  'voice-ai-agent': {
    when: 'Caller hung up',
    text: 'Calls back anyone who hung up, before they call the next plumber.',
  },
  'referral-management': {
    when: 'Happy customer',
    text: 'They send a neighbor. You find out who to thank.',
  },
  'review-management': {
    when: 'Job done',
    text: 'Asks for the review while they’re still happy.',
  },
  'lead-reactivation': {
    when: 'Last winter',
    text: 'That old water heater quote gets a second chance.',
  },
}

export const services = Object.entries(texts).map(([slug, words]) => ({
  slug,
  name: serviceNames[slug as Slug],
  ...words,
}))
