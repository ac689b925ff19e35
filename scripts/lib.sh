# shellcheck shell=bash
# What scripts/demo, scripts/test and scripts/check share: finding or getting Node packages, the build and
# Neovim. Sourced. Everything it says goes to stderr; functions that answer print the answer on stdout.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# Inside a :terminal these point at the Neovim around us, whose files are none of our business.
unset NVIM NVIM_APPNAME NVIM_LISTEN_ADDRESS NVIM_LOG_FILE NVIM_RPLUGIN_MANIFEST VIM VIMINIT VIMRUNTIME

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() {
  say "$*"
  exit 1
}

need_node() {
  local major
  major=$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null) || major=0
  [ "$major" -ge 20 ] && command -v npm >/dev/null ||
    die 'Node 20 or newer (with npm) is needed on PATH; see https://nodejs.org or your package manager'
}

# Both steps do nothing when they are up to date. Two scripts started at once in a fresh clone must not
# install over each other, hence the lock where the system has flock.
need_packages_and_build() {
  need_node
  mkdir -p "$root/.cache"
  (
    if command -v flock >/dev/null; then
      flock -n 8 || { say 'another run is setting up; waiting for it'; flock 8; }
    fi
    cd "$root" || exit 1
    if ! node scripts/packages-current.mjs; then
      say 'installing npm packages'
      # No package of ours needs an install script; the build follows below.
      npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2 || exit 1
    fi
    if build_is_old; then
      say 'building'
      node scripts/build.mjs >&2 || exit 1
    fi
  ) 8>"$root/.cache/setup.lock" || die 'set-up failed'
}

build_is_old() {
  local file
  for file in host rplugin demo-agent; do
    [ -f "dist/$file.js" ] || return 0
  done
  [ -n "$(find src scripts/build.mjs package-lock.json -newer dist/host.js -print -quit)" ]
}

# "0.12" for a program that is a Neovim, nothing and status 1 for anything else.
# Even --version writes a log file into the state folder of the user unless told otherwise.
nvim_minor() {
  local first
  first=$(NVIM_LOG_FILE=/dev/null "$1" --version 2>/dev/null | head -n 1) || return 1
  [[ $first =~ ^NVIM\ v([0-9]+\.[0-9]+) ]] || return 1
  printf '%s\n' "${BASH_REMATCH[1]}"
}

nvim_is_new_enough() {
  local minor
  minor=$(nvim_minor "$1") || return 1
  [ "${minor%%.*}" -gt 0 ] || [ "${minor#*.}" -ge 10 ]
}

# The absolute path of a Neovim the user named, or the end of the script.
named_nvim() {
  local path
  path=$(command -v -- "$1") || die "--nvim: '$1' is no program"
  nvim_is_new_enough "$path" || die "--nvim: '$1' is not Neovim 0.10 or newer"
  printf '%s/%s\n' "$(cd "$(dirname "$path")" && pwd)" "${path##*/}"
}

# The Neovim on PATH when it will do.
path_nvim() {
  local path
  path=$(command -v nvim) && nvim_is_new_enough "$path" && printf '%s\n' "$path"
}

# The best Neovim to be had for trying things out.
any_nvim() {
  path_nvim || "$root/scripts/install-neovim" --version 0.12 ||
    "$root/scripts/install-neovim" --version 0.10 ||
    die 'no Neovim 0.10 or newer: install one and put it on PATH, or name it with --nvim PATH'
}
