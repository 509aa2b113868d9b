#!/usr/bin/env bash
# Sets up the site on an empty Debian 12 or 13: two instances behind nginx with TLS, a daily backup, and alerts. Run it as root
# in a clone of the repository, whose commit it installs:
#
#   scripts/install-debian.sh www.example.com                 asks for the settings
#   scripts/install-debian.sh www.example.com --yes ANSWERS   takes them from a file with lines NAME=value
#
# It can be run again, and then changes only what differs. docs/deploying.md says what to answer.
set -euo pipefail
umask 022

source=$(realpath "$(dirname "$0")/..")
current=/srv/source
settings=/etc/site/env
backup_settings=/etc/site/backup
certificate_settings=/etc/site/certificate
changed=()
problems=()

main() {
  read_arguments "$@"
  install_packages
  make_user
  read_settings
  install_site
  get_certificate
  install_nginx
  limit_connections
  start_backups
  test_alerts
  check
  report
}

say() { printf '\n== %s\n' "$*"; }
fail() { printf '\n%s\n' "$*" >&2; exit 1; }
note() { changed+=("$1"); printf '%s\n' "$1"; }
is_changed() { printf '%s\n' "${changed[@]-}" | grep --quiet --fixed-strings -- "$1"; }

# Puts a file in its place, if it differs.
put() {
  cmp --silent "$1" "$2" && return
  install -D --mode 644 "$1" "$2"
  note "$2 is written."
}
# The same with lines of text.
put_lines() {
  printf '%s\n' "${@:2}" > "$work/lines"
  put "$work/lines" "$1"
}

read_arguments() {
  [ "$(id -u)" = 0 ] || fail 'Run this as root.'
  # shellcheck source=/dev/null
  debian=$(. /etc/os-release && echo "${ID-} ${VERSION_ID-}")
  [[ $debian =~ ^debian\ 1[23]$ ]] || fail "This is for Debian 12 and 13, and this machine has: $debian."
  domain=${1-}
  answers=
  [[ $domain =~ ^([a-z0-9-]+\.)+[a-z]+$ ]] || fail 'Name the domain: scripts/install-debian.sh www.example.com'
  if [ "${2-}" = --yes ]; then
    answers=${3-}
    [ -r "$answers" ] || fail 'Name a file of answers after --yes.'
  elif [ ! -t 0 ]; then
    fail 'Run this in a terminal, or with --yes and a file of answers.'
  fi
  work=$(mktemp --directory)
  trap 'rm -rf "$work"' EXIT
}

install_packages() {
  say 'Programs'
  local missing=()
  for package in adduser ca-certificates certbot curl git logrotate nftables nginx nodejs npm openssh-client openssl restic rsync; do
    [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] || missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
    note "Installed: ${missing[*]}."
  fi
  # Debian 12 has Node.js 18. What npm installs, apt does not update.
  if [ "$debian" = 'debian 12' ]; then
    local before
    before=$(node --version)
    npm install --global --no-audit --no-fund node@24 npm@10
    hash -r
    [ "$before" = "$(node --version)" ] || note "Node.js is $(node --version)."
  fi
}

make_user() {
  getent passwd site > /dev/null ||
    adduser --system --group --home /var/lib/site --no-create-home site
  install -d -o site -g site -m 700 /var/lib/site
  install -d -o root -g site -m 750 /etc/site
  for file in "$settings" "$backup_settings" "$certificate_settings"; do
    [ -e "$file" ] || install -o root -g site -m 640 /dev/null "$file"
  done
}

# --- Settings ---

read_settings() {
  say "Settings in $settings, which only root and the server can read"
  set_line "$settings" "SITE_URL=https://$domain"
  if [ -n "$answers" ]; then take_answers; else ask_for_answers; fi
  has "$settings" DATABASE_URL || set_line "$settings" DATABASE_URL=file:/var/lib/site/leads.db
  has "$settings" CLIENT_ADDRESS || set_line "$settings" CLIENT_ADDRESS=proxy:1
  has "$settings" NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||
    set_line "$settings" "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=$(openssl rand -base64 32)"
  if has "$backup_settings" RESTIC_REPOSITORY && ! has "$backup_settings" RESTIC_PASSWORD; then
    set_line "$backup_settings" "RESTIC_PASSWORD=$(openssl rand -hex 32)"
  fi
}

# Whether a file sets a variable, itself or by the name of a file.
has() { grep --quiet --extended-regexp "^$2(_FILE)?=." "$1"; }
value_of() { sed -n "s/^$2=//p" "$1"; }

# Puts a line NAME=value into a file, in the place of one that differs.
set_line() {
  grep --quiet --line-regexp --fixed-strings -- "$2" "$1" && return
  sed -i "/^${2%%=*}=/d" "$1"
  printf '%s\n' "$2" >> "$1"
  note "${2%%=*} is written to $1."
}

take_answers() {
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
      RESTIC_*=* | AWS_*=* | B2_*=*) set_line "$backup_settings" "$line" ;;
      CERTIFICATE=* | CERTIFICATE_KEY=*) set_line "$certificate_settings" "$line" ;;
      [A-Z]*=?*) set_line "$settings" "$line" ;;
    esac
  done < "$answers"
}

ask_for_answers() {
  local address='^https?://[^[:space:]",]+$'
  ask_hidden CALLBACK_WEBHOOK_URL 'Which address gets callback requests?' "$address"
  ask_hidden BOOKING_WEBHOOK_URL 'Which address gets demo bookings?' "$address"
  ask_hidden ALERT_WEBHOOK_URL 'Which address gets alerts, such as a webhook of Slack?' "$address"
  ask PRIVACY_URL 'Where is your privacy policy?' "$address"
  if ! has "$settings" SUPPORT_PHONE; then
    ask SUPPORT_EMAIL 'Which email address can visitors write to?' '^[^[:space:]"]+@[^[:space:]"]+$'
  fi
  ask RESTIC_REPOSITORY 'Where do copies of the backups go, such as sftp:USER@HOST:FOLDER?' '^[^[:space:]"]+$' "$backup_settings"
}

# Asks for a setting that is missing. An empty answer leaves it out.
ask() {
  local name=$1 question=$2 pattern=$3 file=${4:-$settings} hidden=${5-} answer
  has "$file" "$name" && return
  while true; do
    read ${hidden:+-s} -r -p "$question (Enter: none) " answer
    [ -z "$hidden" ] || echo
    [ -n "$answer" ] || return 0
    [[ $answer =~ $pattern ]] && break
    echo 'That is not one.'
  done
  set_line "$file" "$name=$(quoted "$answer")"
}
# Such an address is a secret.
ask_hidden() { ask "$1" "$2" "$3" "$settings" hidden; }

# As docs/deploying.md says: for systemd, Next.js, and the shell.
quoted() {
  if [[ $1 =~ ^[A-Za-z0-9_%+,./:=?@-]*$ ]]; then echo "$1"; else echo "\"${1//\$/\\\$}\""; fi
}

# --- The site ---

install_site() {
  say 'The site'
  if [ ! -e "$current" ]; then
    "$source/scripts/update.sh" "$(git -C "$source" rev-parse HEAD)"
    note 'The site is built.'
  elif ! is_built; then
    "$current/scripts/update.sh" "$(git -C "$current" rev-parse HEAD)"
    note 'The site is built again, with these settings.'
  elif is_changed "$settings"; then
    systemctl reload-or-restart site
  fi
  systemctl is-enabled --quiet site || systemctl enable site
  systemctl start site
}

# Whether the build has the present settings.
is_built() {
  (cd "$current" && node --input-type module --eval '
    const { isBuilt } = await import("./scripts/setup.mjs")
    process.exit(isBuilt() ? 0 : 1)')
}

get_certificate() {
  say 'Certificate'
  certificate=/etc/letsencrypt/live/$domain/fullchain.pem
  key=/etc/letsencrypt/live/$domain/privkey.pem
  if has "$certificate_settings" CERTIFICATE; then
    certificate=$(value_of "$certificate_settings" CERTIFICATE)
    key=$(value_of "$certificate_settings" CERTIFICATE_KEY)
  elif [ ! -e "$certificate" ]; then
    # Until now, nginx has Debian's default site, which answers the challenge. certbot asks for an email address and its terms.
    local quietly=()
    [ -z "$answers" ] || quietly=(--non-interactive --agree-tos --register-unsafely-without-email)
    systemctl start nginx
    certbot certonly --webroot --webroot-path /var/www/html --domain "$domain" --deploy-hook 'systemctl reload nginx' "${quietly[@]}"
    note "The certificate is in $certificate."
  fi
  for file in "$certificate" "$key"; do
    [ -r "$file" ] || fail "There is no file $file. Name both: CERTIFICATE=/PATH/fullchain.pem and CERTIFICATE_KEY=/PATH/privkey.pem"
  done
  # certbot.timer renews it.
  put_lines /etc/systemd/system/certbot.service.d/alert.conf '[Unit]' 'OnFailure=alert@%n.service'
}

install_nginx() {
  say 'nginx'
  sed --expression "s|/etc/letsencrypt/live/www.example.com/fullchain.pem|$certificate|" \
    --expression "s|/etc/letsencrypt/live/www.example.com/privkey.pem|$key|" \
    --expression "s|www\.example\.com|$domain|" "$current/docs/nginx.conf" > "$work/nginx.conf"
  # nginx before 1.25 has another line for HTTP/2.
  if nginx -v 2>&1 | grep --quiet --extended-regexp '/1\.(1.|2[0-4])\.'; then
    sed -i 's/ 443 ssl;/ 443 ssl http2;/; /http2 on;/d' "$work/nginx.conf"
  fi
  # /etc/site/nginx.conf is what was written last.
  local own=/etc/nginx/nginx.conf written=/etc/site/nginx.conf
  if ! cmp --silent "$work/nginx.conf" "$written"; then
    if [ -e "$written" ] && ! cmp --silent "$written" "$own"; then
      cp "$work/nginx.conf" "$own.new"
      problems+=("$own was changed by hand, and is kept. Take over what differs in $own.new, and run: cp $own.new $written")
    else
      nginx -t -q -c "$work/nginx.conf"
      put "$work/nginx.conf" "$own"
      cp "$own" "$written"
    fi
  fi
  systemctl is-active --quiet nginx || systemctl start nginx
  ! is_changed /etc/nginx/nginx.conf || systemctl reload nginx

  # 100 MB of logs fill in less than a day.
  grep --quiet 'maxsize 100M' /etc/logrotate.d/nginx || {
    sed -i 's/^\s*daily$/&\n\tmaxsize 100M/' /etc/logrotate.d/nginx
    note '/etc/logrotate.d/nginx has a limit of 100 MB.'
  }
  put_lines /etc/systemd/system/logrotate.timer.d/hourly.conf '[Timer]' OnCalendar=hourly AccuracySec=1min
  systemctl daemon-reload
  ! is_changed logrotate.timer || systemctl restart logrotate.timer
}

# nginx counts a connection only once the headers of its request have arrived. The kernel counts all.
limit_connections() {
  say 'Limit of connections'
  put "$current/docs/connection-limit.nft" /etc/connection-limit.nft
  ! is_changed connection-limit || systemctl restart connection-limit
  systemctl is-enabled --quiet connection-limit || systemctl enable --now connection-limit
}

# --- Backups and alerts ---

start_backups() {
  say 'Backups'
  systemctl is-enabled --quiet site-backup.timer || {
    systemctl enable --now site-backup.timer
    note 'The journal is backed up every day.'
  }
  if ! has "$backup_settings" RESTIC_REPOSITORY; then
    problems+=("The backups stay on this machine. Set RESTIC_REPOSITORY in $backup_settings, and run this again.")
    return
  fi
  case $(value_of "$backup_settings" RESTIC_REPOSITORY) in sftp:*) make_ssh_key ;; esac
  "$current/scripts/restic.sh" cat config > /dev/null 2>&1 && return
  if "$current/scripts/restic.sh" init; then
    note 'The repository of the backups is made.'
    systemctl start site-backup
  else
    problems+=('The backups cannot be copied to the other machine: see above. With sftp, its user needs this line in ~/.ssh/authorized_keys:'$'\n'"$(ssh_key 2> /dev/null || true)")
  fi
}

# As the user, because a link in its folder can lead anywhere.
make_ssh_key() {
  local folder=/var/lib/site/.ssh
  as_site test ! -e "$folder/id_ed25519" || return 0
  as_site install -d -m 700 "$folder"
  printf '%s\n' 'BatchMode yes' 'StrictHostKeyChecking accept-new' | as_site tee "$folder/config" > /dev/null
  as_site ssh-keygen -q -t ed25519 -N '' -C "site@$domain" -f "$folder/id_ed25519"
  note "The key of the backups is $folder/id_ed25519."
  [ -n "$answers" ] || {
    printf 'On the other machine, add this line to ~/.ssh/authorized_keys of the user:\n%s\n' "$(ssh_key)"
    read -r -p 'Then press Enter. '
  }
}
ssh_key() { as_site cat /var/lib/site/.ssh/id_ed25519.pub; }

as_site() { runuser -u site -- env HOME=/var/lib/site "$@"; }

test_alerts() {
  say 'Alerts'
  if ! has "$settings" ALERT_WEBHOOK_URL; then
    problems+=("Nobody gets alerts. Set ALERT_WEBHOOK_URL in $settings, and run this again.")
  elif is_changed ALERT_WEBHOOK_URL; then
    (cd "$current" && as_site npm run --silent leads -- test alert) || problems+=('The test alert was not accepted: see above.')
  fi
}

check() {
  say "The check of https://$domain"
  (cd "$current" && npm run --silent check:deployed -- "https://$domain") ||
    problems+=('The check has failed: see above.')
}

report() {
  if [ ${#changed[@]} -eq 0 ]; then say 'Nothing was changed.'; fi
  if [ ${#problems[@]} -gt 0 ]; then
    say 'What is left to do:'
    printf -- '- %s\n' "${problems[@]}"
    exit 1
  fi
  say "https://$domain is up. Keep a copy of /etc/site elsewhere: without its RESTIC_PASSWORD, nobody can read the backups."
}

main "$@"
