# SPDX-License-Identifier: Apache-2.0
# For programs that use the planning library: find_package(Stowage) gives Stowage::core.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(ZLIB)
find_dependency(Protobuf)
find_dependency(tl-expected)
include("${CMAKE_CURRENT_LIST_DIR}/Stowage.cmake")
