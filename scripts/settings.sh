# shellcheck shell=bash
# What install-debian.sh, update.sh, and site.service do with the settings.

# Whether the server of a release accepts them. Prints a sentence about each that it refuses, and keeps these in a file.
accepts_settings() {
  local status=0
  runuser -u site -- env --ignore-environment --chdir=/ PATH="$PATH" node "$1/.next/check-settings.mjs" "$1" > /run/site-settings || status=$?
  cat /run/site-settings
  return "$status"
}

# Those that a release builds into its pages.
settings_of_build() {
  (cd "$1" && node --input-type=module --eval '
    const { variables } = await import("./scripts/setup.mjs")
    console.log(`^(${variables.join("|")})=`)') | grep --extended-regexp --file=- /etc/site/env || true
}
