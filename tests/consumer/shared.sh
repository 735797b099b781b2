#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# shared.sh LIBRARY SOURCE: the planning library as a shared one, without Qt, without libonnx and protobuf, and without any
# library of the tests. Installs LIBRARY, linked from the objects of another build, as such a build does, and uses it in
# the programs of samples/embed/cpp.
set -eu
made=$1 source=$2
. "$source/tests/consumer/programs.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=$work/build

set --
for package in Qt6 QCustomPlotQt6 ONNX Protobuf doctest rapidcheck benchmark CLI11 pybind11; do
  set -- "$@" "-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"
done
cmake -S "$source" -B "$build" -G Ninja -DBUILD_SHARED_LIBS=ON -DSTOWAGE_CLI=OFF -DBUILD_TESTING=OFF \
  -DCMAKE_BUILD_TYPE=Release "$@" >/dev/null
# Nobody looked for what only the window or the tests need.
! grep -iE '^[^:=]*(qt6|qcustomplot|doctest|rapidcheck|lemon|benchmark|cli11)[^:=]*:' "$build/CMakeCache.txt" |
  grep -v '^CMAKE_DISABLE'
cp -P "$made"* "$build/core"
cmake --install "$build" --component library --prefix "$work/prefix" >/dev/null
library=$(find "$work/prefix" -name 'libstowage_core.so.*.*.*')

# It names itself by its version, and needs nothing but what every program does, and zlib.
needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p; s/.*(SONAME).*\[\(.*\)\]/soname \1/p')
echo "$needed"
echo "$needed" | grep -qx 'soname libstowage_core\.so\.[0-9]*\.[0-9]*'
! echo "$needed" | grep -Ev '^(soname .*|lib(stdc\+\+|m|c|gcc_s|z|pthread)\.so\..*|ld-linux.*)$'

# Of our own functions those of the front door are seen, and none behind it.
nm -DC --defined-only "$library" | awk '$2 == "T"' | cut -d' ' -f3- >"$work/seen"
echo "$(grep -c . "$work/seen") functions are seen"
for name in load_graph plan_graph check_plan load_plan save_plan make_plans validate read_document formats layout_strategies \
  order_strategies GraphBuilder::build Conflicts::compute BlockProblem::make lifetimes; do
  grep -Eq "^stowage::$name(\[abi:cxx11\])?\(" "$work/seen" || { echo "$name is not seen"; exit 1; }
done
! grep -v '^stowage::' "$work/seen"
! grep -E '^stowage::(read_graph_json|run_child|xla::|onnx_file::|layout_engine)' "$work/seen"

programs_work "$source" "$work/prefix" "$work/programs"
ldd "$work/programs/plan_file" | grep -q "$work/prefix/.*libstowage_core"

# What this build cannot read it knows, and says so.
for file in samples/two_layers.hlo.pb; do
  ! "$work/programs/plan_file" "$source/$file" 2>"$work/said"
  grep 'STOWAGE_XLA' "$work/said"
done
