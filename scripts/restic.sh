#!/usr/bin/env bash
# Runs restic on the repository of the backups, as the site's user: scripts/restic.sh snapshots. Run it as root.
set -euo pipefail

# As systemd reads the settings: nothing in them is run.
while IFS= read -r line || [ -n "$line" ]; do
  [[ $line =~ ^([A-Z][A-Z0-9_]*)=(.*)$ ]] || continue
  name=${BASH_REMATCH[1]} value=${BASH_REMATCH[2]}
  if [[ $value =~ ^\"(.*)\"$ ]]; then value=${BASH_REMATCH[1]//\\\$/\$}; fi
  export "$name=$value"
done < /etc/site/backup
cd /
exec runuser -u site -- env HOME=/var/lib/site restic --no-cache "$@"
