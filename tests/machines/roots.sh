# Sourced by scripts here: fresh roots of Debian, made by debootstrap from the mirror that apt uses. It needs root.
# shellcheck shell=bash

# need_roots WORD...: exits with 2 unless this machine can make roots. Call it with the script's own words: it starts
# the script again, with mounts that are seen in it only and so end with it, however it ends.
need_roots() {
  if [[ $(id -u) != 0 ]] || ! command -v debootstrap >/dev/null; then
    echo "$0: needs root and debootstrap" >&2
    exit 2
  fi
  if [[ ${CODAG_IN_NAMESPACE:-} != yes ]]; then
    CODAG_IN_NAMESPACE=yes exec unshare --mount "$0" "$@"
  fi
}

mirror_of_apt() {
  local mirror
  mirror=$({ cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null || true; } |
    sed -nE 's,^URIs: *(\S+/debian)/?$,\1,p; s,^deb (\[[^]]*\] )?(\S+/debian)/? .*,\2,p' | head -n 1)
  echo "${mirror:-http://deb.debian.org/debian}"
}

# make_root SUITE FOLDER: with its package lists, /dev and /proc.
make_root() {
  local mirror
  mirror=$(mirror_of_apt)
  if ! debootstrap --variant=minbase --include=ca-certificates "$1" "$2" "$mirror" >"$2.log"; then
    tail "$2.log" >&2
    exit 1
  fi
  mount --rbind /dev "$2/dev"
  mount -t proc proc "$2/proc"
  echo "deb $mirror $1 main contrib non-free non-free-firmware" >"$2/etc/apt/sources.list"
  in_root "$2" / "apt-get update -qq" >/dev/null
}

# in_root ROOT FOLDER COMMAND: runs a line of shell there, without this machine's environment.
in_root() {
  chroot "$1" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive bash -c "cd '$2' && $3"
}

remove_root() {
  umount -R "$1/dev" "$1/proc" 2>/dev/null || true
  rm -rf --one-file-system "$1"
}
