// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of the product.
/**
 * The product, broken on purpose in one place at a time: `npm run test:mutants` (run-mutants.ts) makes each change and
 * runs the tests named above it, which must fail. A key is a file, and the end of a title where only some of its tests
 * matter. A mutation is a file, text that it contains exactly once, and the replacement.
 */

type Mutation = readonly [file: string, text: string, replacement: string]

const content = 'lib/content'
const server = 'lib/leads/server'
const shared = 'lib/leads/shared'

export const mutants: Record<string, readonly Mutation[]> = {
  'e2e/texts.spec.ts': [
    [`${content}/callback.ts`, "submit: 'Get a Call'", "submit: 'get a call today'"],
    [`${content}/callback.ts`, "title: 'Call Our AI'", "title: 'Call Our AI now'"],
    [`${content}/booking.ts`, "'Book My Free Demo'", "'book my free demo now'"],
    [`${content}/booking.ts`, "'Pacific Time (PST/PDT)'", "'Pacific Time'"],
    [`${content}/booking.ts`, "label: 'Schedule'", "label: 'Scheduled'"],
    [`${content}/site.ts`, "'Oops! Page not found'", "'OOPS! page not found here'"],
    [
      `${content}/site.ts`,
      "'Start Free Trial - 10 Min Setup'",
      "'Start Free Trial - 10 Min setup'",
    ],
    [`${content}/site.ts`, "callShort: 'Chat'", "callShort: 'Chat now'"],
    [`${content}/site.ts`, "label: 'Get Started'", "label: 'Get Started Now'"],
    [`${content}/thank-you.ts`, "'Demo Booked Successfully!'", "'demo booked successfully! yay'"],
    [`${content}/thank-you.ts`, "'Back to Home'", "'back to home page'"],
    [`${content}/landing.ts`, "'Complete Business Solution'", "'Our complete business solution'"],
    [`${content}/landing.ts`, "'Zero Missed Calls'", "'zero missed calls, mostly'"],
    [`${content}/landing.ts`, "'Get Personalized Demo'", "'get personalized demo here'"],
    [`${content}/landing.ts`, "'Book a Demo Call'", "'Book a demo call'"],
    [`${shared}/fields.ts`, "'Other challenges...'", "'Other challenges'"],
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
      `${content}/site.ts`,
      "'Unexpected Application Error!'",
      "'Unexpected Application Error! (500)'",
    ],
    ['app/error.tsx', 'onClick={retry}', 'onClick={() => undefined}'],
    ['components/site/client-setup.tsx', "console.warn('404: no page at', path)", 'void path'],
  ],
  'e2e/landing.spec.ts': [
    [
      'lib/client/loader.ts',
      'menu?.hidePopover?.()',
      "if (link?.hash !== '#how-it-works') menu?.hidePopover?.()",
    ],
    ['app/layout.tsx', ' motion-safe:scroll-smooth', ''],
    ['components/site/sticky-bar.tsx', 'top-[calc(100dvh+500px)]', 'top-0'],
    ['components/site/sticky-bar.tsx', 'popoverTargetAction="show"', 'popoverTargetAction="hide"'],
    [`${content}/landing.ts`, "'5.0 customer rating'", "'4.9 customer rating'"],
    [
      'components/landing/hero.tsx',
      '<ButtonLink href="/book-demo">',
      '<ButtonLink href="/thank-you">',
    ],
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
    ['lib/security.mjs', `"frame-ancestors 'none'",`, ''],
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
  'e2e/callback.spec.ts': [
    ['components/ui/toaster.tsx', "current.destructive ? 'text-wrong' : 'text-ok'", "'text-ok'"],
    [
      'components/callback/callback-dialog.tsx',
      'lead.clear()',
      "if (kind === 'see-ai-in-action') lead.clear()",
    ],
    [
      'components/forms/text-field.tsx',
      'required: field.required,',
      "required: field.required && kind !== 'call-our-ai',",
    ],
    [`${content}/callback.ts`, "sending: 'Sending...'", "sending: 'Sending'"],
    ['components/callback/callback-dialog.tsx', ' disabled={lead.sending}', ''],
    [
      `${content}/forms.ts`,
      "'Please wait a moment before submitting again.'",
      "'Please wait a moment.'",
    ],
    [
      'lib/leads/client/submit-form.ts',
      'if (now - lastSentAt < resubmitDelayMs)',
      'if (now < lastSentAt)',
    ],
    ['lib/leads/client/format-input.ts', 'target.maxLength >= 0', 'target.maxLength > 999'],
  ],
  'e2e/booking.spec.ts': [
    [
      'components/booking/steps.tsx',
      '<output id={field.name}>{wizard.timezone}</output>',
      '<input id={field.name} defaultValue={wizard.timezone} />',
    ],
    [`${content}/booking.ts`, "'Booking Demo...'", "'Booking Demo'"],
    ['components/booking/calendar.tsx', 'disabled={{ before: first }}', ''],
    [
      'components/booking/use-wizard-steps.ts',
      'focusInView(document.getElementById(`step-${step}`))',
      '',
    ],
    ['components/booking/wizard.tsx', "removeSession(draftKey('booking'))", ''],
    ['components/booking/wizard.tsx', 'disabled={missing.length > 0}', ''],
    [`${shared}/fields.ts`, "  '3:00 PM',\n", "  '3:00 PM',\n  '3:30 PM',\n"],
    ['lib/client/booked-demo.ts', 'if (day && time) writeSession', 'if (!day) writeSession'],
  ],
  'e2e/no-script.spec.ts': [
    ['app/actions.ts', "'booking', form, '/thank-you'", "'booking', form, '/'"],
    ['components/forms/lead-form.tsx', 'action={formAction}', ''],
  ],
  'e2e/keyboard.spec.ts': [
    ['components/forms/error-summary.tsx', 'box.current?.focus({ preventScroll: true })', ''],
    ['components/site/header.tsx', 'not-focus:-top-96', 'hidden'],
  ],
  [`unit/${shared.slice(4)}/schema.test.ts`]: [
    [
      `${shared}/schema.ts`,
      "/^[\\d()+-]{10,15}$/.test(value.replaceAll(' ', ''))",
      "/^\\d{10,15}$/.test(value.replace(/[ ()+-]/g, ''))",
    ],
    [`${shared}/schema.ts`, '@[^\\s@<>]+\\.[^\\s@<>]+$/', '@[^\\s@<>]+\\.[^\\s@<>]*$/'],
    [`${shared}/schema.ts`, "[\\p{L}\\p{M} '.-]*$/u", "[\\p{L}\\p{M}\\d '.-]*$/u"],
    [`${shared}/schema.ts`, "[\\p{L}\\p{M}0-9 '&.,()-]*$/u", "[\\p{L}\\p{M} '&.,()-]*$/u"],
    [`${shared}/schema.ts`, '/^https?:$/.test(new URL(value).protocol)', 'URL.canParse(value)'],
    [`${content}/validation.ts`, "'Invalid name format'", "'Invalid name format.'"],
    [`${shared}/fields.ts`, 'name: 100,', 'name: 120,'],
  ],
  'unit/dates.test.ts': [
    ['lib/pacific.ts', 'now.getTime() - 1', 'now.getTime() - 86_400_001'],
    ['lib/dates.ts', 'hours, minutes, pacific).getTime()', "hours, minutes, '-08:00').getTime()"],
  ],
  'unit/leads/server/payload.test.ts': [
    [
      `${server}/payload.ts`,
      'isFreeText ? sanitizeFreeText : sanitize',
      'isFreeText ? sanitizeFreeText : (text: string) => text',
    ],
    [`${shared}/normalize.ts`, "value.replace(/[<>]/g, '')", 'value'],
    [`${server}/payload.ts`, "formVersion = '1.0'", "formVersion = '1.1'"],
    [`${server}/payload.ts`, "'h:mm:ss a'", "'hh:mm:ss a'"],
    ['lib/site.ts', '`${site.name}: Call Our AI`', '`${site.name}: See AI in Action`'],
  ],
  'unit/leads/server/submit.test.ts': [
    ['lib/server/env.ts', "booking: 'BOOKING_WEBHOOK_URL'", "booking: 'CALLBACK_WEBHOOK_URL'"],
    [
      'lib/server/env.ts',
      "'call-our-ai': 'CALLBACK_WEBHOOK_URL'",
      "'call-our-ai': 'BOOKING_WEBHOOK_URL'",
    ],
    [
      `${server}/submit.ts`,
      'const now = new Date()',
      "const now = new Date()\n  void fetch('http://127.0.0.1:9/').catch(() => undefined)",
    ],
    [`${server}/suspicion.ts`, "if (filledHoneypot) return 'honeypot'", ''],
    [`${server}/suspicion.ts`, 'count > env.leadsPerPhone', 'count < 0'],
    [`${shared}/fields.ts`, 'resubmitDelayMs = 2000', 'resubmitDelayMs = 200'],
    [`${server}/rate-limit.ts`, 'else if (isDelayed(client)) return null', ''],
    [`${server}/submit.ts`, 'await permit.refund()', ''],
    [`${server}/submit.ts`, 'await permit.count()', ''],
    [
      `${server}/deliver.ts`,
      'else if (delivered && journal) unsettled.set(id, performance.now())',
      '',
    ],
    [
      `${server}/submit.ts`,
      "log('received', {\n    id,",
      "log('received', {\n    id,\n    name: JSON.stringify(lead.payload),",
    ],
  ],
  'unit/leads/server/webhook.test.ts': [
    [
      `${server}/webhook.ts`,
      "['refused', 'unresolved', 'throttled', 'unavailable']",
      "['refused', 'unresolved', 'throttled', 'unavailable', 'failed']",
    ],
    [`${server}/webhook.ts`, "'idempotency-key': id", "'idempotency-key': body"],
    [`${server}/webhook.ts`, 'status >= 300 && status < 400', 'status === 301'],
    [`${server}/webhook.ts`, 'attemptTimeoutMs = 8000', 'attemptTimeoutMs = 80_000'],
  ],
  'unit/leads/server/journal.test.ts': [
    [
      `${server}/journal/journal.ts`,
      "OR (leads.state = 'leased' AND ${this.leaseExpired})`,",
      '`,',
    ],
    [`${server}/journal/records.ts`, 'leaseMs = 30_000', 'leaseMs = 3_000_000'],
    [`${server}/journal/records.ts`, "wait === undefined ? 'dead' : 'pending'", "'pending'"],
  ],
  'unit/leads/server/request-filter.test.ts': [
    [
      `${server}/request-filter.ts`,
      'const isSame = origin === null ||',
      'const isSame = origin !== null ||',
    ],
    ['lib/security.mjs', 'maxPostBytes = 64 * 1024', 'maxPostBytes = 640 * 1024'],
  ],
  'unit/server/secret-files.test.ts': [
    ['lib/server/secret-files.ts', "if (text !== '') {", 'if (text !== undefined) {'],
  ],
  'unit/server/env.test.ts': [
    [
      'lib/server/env.ts',
      'timingSafeEqual(digest(authorization), digest(`Bearer ${env.cronSecret}`))',
      "authorization.startsWith('Bearer')",
    ],
  ],
  'unit/leads/server/alerts.test.ts': [
    [`${server}/alerts.ts`, 'if (told_at !== null)', 'if (told_at === null)'],
  ],
  'unit/leads/server/retention.test.ts': [
    [
      `${server}/retention.ts`,
      "'UPDATE leads SET payload = NULL, extras = $2 WHERE",
      "'UPDATE leads SET extras = $2 WHERE",
    ],
  ],
  'unit/leads/server/shutdown.test.ts': [
    [`${server}/shutdown.ts`, 'send.abort(timeoutError())', 'void send'],
  ],
}
