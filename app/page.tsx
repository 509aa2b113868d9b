import { Activity } from 'react'
import { CallbackDialog } from '@/components/callback/callback-dialog'
import { CallbackConfirmation } from '@/components/callback/confirmation'
import { Consent } from '@/components/forms/consent'
import { Calculator } from '@/components/landing/calculator'
import { ClosingCta } from '@/components/landing/closing-cta'
import { Faq } from '@/components/landing/faq'
import { Features } from '@/components/landing/features'
import { Hero } from '@/components/landing/hero'
import { HowItWorks } from '@/components/landing/how-it-works'
import { People } from '@/components/landing/people'
import { Proof } from '@/components/landing/proof'
import { JsonLd } from '@/components/site/json-ld'
import { StickyBar } from '@/components/site/sticky-bar'
import { pageWords } from '@/lib/content/pages'
import { callbackKinds } from '@/lib/forms/callback-forms'
import { ownTitle, pageMetadata } from '@/lib/page/seo'

export const metadata = { ...pageMetadata('/'), title: ownTitle }

/** Seconds that Vercel allows the server action of this page. */
export const maxDuration = 60

/** Each `Activity` hydrates in a task of its own, so that keys typed meanwhile wait for less. */
export default function LandingPage() {
  return (
    <>
      <JsonLd path="/" />
      {callbackKinds.map((kind) => (
        <CallbackConfirmation key={kind} kind={kind} />
      ))}
      <Hero />
      <Proof />
      <People />
      <Activity>
        <Calculator />
      </Activity>
      <div className="pipe-to-button">
        <Features />
        <HowItWorks />
        <Faq />
        <ClosingCta />
      </div>
      <StickyBar />
      {callbackKinds.map((kind) => (
        <Activity key={kind}>
          <CallbackDialog
            kind={kind}
            pageTitle={kind === callbackKinds.at(-1) ? pageWords['/'].title : undefined}
          >
            <Consent />
          </CallbackDialog>
        </Activity>
      ))}
    </>
  )
}
