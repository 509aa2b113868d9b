#!/bin/sh
# Sends an alert that a unit of systemd has failed: scripts/alert.sh UNIT HOST, as docs/alert@.service runs it.
set -eu
[ -z "${ALERT_WEBHOOK_URL_FILE-}" ] || ALERT_WEBHOOK_URL=$(cat "$ALERT_WEBHOOK_URL_FILE")
[ "${ALERT_WEBHOOK_URL-}" ] || {
  echo "ALERT_WEBHOOK_URL is not set in /etc/site/env, so no alert says that $1 has failed." >&2
  exit 1
}
problem=$(journalctl --unit "$1" --output cat --lines 500 | sed -n 's/.*"event":"cannot start","problem":"\(.*\)"}$/ It cannot start: \1./p' | tail -n 1)
case $1 in
  site@*) visitors='Visitors notice it only if the other instance fails too.' ;;
  *) visitors='Visitors do not notice it now.' ;;
esac
text="$1 has failed. $visitors$problem Look at: journalctl --unit $1"
# systemd names the unit that has failed.
[ "${MONITOR_UNIT-}" ] || text="This is a test. $1 has not failed."
body=$(node -p 'JSON.stringify({ text: process.argv[1] })' "$2: $text")
# curl reads the address from its input, because other users see command lines.
printf 'url = "%s"\n' "$ALERT_WEBHOOK_URL" | curl --config - --fail --silent --show-error --max-time 30 \
  --retry 5 --retry-all-errors --header 'Content-Type: application/json' --data "$body"
