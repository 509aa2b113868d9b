#!/bin/sh
# A command about the leads, on the machine that install-debian.sh has set up: /usr/local/bin/leads is a link to this file. It runs as
# the site's user with its settings, and without npm, which does not start on a full disk and logs what is typed. Paths are those of
# the caller's folder.
set -eu
export LEADS_COMMAND=leads INIT_CWD="$PWD"
cd /srv/source
[ "$(id -u)" != 0 ] || exec runuser -u site -- node scripts/leads.mjs "$@"
exec node scripts/leads.mjs "$@"
