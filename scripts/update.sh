#!/usr/bin/env bash
# Updates the site that install-debian.sh has set up. Run it as root:
#
#   scripts/update.sh            to the newest commit of the repository
#   scripts/update.sh v1.1.0     to this tag or commit
#
# It backs up the journal, builds the version in a folder of its own, and restarts the instances in turn, so that no visitor is
# refused. If the version does not start or its check fails, the previous one runs again. To build with changed settings, run it
# with the version that runs: `git -C /srv/source rev-parse HEAD`. It ends with 3 if the version refuses a setting.
set -euo pipefail
umask 022
# shellcheck source=settings.sh
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"

releases=/srv/releases
current=/srv/source
builder=/var/lib/site-build
instances=(3000 3001)
restarted=()

main() {
  [ "$(id -u)" = 0 ] || fail 'Run this as root.'
  exec 9> /run/site-update.lock
  flock --nonblock 9 || fail 'Another update is running.'
  previous=
  [ ! -e "$current" ] || previous=$(realpath "$current")
  repository=$(git -C "${previous:-$(dirname "$0")}" remote get-url origin)
  # Other users cannot be in a folder of root.
  cd /

  if [ -n "$previous" ]; then back_up; fi
  build "${1-}"
  switch_to "$new"
  for port in "${instances[@]}"; do
    restarted+=("$port")
    say "Restarting the instance on port $port"
    { systemctl restart "site@$port" && check "$port"; } || go_back "$port"
  done
  systemctl start site
  delete_others
  say "The site runs $(version_of "$new")."
  tell_what_is_left
}

say() { printf '\n== %s\n' "$*"; }
fail() { printf '\n%s\n' "$*" >&2; exit 1; }
version_of() { git -C "$1" describe --tags --always; }

back_up() {
  say 'Backing up the journal'
  systemctl start site-backup || fail 'The backup failed, and nothing was changed. Read: journalctl --unit site-backup'
}

# A release is a clone with the standalone server, for whose user it is readable. All packages are only where it is built.
build() {
  new=$releases/$(date +%FT%H%M%S)
  mkdir -p "$releases"
  trap 'pkill --signal KILL --uid site-build || true; rm -rf "$new"; fail "The build failed, and the site was not changed."' EXIT
  say "Building ${1:-the newest version} in $new"
  git clone --quiet "$repository" "$new"
  [ -z "${1-}" ] || git -C "$new" checkout --quiet --detach "$1"
  ln --symbolic /etc/site/env "$new/.env"
  ln --symbolic .next/standalone/node_modules "$new/node_modules"
  install -d -o root -g site -m 750 "$new/.next"

  install -d -o site-build -g site-build -m 700 "$builder"
  runuser -u site-build -- sh -c "rm -rf $builder/site && mkdir $builder/site"
  git -C "$new" archive HEAD | as_builder tar --extract
  install_packages
  check_settings
  settings_of_build "$new" > "$new/.next/settings"
  as_builder sh -c 'umask 077; cat > .env' < "$new/.next/settings"
  wait_for_builder npm run build
  unpack
  # It has the action key.
  chgrp -R --no-dereference site "$new/.next"
  chmod -R g=rX,o= "$new/.next"
  runuser -u site-build -- rm -rf "$builder/site" "$builder/.npm"
  if [ -n "$previous" ]; then keep_files; fi
  trap - EXIT
}

# Root gets only files, folders, and links within them, of root and with ordinary modes.
unpack() {
  local path
  as_builder tar --create --directory .next standalone |
    tar --extract --no-same-owner --no-same-permissions --directory "$new/.next"
  find "$new/.next/standalone" ! -type d ! -type f -print0 | while IFS= read -r -d '' path; do
    [[ -L $path && $(realpath --canonicalize-missing "$path") == "$(realpath "$new")/.next/standalone/"* ]] ||
      { say "The build has a special file, or a link that leads out of it: $path"; exit 1; }
  done
}

# The code of packages runs as this user, which cannot read the settings, and without the terminal, in which it could type.
as_builder() { runuser -u site-build -- setsid --wait env --chdir="$builder/site" HOME="$builder" "$@"; }
# In the background, because bash obeys Ctrl+C only after a command in the foreground.
wait_for_builder() { { as_builder "$@" < /dev/null 2>&1 | cat; } & wait $!; }

install_packages() {
  for attempt in 1 2 3; do
    wait_for_builder npm ci --include=dev --no-audit --no-fund --prefer-offline && return
    say "Attempt $attempt to get the packages failed"
    sleep 30
  done
  return 1
}

# The rules of the new version.
check_settings() {
  as_builder node --input-type=module --eval 'import("./scripts/build.mjs").then((build) => build.bundleCheck("."))'
  as_builder cat check-settings.mjs > "$new/.next/check-settings.mjs"
  ! accepts_settings "$new" || return 0
  trap 'rm -rf "$new"' EXIT
  exit 3
}

# Open pages and nginx's cache still refer to scripts and styles of earlier builds. Those that were built more than 30 days ago
# and belong to no build after that are left out.
keep_files() {
  local from=$previous/.next/standalone/.next to=$new/.next/standalone/.next
  find "$from/static" -type f '(' -newer "$from/BUILD_ID" -o ! -mtime +30 ')' -printf '%P\0' |
    rsync --archive --ignore-existing --from0 --files-from=- "$from/static/" "$to/static/"
}

switch_to() {
  ln --symbolic --no-dereference --force "$1" "$current.new"
  mv --no-target-directory "$current.new" "$current"
  cp "$1"/docs/*.service "$1"/docs/*.timer /etc/systemd/system/
  ln --symbolic --force "$current/scripts/leads.sh" /usr/local/bin/leads
  systemctl daemon-reload
  systemctl try-reload-or-restart connection-limit
}

check() {
  node "$new/scripts/check-deployed.mjs" "http://127.0.0.1:$1"
}

go_back() {
  journalctl --unit "site@$1" --lines 20 --no-pager --output cat >&2 || true
  if [ -z "$previous" ]; then
    rm "$current"
    fail 'The site does not start: see above.'
  fi
  say "Going back to $(version_of "$previous")"
  switch_to "$previous"
  systemctl reset-failed 'site@*' || true
  for port in "${restarted[@]}"; do
    systemctl restart "site@$port" ||
      fail "The previous version does not start either. Read: journalctl --unit site@$port. Restore the backup in /var/lib/site as docs/operations.md says."
  done
  fail "The new version in $new does not work, and $(version_of "$previous") runs again: see above."
}

# Two versions are kept: this one, and the previous one, whose commands can restore a backup of its time.
delete_others() {
  for folder in "$releases"/*; do
    [ "$folder" = "$new" ] || [ "$folder" = "$previous" ] || rm -rf "$folder"
  done
}

tell_what_is_left() {
  [ -n "$previous" ] || return 0
  for file in scripts/install-debian.sh docs/nginx.conf; do
    if ! cmp --silent "$previous/$file" "$new/$file"; then
      say "$file has changed. To apply it, run: $current/scripts/install-debian.sh $(sed -n 's|^SITE_URL=https://||p' /etc/site/env)"
      return
    fi
  done
}

main "$@"
