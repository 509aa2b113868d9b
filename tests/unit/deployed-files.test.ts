import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Lines of which each keeps a promise, and whose loss nothing else shows before something goes wrong. */
const lines: [promise: string, path: string, line: string][] = [
  ['the server is not root', 'docs/site@.service', 'User=site'],
  ['a backup is made every day', 'docs/site-backup.timer', 'OnCalendar=daily'],
  ['a backup that was missed is made up for', 'docs/site-backup.timer', 'Persistent=true'],
  [
    'each backup is copied to the other machine',
    'docs/site-backup.service',
    `  { [ -z "$$RESTIC_REPOSITORY" ] || flock /var/lib/site restic backup --quiet --no-cache --host site "$$FILE.gz"; }'`,
  ],
  [
    'backups wait while they are checked',
    'docs/site-backup-check.service',
    '  flock /var/lib/site restic check --quiet --no-cache && \\',
  ],
  [
    'backups are kept for 14 days',
    'docs/site-backup.service',
    'ExecStart=find /var/lib/site -name backup-*.db* -mtime +14 -delete',
  ],
  [
    'what a restore has replaced is kept for 14 days',
    'docs/site-backup.service',
    'ExecStart=find /var/lib/site -name *.before-restore-* -ctime +14 -delete',
  ],
  [
    'limits count the clients of nginx, and not nginx',
    'scripts/install-debian.sh',
    '  has CLIENT_ADDRESS || set_line CLIENT_ADDRESS=proxy:1',
  ],
  [
    'the image runs as in production, and Next.js reports nothing from it',
    'Dockerfile',
    'ENV NODE_ENV=production HOSTNAME=0.0.0.0 NEXT_MANUAL_SIG_HANDLE=true NEXT_TELEMETRY_DISABLED=1',
  ],
  [
    'Next.js reports nothing from a build',
    'scripts/build.mjs',
    "  process.env.NEXT_TELEMETRY_DISABLED = '1'",
  ],
]

it.each(lines)('%s: %s', (_, path, line) => {
  expect(readFileSync(path, 'utf8').split(/\r?\n/)).toContain(line)
})
