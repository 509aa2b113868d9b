import { PhoneLink } from '@/components/site/phone-link'
import { demoPhoneText } from '@/lib/content/callback'
import { demoPhone } from '@/lib/page/settings'

export function DemoPhone({ className }: { className: string }) {
  if (demoPhone === '') return null
  return (
    <p className={className}>
      <span>{demoPhoneText}</span> <PhoneLink phone={demoPhone} data-demo />
    </p>
  )
}
