#!/usr/bin/env bash
# A real S3 server on free loopback ports, for the tests: OpenStack Swift with its s3api, one copy of everything.
#
#   tools/testSwift.sh start   start it empty, print what the tests need: ENDPOINT ACCESS_KEY SECRET_KEY
#   tools/testSwift.sh stop    stop it and remove its data
#
# Needs Debian's swift-proxy, swift-account, swift-container, swift-object (apt-get install --no-install-recommends) and a file
# system with extended attributes. Everything lies in one folder (ASSAY_SWIFT_FOLDER, default /var/tmp/assay-swift).
set -euo pipefail

folder=${ASSAY_SWIFT_FOLDER:-/var/tmp/assay-swift}
etc=$folder/etc
python=/usr/bin/python3
key=assay:tester
secret=assay-testing
servers=(account container object)

die() { echo "testSwift: $*" >&2; exit 1; }

freePort() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

storageServer() { # NAME PORT
  cat > "$etc/$1-server.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $2
devices = $folder/devices
mount_check = false
workers = 1
user = $(id -un)
swift_dir = $etc
disable_fallocate = true
[pipeline:main]
pipeline = $1-server
[app:$1-server]
use = egg:swift#$1
recon_cache_path = $folder/recon
CONF
  (cd "$etc" && swift-ring-builder "$1.builder" create 4 1 1 && swift-ring-builder "$1.builder" add "r1z1-127.0.0.1:$2/disk" 1 &&
    swift-ring-builder "$1.builder" rebalance) > "$folder/$1-ring.log"
}

proxyServer() { # PORT
  cat > "$etc/proxy-server.conf" <<CONF
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $1
workers = 1
user = $(id -un)
swift_dir = $etc
[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo dlo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
[filter:tempauth]
use = egg:swift#tempauth
user_assay_tester = $secret .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
minimum_segment_size = 1
[filter:dlo]
use = egg:swift#dlo
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
CONF
}

launch() { # NAME
  setsid "swift-$1-server" "$etc/$1-server.conf" > "$folder/$1.log" 2>&1 < /dev/null &
  echo $! >> "$folder/pids"
}

start() {
  command -v swift-proxy-server > /dev/null || die 'Swift is not installed: see the head of this file'
  stop
  mkdir -p "$etc" "$folder/devices/disk" "$folder/recon"
  printf '[swift-hash]\nswift_hash_path_suffix = assay\nswift_hash_path_prefix = assay\n' > "$etc/swift.conf"
  local port ports=()
  for name in "${servers[@]}"; do
    port=$(freePort)
    ports+=("$port")
    storageServer "$name" "$port"
  done
  port=$(freePort)
  proxyServer "$port"
  export SWIFT_CONF_FILE=$etc/swift.conf
  for name in "${servers[@]}" proxy; do launch "$name"; done
  local endpoint=http://127.0.0.1:$port
  # Each of them: the proxy answers 503 as long as one behind it does not listen.
  for port in "${ports[@]}" "$port"; do
    for _ in $(seq 300); do
      curl -s -o /dev/null "http://127.0.0.1:$port/info" && break
      sleep 0.2
    done
  done
  echo "$endpoint $key $secret"
}

stop() {
  [ -f "$folder/pids" ] && while read -r pid; do kill -- "-$pid" 2> /dev/null || true; done < "$folder/pids"
  rm -rf "$folder"
}

case "${1:-}" in
  start) start ;;
  stop) stop ;;
  *) sed -n '2,9p' "$0" >&2; exit 2 ;;
esac
