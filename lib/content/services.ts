export const services = [
  {
    slug: 'ai-call-handling',
    name: 'AI Call Handling',
    when: 'Midnight',
    text: 'Burst pipe? Picked up, calmed down, booked.',
  },
  {
    slug: 'lead-generation',
    name: 'Lead Generation',
    when: 'Slow week',
    text: 'New jobs from the neighborhoods you want to work in.',
  },
  {
    slug: 'workflow-automation',
    name: 'Workflow Automation',
    when: 'Quote sent',
    text: 'The estimate you forgot to follow up follows itself up.',
  },
  {
    slug: 'chat-agent',
    name: 'Chat Agent',
    when: 'Sunday',
    text: '“Do you do slab leaks?” Your website answers.',
  },
  {
    slug: 'voice-ai-agent',
    name: 'Voice AI Agent',
    when: 'Running late',
    text: 'Calls ahead, confirms tomorrow’s jobs, calls back who hung up.',
  },
  {
    slug: 'referral-management',
    name: 'Referral Management',
    when: 'Happy customer',
    text: 'They send a neighbor. You find out who to thank.',
  },
  {
    slug: 'review-management',
    name: 'Review Management',
    when: 'Job done',
    text: 'Asks for the review while the floor is still dry.',
  },
  {
    slug: 'lead-reactivation',
    name: 'Lead Reactivation',
    when: 'Last winter',
    text: 'The water heater quote from back then gets a second chance.',
  },
] as const
