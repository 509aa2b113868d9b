/** Apart from services.ts, because the booking form needs the names without the texts. */
export const serviceNames = {
  'ai-call-handling': 'AI Call Handling',
  'lead-generation': 'Lead Generation',
  'workflow-automation': 'Workflow Automation',
  'chat-agent': 'Chat Agent',
  'voice-ai-agent': 'Voice AI Agent',
  'referral-management': 'Referral Management',
  'review-management': 'Review Management',
  'lead-reactivation': 'Lead Reactivation',
} as const
