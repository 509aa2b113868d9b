// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of the product.
import { unitMutants } from './mutants-unit'

/**
 * The product, broken on purpose in one place at a time: `npm run test:mutants` (run-mutants.ts) makes each change and
 * runs the tests in the files that begin with the key, of which one must fail. A mutation is a file, text that it
 * contains exactly once, and the replacement.
 */

export type Mutations = Record<
  string,
  readonly (readonly [file: string, text: string, replacement: string])[]
>

const content = 'lib/content'
const forms = 'lib/forms'
const leads = 'lib/leads'

const endToEndMutants: Mutations = {
  'e2e/texts.spec.ts': [
    [`${content}/callback.ts`, "submit: 'Get a Call'", "submit: 'get a call today'"],
    [`${content}/callback.ts`, "title: 'Call Our AI'", "title: 'Call Our AI now'"],
    [`${content}/booking.ts`, "'Book My Free Demo'", "'book my free demo now'"],
    [`${content}/booking.ts`, "'Pacific Time (PST/PDT)'", "'Pacific Time'"],
    [`${content}/error-pages.ts`, "'Oops! Page not found'", "'OOPS! page not found here'"],
    [
      `${content}/layout.ts`,
      "'Start Free Trial - 10 Min Setup'",
      "'Start Free Trial - 10 Min setup'",
    ],
    [`${content}/layout.ts`, "callShort: 'Chat'", "callShort: 'Chat now'"],
    [`${content}/layout.ts`, "panelButton: 'Get Started'", "panelButton: 'Get Started Now'"],
    [`${content}/thank-you.ts`, "'Demo Booked Successfully!'", "'demo booked successfully! yay'"],
    [`${content}/thank-you.ts`, "'Back to Home'", "'back to home page'"],
    [`${content}/landing.ts`, "'Complete Business Solution'", "'Our complete business solution'"],
    [`${content}/landing.ts`, "'Zero Missed Calls'", "'zero missed calls, mostly'"],
    [`${content}/landing.ts`, "'Get Personalized Demo'", "'get personalized demo here'"],
    [`${content}/landing.ts`, "'Book a Demo Call'", "'Book a demo call'"],
    [`${forms}/booking-form.ts`, "'Other challenges...'", "'Other challenges'"],
    [`${content}/landing.ts`, '5.0 customer rating ·', '4.9 customer rating ·'],
    [
      'components/landing/hero.tsx',
      '<ButtonLink href="/book-demo">',
      '<ButtonLink href="/thank-you">',
    ],
    // A fourth tile, and a fourth step.
    [
      `${content}/landing.ts`,
      "    {\n      title: 'Lead Generation',",
      "    { title: 'Fewer Chores', text: 'None.' },\n    {\n      title: 'Lead Generation',",
    ],
    [
      `${content}/landing.ts`,
      "    {\n      title: 'You grow',",
      "    { title: 'You wait', text: 'A while.' },\n    {\n      title: 'You grow',",
    ],
  ],
  'e2e/error-pages.spec.ts': [
    [
      `${content}/error-pages.ts`,
      "'Unexpected Application Error!'",
      "'Unexpected Application Error! (500)'",
    ],
    ['app/error.tsx', 'onClick={retry}', 'onClick={() => undefined}'],
    ['components/site/client-setup.tsx', "console.warn('404: no page at', path)", 'void path'],
  ],
  'e2e/layout.spec.ts': [
    ['components/booking/wizard.tsx', 'min-h-lh lg:hidden', 'lg:hidden'],
    ['app/global-not-found.tsx', '<link rel="expect" href="#loaded" blocking="render" />', ''],
  ],
  'e2e/booking-changes.spec.ts': [
    ['app/book-demo/page.tsx', '<link rel="expect" href="#loaded" blocking="render" />', ''],
  ],
  'e2e/call-example.spec.ts': [
    ['lib/loader/call-example.ts', "pauseUntilSeen(call, 'dl > :nth-child(3)')", ''],
    ['lib/loader/call-example.ts', 'animation.currentTime = spoken.currentTime', 'void animation'],
    ['lib/loader/call-example.ts', "|| animations.at(-1)?.playState === 'finished'", ''],
    ['components/landing/call-example.css', 'linear var(--at) both', 'linear 0ms both'],
  ],
  'e2e/booking-look.spec.ts': [
    ['components/ui/button.css', '&:not([aria-busy="true"])', '&'],
    [
      'components/booking/demo-ticket.tsx',
      'services.length > 0 && <Row',
      'services.length > 9 && <Row',
    ],
    [
      'components/booking/steps.tsx',
      'if (isFilled && root.current)',
      'if (!isFilled && root.current)',
    ],
  ],
  'e2e/calculator.spec.ts': [['components/landing/calculator.tsx', '<i key={month} ', '<i ']],
  'e2e/landing.spec.ts': [
    [
      'lib/loader/section-links.ts',
      'menu?.hidePopover?.()',
      "if (link?.hash !== '#how-it-works') menu?.hidePopover?.()",
    ],
    ['app/layout.tsx', ' motion-safe:scroll-smooth', ''],
    ['components/site/sticky-bar.tsx', 'top-[calc(100dvh+500px)]', 'top-0'],
    ['components/site/sticky-bar.tsx', 'popoverTargetAction="show"', 'popoverTargetAction="hide"'],
  ],
  'e2e/seo.spec.ts': [
    ['app/thank-you/page.tsx', 'index: false', 'index: true'],
    [
      'lib/seo.ts',
      "'@type': 'LocalBusiness',",
      "'@type': 'LocalBusiness',\n    aggregateRating: { '@type': 'AggregateRating', ratingValue: 5, ratingCount: 100 },",
    ],
    ['lib/site.ts', "name: 'Las Vegas NV'", "name: 'Reno NV'"],
    ['app/sitemap.ts', '`${env.siteUrl}/book-demo`', '`${env.siteUrl}/demo`'],
  ],
  'e2e/security-headers.spec.ts': [
    ['lib/http/policy.mjs', `"frame-ancestors 'none'",`, ''],
    ['next.config.mjs', "'x-content-type-options': 'nosniff',", ''],
    // A role would need a cookie.
    [
      'next.config.mjs',
      "'x-content-type-options': 'nosniff',",
      "'x-content-type-options': 'nosniff',\n    'set-cookie': 'role=visitor',",
    ],
  ],
  'e2e/thank-you.spec.ts': [
    ['lib/calendar-links.ts', '`${start}/${start}`', '`${start}Z/${start}Z`'],
    ['components/booking/booked-demo.tsx', 'formatLongDate(slot.day)', 'slot.day'],
  ],
  'e2e/callback': [
    [
      'components/ui/toast.tsx',
      "current.destructive ? 'text-destructive' : 'text-success'",
      "'text-success'",
    ],
    [
      'components/callback/callback-dialog.tsx',
      'form.clear()',
      "if (kind === 'see-ai-in-action') form.clear()",
    ],
    [
      'components/forms/text-field.tsx',
      'required: field.required,',
      "required: field.required && spec.kind !== 'call-our-ai',",
    ],
    [`${content}/callback.ts`, "sending: 'Sending...'", "sending: 'Sending'"],
    ['components/callback/callback-dialog.tsx', ' busy={form.sending}', ''],
    [
      `${content}/forms.ts`,
      "'Please wait a moment before submitting again.'",
      "'Please wait a moment.'",
    ],
    ['lib/forms/submit.ts', 'if (now - lastSentAt < resubmitDelayMs)', 'if (now < lastSentAt)'],
    ['lib/forms/format-input.ts', 'target.maxLength >= 0', 'target.maxLength > 999'],
  ],
  'e2e/booking': [
    [`${content}/booking.ts`, "label: 'Schedule'", "label: 'Scheduled'"],
    [
      'components/booking/steps.tsx',
      '<output id={field.name}>{wizard.timezone}</output>',
      '<input id={field.name} defaultValue={wizard.timezone} />',
    ],
    [`${content}/booking.ts`, "'Booking Demo...'", "'Booking Demo'"],
    ['components/booking/date-picker.tsx', 'disabled={{ before: first }}', ''],
    ['components/booking/date-picker.tsx', 'flushSync(() => setOpen(false))', 'setOpen(false)'],
    [
      'components/booking/use-wizard-steps.ts',
      'focusInView(document.getElementById(`step-${step}`))',
      '',
    ],
    ['components/booking/wizard.tsx', "removeDraft('booking')", ''],
    ['components/booking/wizard.tsx', 'disabled={missing.length > 0}', ''],
    [`${forms}/booking-form.ts`, "  '3:00 PM',\n", "  '3:00 PM',\n  '3:30 PM',\n"],
    ['lib/forms/booked-demo.ts', 'if (day && time) writeSession', 'if (!day) writeSession'],
  ],
  'e2e/no-script.spec.ts': [
    ['app/actions.ts', "'booking', form, '/thank-you'", "'booking', form, '/'"],
    ['components/forms/action-form.tsx', 'action={formAction}', ''],
  ],
  'e2e/keyboard.spec.ts': [
    ['components/forms/error-summary.tsx', 'box.current?.focus({ preventScroll: true })', ''],
    ['components/site/header.tsx', 'not-focus:-top-96', 'hidden'],
  ],
  'e2e/lead-delivery.spec.ts': [[`${leads}/records.ts`, 'leaseMs = 30_000', 'leaseMs = 3_000_000']],
}

export const mutants: Mutations = { ...endToEndMutants, ...unitMutants }
