#!/usr/bin/env bash
# A real PostgreSQL 17 with pgvector on a free loopback port, for the tests.
#
#   tools/testPostgres.sh start   install what is missing, start a fresh cluster, print its URL on standard output
#   tools/testPostgres.sh url     print the URL of the running cluster; fails if none runs
#   tools/testPostgres.sh stop    stop the cluster and remove its data
#
# A primary with a streaming replica that confirms every commit, for tests of restarts and fail-over; NAME tells pairs apart:
#
#   tools/testPostgres.sh pair start NAME    start both, print their URLs, the primary's first
#   tools/testPostgres.sh pair restart NAME  the primary ends at once and comes back
#   tools/testPostgres.sh pair promote NAME  the primary is killed, the replica takes over
#   tools/testPostgres.sh pair stop NAME     stop both and remove their data
#
# Debian 12 has no pgvector, Debian 13 (trixie) has: so trixie is unpacked into a folder and the server runs chrooted
# in it. The folder is a cache outside the repository (ASSAY_CI_CACHE, default /var/cache/assay-ci) and is made again
# when it is not there. Needs root and apt; everything else it installs itself. The mirror is the one that apt uses.
# The cluster trades durability for speed (fsync off) and trusts every loopback connection: for tests alone.
set -euo pipefail

cache=${ASSAY_CI_CACHE:-/var/cache/assay-ci}
suite=trixie
version=17
root=$cache/$suite-postgresql-$version
# As the chrooted server sees them.
bin=/usr/lib/postgresql/$version/bin
data=/var/lib/postgresql/assay-test

say() { echo "testPostgres: $*" >&2; }
die() { say "$*"; exit 1; }

# PostgreSQL's own programs and not Debian's pg_ctlcluster: that one looks into /proc, which the chroot does not have.
asPostgres() {
  chroot "--userspec=$(stat -c %u:%g "$root/var/lib/postgresql")" "$root" env -i LC_ALL=C.UTF-8 "$@"
}
running() { [ -f "$root$data/postmaster.pid" ] && asPostgres "$bin/pg_ctl" -D "$data" status >/dev/null 2>&1; }
# The fourth line of the file is the port.
url() { echo "postgresql://postgres@127.0.0.1:$(sed -n 4p "$root$data/postmaster.pid")/postgres"; }

# The first Debian mirror that apt's own files name, in either format, mirror lists included.
mirror() {
  local files=(/etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/mirrors)
  { grep -rhoE '^[^#]*(https?|file)://[^[:space:]]+/debian/?([[:space:]]|$)' "${files[@]}" 2>/dev/null || true; } |
    { grep -oE '(https?|file)://[^[:space:]]+' || true; } | sed -n 1p
}

# debootstrap fetches with wget, which does not read apt's proxy setting.
useAptProxy() {
  local proxy
  proxy=$(apt-config dump --format '%v' Acquire::http::Proxy || true)
  if [ -n "$proxy" ] && [ -z "${http_proxy:-}" ]; then export http_proxy=$proxy; fi
}

install() {
  [ -x "$root/usr/lib/postgresql/$version/bin/postgres" ] && return
  [ "$(id -u)" = 0 ] || die "needs root to install PostgreSQL into $root"
  if ! command -v debootstrap >/dev/null; then
    say 'installing debootstrap'
    apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -yqq --no-install-recommends debootstrap >&2
  fi
  local uri
  uri=$(mirror)
  [ -n "$uri" ] || die "apt's sources name no Debian mirror"
  useAptProxy
  say "unpacking $suite with PostgreSQL $version and pgvector into $root (once, about three minutes)"
  local partial=$root.partial
  rm -rf "$partial"
  debootstrap --variant=minbase "--include=postgresql-$version,postgresql-$version-pgvector" \
    "$suite" "$partial" "$uri" >"$cache/debootstrap.log" 2>&1 || die "debootstrap failed, see $cache/debootstrap.log"
  rm -rf "$partial"/var/cache/apt/archives/*.deb
  mv "$partial" "$root"
}

freePort() {
  node -e "const s=require('node:net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})"
}

start() {
  mkdir -p "$cache"
  # Two callers at once: the second waits, then finds the work done.
  exec 9>"$cache/lock"
  flock 9
  install
  if running; then url; return; fi
  rm -rf "$root$data"
  # No /dev/shm in the chroot: shared memory lies in files of the data folder.
  asPostgres "$bin/initdb" -D "$data" -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync \
    --set dynamic_shared_memory_type=mmap >&2
  local options=(
    -p "$(freePort)" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200
    -c fsync=off -c synchronous_commit=off -c full_page_writes=off
  )
  # The lock must not live on in the server.
  asPostgres "$bin/pg_ctl" -D "$data" -l "$data/log" -o "${options[*]}" -w start >&2 9>&-
  url
}

stop() {
  if running; then asPostgres "$bin/pg_ctl" -D "$data" -m immediate -w stop >&2; fi
  rm -rf "$root$data"
}

# --- a primary and its replica ---

pairFolder() { echo "/var/lib/postgresql/assay-pair-$name-$1"; }
control() { asPostgres "$bin/pg_ctl" -D "$(pairFolder "$1")" "${@:2}" >&2 9>&-; }
ask() { asPostgres "$bin/psql" -h 127.0.0.1 -p "$1" -U postgres -Atqc "$2"; }
launch() { # WHICH PORT OPTIONS...
  local options=(-p "$2" -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 -c fsync=off "${@:3}")
  control "$1" -l "$(pairFolder "$1")/log" -o "${options[*]}" -w start
}

pairStart() {
  install
  pairStop
  local first second
  first=$(freePort)
  asPostgres "$bin/initdb" -D "$(pairFolder primary)" -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync \
    --set dynamic_shared_memory_type=mmap >&2
  launch primary "$first"
  asPostgres "$bin/pg_basebackup" -h 127.0.0.1 -p "$first" -U postgres -D "$(pairFolder replica)" -R -X stream -c fast >&2
  second=$(freePort)
  launch replica "$second"
  ask "$first" "alter system set synchronous_standby_names = '*'"
  ask "$first" 'select pg_reload_conf()' >&2
  echo "postgresql://postgres@127.0.0.1:$first/postgres postgresql://postgres@127.0.0.1:$second/postgres"
}

pairPort() { sed -n 4p "$root$(pairFolder "$1")/postmaster.pid"; }

pairRestart() {
  local port
  port=$(pairPort primary)
  control primary -m immediate -w stop
  launch primary "$port"
}

# Killed with its children, as a machine is: nothing is said to anybody.
pairPromote() {
  local postmaster
  postmaster=$(head -n 1 "$root$(pairFolder primary)/postmaster.pid")
  kill -KILL "$postmaster" $(pgrep -P "$postmaster")
  control replica -w promote
}

pairStop() {
  for one in primary replica; do
    [ -f "$root$(pairFolder $one)/postmaster.pid" ] && control $one -m immediate -w stop || true
    rm -rf "$root$(pairFolder $one)"
  done
}

pair() {
  name=${2:-}
  [[ $name =~ ^[a-z0-9-]+$ ]] || die 'a pair has a name of small letters and digits'
  case ${1:-} in
    start) pairStart ;;
    restart) pairRestart ;;
    promote) pairPromote ;;
    stop) pairStop ;;
    *) die 'usage: tools/testPostgres.sh pair start|restart|promote|stop NAME' ;;
  esac
}

case ${1:-} in
  start) start ;;
  url) running || die 'not running; start it with: tools/testPostgres.sh start'; url ;;
  stop) stop ;;
  pair) pair "${@:2}" ;;
  *) die 'usage: tools/testPostgres.sh start|url|stop|pair' ;;
esac
