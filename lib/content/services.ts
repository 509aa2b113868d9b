import { serviceNames } from './service-names'

const texts = [
  {
    slug: 'ai-call-handling',
    when: 'Midnight',
    text: 'Burst pipe? Picked up, calmed down, booked.',
  },
  {
    slug: 'lead-generation',
    when: 'Slow week',
    text: 'New jobs from the neighborhoods you want to work in.',
  },
  {
    slug: 'workflow-automation',
    when: 'Quote sent',
    text: 'The estimate you forgot about gets followed up anyway.',
  },
  {
    slug: 'chat-agent',
    when: 'Sunday',
    text: '“Do you do slab leaks?” Your website answers.',
  },
  {
    slug: 'voice-ai-agent',
    when: 'Running late',
    text: 'Calls ahead, confirms tomorrow’s jobs, calls back anyone who hung up.',
  },
  {
    slug: 'referral-management',
    when: 'Happy customer',
    text: 'They send a neighbor. You find out who to thank.',
  },
  {
    slug: 'review-management',
    when: 'Job done',
    text: 'Asks for the review while they’re still happy.',
  },
  {
    slug: 'lead-reactivation',
    when: 'Last winter',
    text: 'That old water heater quote gets a second chance.',
  },
] as const

export const services = texts.map((service) => ({ ...service, name: serviceNames[service.slug] }))
