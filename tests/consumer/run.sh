#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD SOURCE: installs the planning library of a build, builds and runs a program that uses it, and configures
# the library alone, on a system without Qt.
set -eu
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --component library --prefix "$work/prefix" >/dev/null
cmake -S "$source/tests/consumer" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/prefix" >/dev/null
cmake --build "$work/consumer" >/dev/null
said=$("$work/consumer/consumer" "$source/samples/somas_figure_7.stowage.json")
echo "The program of somebody else says: $said"
[ "$said" = "1664 bytes, optimal, valid" ]

cmake -S "$source" -B "$work/core" -DSTOWAGE_CLI=OFF -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON -DSTOWAGE_BENCH=OFF >/dev/null
! grep -i 'qt6.*_DIR:' "$work/core/CMakeCache.txt"
