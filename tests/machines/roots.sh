# Sourced by scripts here: fresh roots of Debian and Ubuntu, made by debootstrap; Debian's from the mirror that apt uses. It needs root.
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

# ubuntu_keyring FILE: the keys of Ubuntu's mirror, which Debian has no package of. The checksum makes up for plain HTTP.
ubuntu_keyring() {
  local package=ubuntu-keyring_2023.11.28.1_all.deb
  curl -sS --fail -o "$1.deb" "http://archive.ubuntu.com/ubuntu/pool/main/u/ubuntu-keyring/$package"
  echo "36de43b15853ccae0028e9a767613770c704833f82586f28eb262f0311adb8a8  $1.deb" | sha256sum --check --quiet
  dpkg-deb --fsys-tarfile "$1.deb" | tar -xO ./usr/share/keyrings/ubuntu-archive-keyring.gpg >"$1"
}

# make_root SUITE FOLDER: with its package lists, /dev and /proc. `noble` is Ubuntu 24.04, which debootstrap makes like an
# earlier release.
make_root() {
  local mirror components="main contrib non-free non-free-firmware" keyring=() like=()
  mirror=$(mirror_of_apt)
  if [[ $1 == noble ]]; then
    mirror=http://archive.ubuntu.com/ubuntu
    components="main universe"
    ubuntu_keyring "$2.gpg"
    keyring=("--keyring=$2.gpg")
    like=(/usr/share/debootstrap/scripts/jammy)
  fi
  if ! debootstrap --variant=minbase --include=ca-certificates "${keyring[@]}" "$1" "$2" "$mirror" "${like[@]}" >"$2.log"; then
    tail "$2.log" >&2
    exit 1
  fi
  mount --rbind /dev "$2/dev"
  mount -t proc proc "$2/proc"
  echo "deb $mirror $1 $components" >"$2/etc/apt/sources.list"
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
