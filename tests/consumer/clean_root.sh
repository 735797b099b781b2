#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clean_root.sh PACKAGES [SUITE [MIRROR]]: a system with nothing but what libstowage-dev in the folder PACKAGES depends on,
# and a compiler, builds the examples of that package and runs them. Needs root, mmdebstrap and the network; ctest does
# not run it.
set -eu
packages=$(cd "$1" && pwd) suite=${2:-bookworm} mirror=${3:-http://deb.debian.org/debian}
source=$(cd "$(dirname "$0")/../.." && pwd)
root=$(mktemp -d)
chmod 755 "$root"  # apt fetches as a user of its own
trap 'rm -rf "$root"' EXIT

mmdebstrap --quiet --variant=apt --include=ca-certificates "$suite" "$root" "$mirror"
mkdir "$root/stowage"
cp /etc/resolv.conf "$root/etc/"
cp "$packages"/libstowage-dev_*.deb "$source/samples/somas_figure_7.stowage.json" "$root/stowage"
cat >"$root/stowage/build.sh" <<'SCRIPT'
set -eu
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends /stowage/libstowage-dev_*.deb g++ cmake make >/stowage/log 2>&1 || {
  tail -20 /stowage/log
  exit 1
}
dpkg-query -W -f '${Package} ${Version}\n' libstowage-dev
# Nothing of Qt, of ONNX or of the tests came with it.
! dpkg-query -W -f '${Package}\n' | grep -E 'qt6|qcustomplot|libonnx|doctest|rapidcheck|pybind11'
cmake -S /usr/share/doc/libstowage-dev/examples -B /stowage/build >/dev/null
cmake --build /stowage/build
said=$(/stowage/build/plan_file /stowage/somas_figure_7.stowage.json)
echo "plan_file says: $said"
[ "$said" = "1664 bytes, optimal" ]
/stowage/build/plan_in_code | tee /stowage/said
grep -q '^valid$' /stowage/said
SCRIPT
chroot "$root" sh /stowage/build.sh
