import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Settings of which each keeps a promise, and whose loss nothing else shows before something goes wrong. */
it.each([
  ['the server is not root', 'docs/site@.service', /^User=site$/],
  ['the container is not root', 'Dockerfile', /^USER node$/],
  [
    'only root and the server can read the settings',
    'scripts/install-debian.sh',
    /install -o root -g site -m 640 .*"\$file"/,
  ],
  ['its files are its own', 'docs/site@.service', /^UMask=0077$/],
  ['no image of its memory is written', 'docs/site@.service', /^LimitCORE=0$/],
  ['a server that does not start is told', 'docs/site@.service', /^OnFailure=alert@%n\.service$/],
  ['a stop waits for forms (15 s)', 'docs/site@.service', /^TimeoutStopSec=60$/],
  ['a stop of a container waits for them', 'compose.yaml', /^ {2}stop_grace_period: 60s$/],
  ['nginx closes idle connections before Node (5 s)', 'docs/nginx.conf', /^ +keepalive_timeout 4s/],
  ['a client gets 50 connections', 'docs/nginx.conf', /^ +limit_conn connections 50;$/],
  [
    'a client gets 1,000 requests at once',
    'docs/nginx.conf',
    /^ {2}limit_req zone=requests burst=1000 nodelay;$/,
  ],
  [
    'then 100 a second',
    'docs/nginx.conf',
    /^ +limit_req_zone \$client zone=requests:10m rate=100r\/s;$/,
  ],
  [
    'on Vercel, leads that wait are sent every day',
    'vercel.json',
    /redeliver", "schedule": "0 16 \* \* \*"/,
  ],
  ['a backup is made every day', 'docs/site-backup.timer', /^OnCalendar=daily$/],
  ['a backup that was missed is made up for', 'docs/site-backup.timer', /^Persistent=true$/],
  ['a backup that fails is told', 'docs/site-backup.service', /^OnFailure=alert@%n\.service$/],
  [
    'a backup is what the command of the site makes, compressed',
    'docs/site-backup.service',
    /leads\.sh backup "\$\$FILE" && gzip "\$\$FILE" && \\$/,
  ],
  [
    'each backup is copied to the other machine',
    'docs/site-backup.service',
    /flock \/var\/lib\/site restic backup .*"\$\$FILE\.gz"/,
  ],
  ['backups are checked every month', 'docs/site-backup-check.timer', /^OnCalendar=monthly$/],
  ['a check that fails is told', 'docs/site-backup-check.service', /^OnFailure=alert@%n\.service$/],
  [
    'backups wait while they are checked',
    'docs/site-backup-check.service',
    /flock \/var\/lib\/site restic check /,
  ],
  [
    'backups are kept for 14 days',
    'docs/site-backup.service',
    /^ExecStart=find \/var\/lib\/site -name backup-\*\.db\* -mtime \+14 -delete$/,
  ],
  [
    'what a restore has replaced is kept for 14 days',
    'docs/site-backup.service',
    /^ExecStart=find \/var\/lib\/site -name \*\.before-restore-\* -ctime \+14 -delete$/,
  ],
  [
    'limits count the clients of nginx, and not nginx',
    'scripts/install-debian.sh',
    /^ +has CLIENT_ADDRESS \|\| set_line CLIENT_ADDRESS=proxy:1$/,
  ],
  ['the image runs as in production', 'Dockerfile', /^ENV .*NODE_ENV=production\b/],
  [
    'the site gets the stop signals of a container',
    'Dockerfile',
    /^ENV .*NEXT_MANUAL_SIG_HANDLE=true\b/,
  ],
  ['Next.js reports nothing from the image', 'Dockerfile', /^ENV .*NEXT_TELEMETRY_DISABLED=1\b/],
  [
    'Next.js reports nothing from a build',
    'scripts/build.mjs',
    /^ +process\.env\.NEXT_TELEMETRY_DISABLED = '1'$/,
  ],
])('%s: %s', (_, path, setting) => {
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  expect(
    lines.filter((line) => setting.test(line)),
    `${setting} in ${path}`,
  ).toHaveLength(1)
})
