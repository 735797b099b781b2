#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BUILD SOURCE: the planning library as other programs use it. Installs that of a build, then builds and runs the
# programs of samples/embed/cpp from there.
set -eu
build=$1 source=$2
. "$source/tests/consumer/programs.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --component library --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix"  # it works wherever it is
programs_work "$source" "$work/prefix" "$work/programs"

# Every header that is installed can be included alone, in a program whose own headers are in a folder core/.
mkdir -p "$work/own/core/graph"
echo '#error "a header of the program, not of the library"' >"$work/own/core/graph/graph.h"
for header in $(cd "$work/prefix/include" && find stowage -name '*.h'); do
  echo "#include <$header>" | "${CXX:-c++}" -std=c++20 -Wall -Wextra -Wpedantic -Wshadow -Werror -fsyntax-only -x c++ \
    -I "$work/own" -I "$work/prefix/include" - || { echo "<$header> alone"; exit 1; }
done

# Another version, or a component that there is not, is told so.
not_found() {  # not_found WORDS_OF_FIND_PACKAGE
  mkdir -p "$work/other"
  printf 'cmake_minimum_required(VERSION 3.20)\nproject(Other LANGUAGES CXX)\nfind_package(Stowage %s)\n' "$1" \
    >"$work/other/CMakeLists.txt"
  ! cmake -S "$work/other" -B "$work/other/build" -DCMAKE_PREFIX_PATH="$work/prefix" >"$work/other/said" 2>&1
}
not_found '99.0 CONFIG REQUIRED'
not_found 'CONFIG REQUIRED COMPONENTS window'
grep -q 'no component window' "$work/other/said"
! not_found '0.1 CONFIG REQUIRED COMPONENTS core'
