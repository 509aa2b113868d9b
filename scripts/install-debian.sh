#!/usr/bin/env bash
# Sets up the site on an empty Debian 13: two instances behind nginx with TLS, a daily backup, and alerts. Run it as root
# in a clone of the repository, whose commit it installs:
#
#   scripts/install-debian.sh www.example.com                 asks for the settings
#   scripts/install-debian.sh www.example.com --yes ANSWERS   takes them from a file with lines NAME=value
#
# It can be run again, and then changes only what differs. docs/deploying.md says what to answer.
set -euo pipefail
umask 022
# shellcheck source=settings.sh
. "$(dirname "${BASH_SOURCE[0]}")/settings.sh"

source=$(realpath "$(dirname "$0")/..")
current=/srv/source
settings=/etc/site/env
backup_settings=/etc/site/backup
certificate_settings=/etc/site/certificate
# Each is asked for, gets a test, and is left to do while it has no address.
webhooks=(
  'CALLBACK_WEBHOOK_URL callback requests'
  'BOOKING_WEBHOOK_URL demo bookings'
  'ALERT_WEBHOOK_URL alerts, such as a webhook of Slack'
)
changed=()
problems=()
questions=

main() {
  read_arguments "$@"
  refuse_other_site
  make_users
  read_settings
  compare_addresses
  install_packages
  get_certificate
  install_site
  install_nginx
  start_backups
  test_webhooks
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
  [ "$debian" = 'debian 13' ] || fail "This is for Debian 13, and this machine has: $debian."
  domain=${1-}
  # Also from an address, such as https://www.example.com/.
  domain=$(sed -E 's|^https?://||; s|[/:].*||; s|\.$||' <<< "${domain,,}")
  answers=
  [[ $domain =~ ^([a-z0-9-]+\.)+[a-z]+$ ]] || fail 'Name the domain: scripts/install-debian.sh www.example.com'
  if [ "${2-}" = --yes ]; then
    answers=${3-}
    [ -r "$answers" ] || fail 'Name a file of answers after --yes.'
    # Not a device, such as /dev/stdin.
    [ ! -f "$answers" ] || chmod 600 "$answers"
  elif [ ! -t 0 ]; then
    fail 'Run this in a terminal, or with --yes and a file of answers.'
  fi
  work=$(mktemp --directory)
  trap 'rm -rf "$work"' EXIT
}

# Its settings and nginx.conf would be replaced.
refuse_other_site() {
  local own=/etc/nginx/nginx.conf others package present
  present=$(sed -En 's|^SITE_URL="?https?://([^/:"]+).*|\1|p' "$settings" 2> /dev/null || true)
  [ -z "$present" ] || [ "$present" = "$domain" ] || fail "This machine has the site $present. Set up another site on a machine of its own.
If $domain is the new name of $present, write SITE_URL=https://$domain into $settings, and run this again."
  if [ ! -e "$own" ] || [ -e "$own.before-site" ]; then return; fi
  others=$(find /etc/nginx/sites-enabled /etc/nginx/conf.d -mindepth 1 ! -name default ! -name default.conf 2> /dev/null || true)
  package=$(dpkg-query --search "$own" 2> /dev/null | cut -d: -f1 || true)
  others+=$(dpkg --verify "${package:-nginx-common}" 2>&1 | grep --only-matching '/etc/nginx/.*' || true)
  [ -n "$package" ] || others+=" $own"
  [ -z "$others" ] || fail "nginx serves something else on this machine, and the set-up would take it down: $(xargs <<< "$others")
Use an empty machine. If nothing here is needed, run: apt-get purge nginx nginx-common; rm -r /etc/nginx"
}

make_users() {
  local user file
  for user in site site-build; do
    getent passwd "$user" > /dev/null ||
      useradd --system --user-group --home-dir "/var/lib/$user" --shell /usr/sbin/nologin "$user"
  done
  install -d -o site -g site -m 700 /var/lib/site
  install -d -o root -g site -m 750 /etc/site
  for file in "$settings" "$backup_settings" "$certificate_settings"; do
    [ -e "$file" ] || install -o root -g site -m 640 /dev/null "$file"
  done
}

# --- Settings ---

read_settings() {
  say "Settings in $settings, which only root and the server can read"
  set_line "SITE_URL=https://$domain"
  if [ -n "$answers" ]; then take_answers; else ask_for_answers; fi
  has DATABASE_URL || set_line DATABASE_URL=file:/var/lib/site/leads.db
  has CLIENT_ADDRESS || set_line CLIENT_ADDRESS=proxy:1
  has NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ||
    set_line "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY=$(head --bytes 32 /dev/urandom | base64)"
  if has RESTIC_REPOSITORY && ! has RESTIC_PASSWORD; then
    set_line "RESTIC_PASSWORD=$(head --bytes 32 /dev/urandom | sha256sum | cut --delimiter ' ' --fields 1)"
  fi
}

file_of() {
  case $1 in
    RESTIC_* | AWS_* | B2_*) echo "$backup_settings" ;;
    CERTIFICATE | CERTIFICATE_KEY | REDIRECT_FROM) echo "$certificate_settings" ;;
    *) echo "$settings" ;;
  esac
}
# Whether a variable has a value, in its line or in a file that a line names.
has() { grep --quiet --extended-regexp "^$1(_FILE)?=." "$(file_of "$1")"; }
value_of() { sed -n "s/^$1=//p" "$(file_of "$1")"; }

# Writes a line NAME=value, in the place of one that differs.
set_line() {
  local name=${1%%=*} file
  file=$(file_of "$name")
  grep --quiet --line-regexp --fixed-strings -- "$1" "$file" && return
  sed -i "/^$name=/d" "$file"
  printf '%s\n' "$1" >> "$file"
  note "$name is written to $file."
}

take_answers() {
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in [A-Z]*=?*) set_line "$line" ;; esac
  done < "$answers"
}

ask_for_answers() {
  local webhook address='^https?://[^[:space:]",]+$' name='^([a-z0-9-]+\.)+[a-z]+$'
  for webhook in "${webhooks[@]}"; do
    ask "${webhook%% *}" "Which address gets ${webhook#* }?" "$address" hidden
  done
  ask PRIVACY_URL 'Where is your privacy policy?' "$address"
  if ! has SUPPORT_PHONE; then
    ask SUPPORT_EMAIL 'Which email address can visitors write to?' '^[^[:space:]"@]+@[^[:space:]"@]+\.[^[:space:]"@]+$'
  fi
  ask RESTIC_REPOSITORY 'Where do copies of the backups go, such as sftp:USER@HOST:FOLDER?' '^[^[:space:]"]+$'
  ask REDIRECT_FROM "Which other name leads to $domain, such as ${domain#www.}?" "$name"
  ask CERTIFICATE "Which file has your own certificate (/PATH/fullchain.pem)? Without one, you accept the terms of Let's Encrypt, https://letsencrypt.org/repository/" '^/'
  if has CERTIFICATE; then ask CERTIFICATE_KEY 'Which file has its key (/PATH/privkey.pem)?' '^/'; fi
}

# Asks for a setting that has no line. An empty answer gets one too, and is not asked for again. Webhooks are secrets, and hidden.
ask() {
  local name=$1 question=$2 pattern=$3 hidden=${4-} answer
  questions+=" $name"
  ! grep --quiet --extended-regexp "^$name(_FILE)?=" "$(file_of "$name")" || return 0
  while true; do
    read ${hidden:+-s} -r -p "$question (Enter: none) " answer
    [ -z "$hidden" ] || echo
    if [[ -z $answer || $answer =~ $pattern ]]; then break; fi
    echo 'That is not one.'
  done
  set_line "$name=$(quoted "$answer")"
}

# As docs/configuration.md says: for systemd and Next.js.
quoted() {
  if [[ $1 =~ ^[A-Za-z0-9_%+,./:=?@-]*$ ]]; then echo "$1"; else echo "\"${1//\$/\\\$}\""; fi
}

# Runs a command until it refuses no setting any more, and asks again for those that it does.
settle() {
  local status
  while status=0; "$@" || status=$?; [ "$status" = 3 ]; do
    [ -z "$answers" ] || fail 'Correct these answers, and run this again.'
    for name in $(cut --delimiter ' ' --fields 1 /run/site-settings); do
      [[ " $questions " == *" $name "* ]] || fail "Correct $name in $settings, and run this again."
      sed -i "/^$name=/d" "$settings"
    done
    ask_for_answers
  done
  return "$status"
}

# --- The domain and its certificate ---

names() { echo "$domain" "$(value_of REDIRECT_FROM)"; }

# Let's Encrypt asks at every address of a name.
compare_addresses() {
  local name found own others answer
  own=$(hostname --all-ip-addresses)
  for name in $(names); do
    found=$(getent ahosts "$name" | cut --delimiter ' ' --fields 1 | sort --unique || true)
    others=$(for address in $found; do [[ " $own " == *" $address "* ]] || echo "$address"; done | xargs)
    if [ -n "$found" ] && [ -z "$others" ]; then continue; fi
    say "$name leads to ${others:-no address}, and this machine has: $own"
    if [ -z "$answers" ]; then
      read -r -p 'Behind a NAT of your host, this can be right. Go on? (y/N) ' answer
      [[ $answer == [yY]* ]] || fail 'Correct the A and AAAA records of the domain, and run this again.'
    fi
  done
}

install_packages() {
  say 'Programs'
  local missing=()
  for package in ca-certificates certbot curl git logrotate nftables nginx nodejs npm openssh-client openssl procps restic rsync; do
    [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2> /dev/null)" = installed ] || missing+=("$package")
  done
  if [ ${#missing[@]} -gt 0 ]; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
    note "Installed: ${missing[*]}."
  fi
}

get_certificate() {
  say 'Certificate'
  certificate=/etc/letsencrypt/live/$domain/fullchain.pem
  key=/etc/letsencrypt/live/$domain/privkey.pem
  if has CERTIFICATE; then
    certificate=$(value_of CERTIFICATE)
    key=$(value_of CERTIFICATE_KEY)
  elif ! covers_names; then
    local each=()
    for name in $(names); do each+=(--domain "$name"); done
    # nginx still has Debian's default site, or already the site's own: both answer the challenge.
    systemctl start nginx
    certbot certonly --non-interactive --agree-tos --register-unsafely-without-email --webroot --webroot-path /var/www/html \
      --cert-name "$domain" --expand "${each[@]}" --deploy-hook 'systemctl reload nginx' ||
      fail "Let's Encrypt gave no certificate: see above. The usual causes: the records of the domain do not lead here yet; a firewall here or at your host closes port 80; after five failures, it answers again in an hour. Then run this again. It continues here."
    note "The certificate is in $certificate."
  fi
  for file in "$certificate" "$key"; do
    [ -r "$file" ] || fail "There is no file $file. Correct CERTIFICATE and CERTIFICATE_KEY in $certificate_settings, and run this again."
  done
  # certbot.timer renews it.
  put_lines /etc/systemd/system/certbot.service.d/alert.conf '[Unit]' 'OnFailure=alert@%n.service'
}

covers_names() {
  local name
  for name in $(names); do
    openssl x509 -in "$certificate" -noout -checkhost "$name" 2> /dev/null | grep --quiet 'does match' || return 1
  done
}

# --- The site ---

install_site() {
  say 'The site'
  local from=$source
  [ ! -e "$current" ] || from=$current
  if ! is_built; then
    settle "$from/scripts/update.sh" "$(git -C "$from" rev-parse HEAD)"
    note 'The site is built with these settings.'
  elif is_changed "$settings"; then
    settle check_settings
    systemctl reload-or-restart site
  fi
  systemctl enable --quiet --now site
}

check_settings() { accepts_settings "$current" || return 3; }

# Whether the build has the present settings.
is_built() { [ -e "$current" ] && settings_of_build "$current" | cmp --silent - "$current/.next/settings"; }

enable_unit() {
  systemctl is-enabled --quiet "$1" && return
  systemctl enable --now "$1"
  note "$2"
}

install_nginx() {
  say 'nginx'
  local redirect_from
  redirect_from=$(value_of REDIRECT_FROM)
  sed --expression "s|/etc/letsencrypt/live/www.example.com/fullchain.pem|$certificate|" \
    --expression "s|/etc/letsencrypt/live/www.example.com/privkey.pem|$key|" \
    --expression "s|other\.example\.com|${redirect_from:-&}|" \
    --expression "s|www\.example\.com|$domain|" "$current/docs/nginx.conf" > "$work/nginx.conf"
  # /etc/site/nginx.conf is what was written last.
  local own=/etc/nginx/nginx.conf written=/etc/site/nginx.conf
  if ! cmp --silent "$work/nginx.conf" "$written"; then
    if [ -e "$own.before-site" ] && [ -e "$written" ] && ! cmp --silent "$written" "$own"; then
      cp "$work/nginx.conf" "$own.new"
      problems+=("$own was changed by hand, and is kept. Take over what differs in $own.new, and run: cp $own.new $written")
    else
      nginx -t -q -c "$work/nginx.conf"
      [ -e "$own.before-site" ] || cp "$own" "$own.before-site"
      put "$work/nginx.conf" "$own"
      cp "$own" "$written"
    fi
  fi
  systemctl start nginx
  ! is_changed /etc/nginx/nginx.conf || systemctl reload nginx

  # 100 MB of logs fill in less than a day.
  grep --quiet 'maxsize 100M' /etc/logrotate.d/nginx || {
    sed -i 's/^\s*daily$/&\n\tmaxsize 100M/' /etc/logrotate.d/nginx
    note '/etc/logrotate.d/nginx has a limit of 100 MB.'
  }
  put_lines /etc/systemd/system/logrotate.timer.d/hourly.conf '[Timer]' OnCalendar=hourly AccuracySec=1min
  systemctl daemon-reload
  ! is_changed logrotate.timer || systemctl restart logrotate.timer

  # nginx counts a connection only once the headers of its request have arrived. The kernel counts all.
  enable_unit connection-limit.service 'The connections of a client are limited.'
}

# --- Backups and alerts ---

start_backups() {
  say 'Backups'
  if ! has RESTIC_REPOSITORY; then
    problems+=("The backups stay on this machine. Set RESTIC_REPOSITORY in $backup_settings, and run this again.")
    enable_unit site-backup.timer 'The journal is backed up every day.'
    return
  fi
  case $(value_of RESTIC_REPOSITORY) in sftp:*) make_ssh_key ;; esac
  if restic cat config > /dev/null 2>&1; then
    # With a backup of this machine, the newest of an earlier one would be hard to find.
    if ! systemctl is-enabled --quiet site-backup.timer && restic snapshots --json | grep --quiet '"id"'; then
      problems+=('The repository has backups of an earlier machine, and this one is not backed up before you have restored one, as docs/deploying.md says. If you need none, run: systemctl enable --now site-backup.timer')
      return
    fi
  elif restic init; then
    note 'The repository of the backups is made.'
  else
    problems+=('This machine is not backed up, because the repository does not answer: see above. With sftp, its user needs this line in ~/.ssh/authorized_keys. Then run this again.'$'\n'"$(ssh_key 2> /dev/null || true)")
    return
  fi
  enable_unit site-backup.timer 'The journal is backed up every day.'
  enable_unit site-backup-check.timer 'The backups are checked every month.'
  ! is_changed 'repository of the backups' || systemctl start site-backup
}

restic() { "$current/scripts/restic.sh" "$@"; }

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

# Each address until it has accepted a test. /etc/site/accepted has their hashes.
test_webhooks() {
  say 'Tests of the webhooks'
  local name variable hash
  for variable in "${webhooks[@]%% *}"; do
    has "$variable" || continue
    name=${variable%_WEBHOOK_URL}
    hash=$(grep --extended-regexp "^$variable(_FILE)?=" "$settings" | sha256sum)
    grep --quiet --no-messages --line-regexp --fixed-strings "$hash" /etc/site/accepted && continue
    if "$current/scripts/leads.sh" test "${name,,}"; then
      echo "$hash" >> /etc/site/accepted
      note "$variable has accepted a test."
    else
      problems+=("$variable has not accepted a test: see above. Correct it in $settings, and run this again.")
    fi
  done
}

check() {
  say "The check of https://$domain"
  node "$current/scripts/check-deployed.mjs" "https://$domain" ||
    problems+=('The check has failed: see above.')
}

report() {
  for name in "${webhooks[@]%% *}" PRIVACY_URL; do
    has "$name" || problems+=("Set $name in $settings, and run this again.")
  done
  has SUPPORT_EMAIL || has SUPPORT_PHONE ||
    problems+=("Set SUPPORT_EMAIL or SUPPORT_PHONE in $settings, and run this again.")
  [ ${#changed[@]} -gt 0 ] || say 'Nothing was changed.'
  [ -z "$answers" ] || say "$answers is not needed any more: its values are in /etc/site."
  if [ ${#problems[@]} -gt 0 ]; then
    say 'What is left to do:'
    printf -- '- %s\n' "${problems[@]}"
    exit 1
  fi
  say "https://$domain is up. Keep a copy of /etc/site elsewhere: without its RESTIC_PASSWORD, nobody can read the backups."
}

main "$@"
