// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the text of the product.
import type { Mutations } from './mutants'

/** What unit tests must see. mutants.ts says how. */

const content = 'lib/content'
const forms = 'lib/forms'
const leads = 'lib/leads'
const http = 'lib/http'

export const unitMutants: Mutations = {
  'unit/forms/schema.test.ts': [
    [
      `${forms}/schema.ts`,
      "/^[\\d()+-]{10,15}$/.test(value.replaceAll(' ', ''))",
      "/^\\d{10,15}$/.test(value.replace(/[ ()+-]/g, ''))",
    ],
    [`${forms}/schema.ts`, '@[^\\s@<>]+\\.[^\\s@<>]+$/', '@[^\\s@<>]+\\.[^\\s@<>]*$/'],
    [`${forms}/schema.ts`, "[\\p{L}\\p{M} '.-]*$/u", "[\\p{L}\\p{M}\\d '.-]*$/u"],
    [`${forms}/schema.ts`, "[\\p{L}\\p{M}0-9 '&.,()-]*$/u", "[\\p{L}\\p{M} '&.,()-]*$/u"],
    ['lib/http-url.ts', 'z.url({ protocol: /^https?$/ })', 'z.url()'],
    [`${content}/validation.ts`, "'Invalid name format'", "'Invalid name format.'"],
    [`${forms}/fields.ts`, 'name: 100,', 'name: 120,'],
  ],
  'unit/dates.test.ts': [
    ['lib/pacific.ts', 'now.getTime() - 1', 'now.getTime() - 86_400_001'],
    ['lib/dates.ts', 'hours, minutes, pacific).getTime()', "hours, minutes, '-08:00').getTime()"],
  ],
  'unit/leads/payload.test.ts': [
    [
      `${leads}/payload.ts`,
      'isFreeText ? sanitizeFreeText : sanitize',
      'isFreeText ? sanitizeFreeText : (text: string) => text',
    ],
    [`${forms}/normalize.ts`, "value.replace(/[<>]/g, '')", 'value'],
    [`${leads}/payload.ts`, "formVersion = '1.0'", "formVersion = '1.1'"],
    [`${leads}/payload.ts`, "'h:mm:ss a'", "'hh:mm:ss a'"],
    ['lib/site.ts', '`${site.name}: Call Our AI`', '`${site.name}: See AI in Action`'],
  ],
  'unit/leads/receive.test.ts': [
    [
      `${leads}/webhook-addresses.ts`,
      "booking: 'BOOKING_WEBHOOK_URL'",
      "booking: 'CALLBACK_WEBHOOK_URL'",
    ],
    [
      `${leads}/webhook-addresses.ts`,
      "'call-our-ai': 'CALLBACK_WEBHOOK_URL'",
      "'call-our-ai': 'BOOKING_WEBHOOK_URL'",
    ],
    [
      `${leads}/receive.ts`,
      'const now = new Date()',
      "const now = new Date()\n  void fetch('http://127.0.0.1:65000/').catch(() => undefined)",
    ],
    [`${leads}/suspicion.ts`, "if (filledHoneypot) return 'honeypot'", ''],
    [`${leads}/counters.ts`, 'rate_limits.points < ${limit}', '1 = 1'],
    [`${leads}/suspicion.ts`, 'const isOver = memory.isFull(number)', 'const isOver = false'],
    [`${leads}/journal.ts`, "FROM known WHERE state <> 'suspect')", 'FROM known)'],
    [`${leads}/rate-limit.ts`, 'if (isDelayed || ', 'if ('],
    [`${leads}/receive.ts`, 'permit.refund()', ''],
    [`${leads}/rate-limit.ts`, 'memory.hour.add(key)', ''],
    [
      `${leads}/deliver.ts`,
      'else if (delivered && journal) unsettled.set(id, performance.now())',
      '',
    ],
    [
      `${leads}/receive.ts`,
      "log('received', {\n    id,",
      "log('received', {\n    id,\n    name: JSON.stringify(lead.payload),",
    ],
  ],
  'unit/forms/submit.test.ts': [
    [`${forms}/fields.ts`, 'resubmitDelayMs = 2000', 'resubmitDelayMs = 200'],
  ],
  'unit/forms/action-transport.test.ts': [
    [`${forms}/action-transport.ts`, '  answerWait.abort()\n', ''],
    [`${forms}/action-transport.ts`, 'response.status === 429 || ', ''],
    [`${forms}/action-transport.ts`, 'throw new TooFastError()', 'throw tooFastHeader'],
  ],
  'unit/colors.test.ts': [
    ['lib/colors.ts', "'#1a0d05'", "'#11242c'"],
    ['app/manifest.ts', 'colors.light.deep', 'colors.dark.deep'],
  ],
  'unit/leads/webhook.test.ts': [
    [
      `${leads}/outcomes.ts`,
      "retryable: false,\n    means: 'the webhook failed'",
      "retryable: true,\n    means: 'the webhook failed'",
    ],
    [`${leads}/webhook.ts`, "'idempotency-key': id", "'idempotency-key': body"],
    [`${leads}/webhook.ts`, 'status >= 300 && status < 400', 'status === 301'],
    [`${leads}/outcomes.ts`, 'attemptTimeoutMs = 8000', 'attemptTimeoutMs = 80_000'],
  ],
  'unit/leads/journal.test.ts': [
    [`${leads}/journal.ts`, "OR (leads.state = 'leased' AND ${this.leaseExpired})", ''],
    [`${leads}/records.ts`, 'giveUpAfterMs = 72 * hour', 'giveUpAfterMs = 720 * hour'],
  ],
  'unit/leads/sqlite.test.ts': [
    [`${leads}/sqlite.ts`, 'maxWritesTogether = 8', 'maxWritesTogether = 80'],
    [`${leads}/sqlite.ts`, 'if (last?.works === works) last = undefined', ''],
    [`${leads}/sqlite.ts`, 'if (works.length === 1 || isLocked(error)) throw', 'throw'],
    [`${leads}/sqlite.ts`, 'works.length === 1 || isLocked(error)', 'works.length === 1'],
  ],
  'unit/http/request-filter.test.ts': [
    [
      `${http}/request-filter.ts`,
      'const isSame = origin === null ||',
      'const isSame = origin !== null ||',
    ],
    ['lib/http/policy.mjs', 'maxPostBytes = 64 * 1024', 'maxPostBytes = 640 * 1024'],
    [`${http}/request-filter.ts`, 'maxParameters = 64', 'maxParameters = 640'],
    [`${http}/request-filter.ts`, 'if (isFile(path)) return rejections.unknownForm\n', ''],
  ],
  'unit/env.test.ts': [
    ['lib/env.ts', 'SUPPORT_EMAIL: supportEmail, ', ''],
    [
      'lib/env.ts',
      'processWide(`${variable} ${file}`, () => readSecretFile(variable, file))',
      'readSecretFile(variable, file)',
    ],
    ['lib/env.ts', "if (text === '') throw", 'if (false) throw'],
  ],
  'unit/leads/background.test.ts': [
    [
      'lib/http/cron-secret.ts',
      'timingSafeEqual(digest(authorization), digest(`Bearer ${env.cronSecret}`))',
      "authorization.startsWith('Bearer')",
    ],
  ],
  'unit/leads/alerts.test.ts': [
    [`${leads}/alerts.ts`, 'isMine && alert.toldAt !== null', 'isMine && alert.toldAt === null'],
  ],
  'unit/leads/retention.test.ts': [
    [
      `${leads}/retention.ts`,
      "'UPDATE leads SET payload = NULL, extras = $2 WHERE",
      "'UPDATE leads SET extras = $2 WHERE",
    ],
  ],
  'unit/leads/shutdown.test.ts': [
    [`${leads}/webhook.ts`, 'send.abort(timeoutError())', 'void send'],
  ],
}
