# SPDX-License-Identifier: Apache-2.0
# What every target of the project shares.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# -O3 compiles a tenth longer, and plans no faster.
string(REPLACE "-O3" "-O2" CMAKE_CXX_FLAGS_RELEASE "${CMAKE_CXX_FLAGS_RELEASE}")
# -O1 compiles a quarter faster. Targets that only call what is optimised use it.
set(STOWAGE_COMPILE_QUICKLY $<$<CONFIG:Release>:-O1>)

find_program(CCACHE ccache)
if(CCACHE)
  # ccache caches what includes precompiled headers only with these two.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_COMMENTS=1 "${CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND STOWAGE_PCH_FLAGS -fpch-preprocess)
  endif()
endif()

# Precompiled everywhere: parsing these costs more than the rest of most files.
set(STOWAGE_STANDARD_HEADERS
  <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <deque> <functional> <iterator> <limits>
  <map> <memory> <mutex> <numeric> <optional> <queue> <random> <set> <span> <sstream> <stop_token> <string> <string_view>
  <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector> <tl/expected.hpp>)

# Linked by every target of ours, never by others'.
add_library(stowage_settings INTERFACE)
target_include_directories(stowage_settings INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(stowage_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
  # g++ 12 warns falsely of "text" + std::string (GCC bug 105651), and of members of a variant or an optional that may be
  # uninitialized (GCC bug 80635): which ones depends on the files that are compiled as one.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds -Wno-maybe-uninitialized>
  # g++ collects its garbage seldom: a tenth of the time, for memory of a few hundred MB.
  $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=1000000> ${STOWAGE_PCH_FLAGS})
if(STOWAGE_WERROR)
  target_compile_options(stowage_settings INTERFACE -Werror)
endif()
if(STOWAGE_SANITIZE)
  target_compile_options(stowage_settings INTERFACE -fsanitize=${STOWAGE_SANITIZE} -fno-sanitize-recover=all
                         -fno-omit-frame-pointer)
  target_link_options(stowage_settings INTERFACE -fsanitize=${STOWAGE_SANITIZE})
  target_compile_definitions(stowage_settings INTERFACE STOWAGE_SANITIZED)
endif()
if(STOWAGE_FUZZ)
  target_compile_options(stowage_settings INTERFACE -fsanitize=fuzzer-no-link)
endif()

# stowage_unity(TARGET [REGEX]): compiles many files of TARGET as one: much faster from scratch, slower after an edit.
# Those whose path matches REGEX make groups of their own, in sources named unity_apart….
function(stowage_unity target)
  if(NOT STOWAGE_UNITY)
    return()
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "${PROJECT_SOURCE_DIR}/.*\\.cpp$")
  set(apart ${sources})
  if(ARGC GREATER 1)
    list(FILTER apart INCLUDE REGEX "${ARGV1}")
    list(REMOVE_ITEM sources ${apart})
  else()
    set(apart)
  endif()
  foreach(part sources apart)
    execute_process(COMMAND "${Python3_EXECUTABLE}" "${PROJECT_SOURCE_DIR}/resources/build/unity_groups.py" ${${part}}
                    OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "sources" "" prefix "${part}")
    string(REPLACE "\n" ";" groups "${groups}")
    foreach(line ${groups})
      string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
      set_source_files_properties("${CMAKE_MATCH_2}" PROPERTIES UNITY_GROUP "${prefix}${CMAKE_MATCH_1}")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Classes of a source that hold types of its unnamed namespace are no more shared than when it stood alone.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()
