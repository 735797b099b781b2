#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# api_pages.sh SOURCE FOLDER: makes the pages on the C++ library in FOLDER/api/html; fails with what Doxygen warns of.
set -eu
STOWAGE_SOURCE=$(cd "$1" && pwd)
STOWAGE_VERSION=$(sed -n 's/^project(Stowage VERSION \([0-9.]*\).*/\1/p' "$STOWAGE_SOURCE/CMakeLists.txt")
export STOWAGE_SOURCE STOWAGE_VERSION
mkdir -p "$2"
cd "$2"
rm -rf api
cmake "-DFROM=$STOWAGE_SOURCE" "-DTO=$PWD/include" -P "$STOWAGE_SOURCE/resources/build/PublicHeaders.cmake"
doxygen "$STOWAGE_SOURCE/resources/build/Doxyfile"
