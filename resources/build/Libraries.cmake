# SPDX-License-Identifier: Apache-2.0
# What we use of others, found as each system has it: by a CMake package where there is one, else by header and library.
# Each names itself where it is missing; how its package is called is for the system to know. STOWAGE_OR_WITHOUT is a
# sentence on how to build without what follows.

# The header-only library of CMake package `package` as `target`; `header` is one of its headers.
function(stowage_header_library package target header)
  find_package(${package} CONFIG QUIET GLOBAL)
  if(TARGET ${target})
    return()
  endif()
  string(MAKE_C_IDENTIFIER "STOWAGE_${package}_INCLUDE_DIR" folder)
  find_path(${folder} ${header})
  if(NOT ${folder})
    message(FATAL_ERROR "${package} is missing: neither its CMake package nor its header <${header}> was found. "
                        "Where the header is can be given as -D${folder}=FOLDER.${STOWAGE_OR_WITHOUT}")
  endif()
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} INTERFACE "${${folder}}")
endfunction()

# The library `name` of `header`, as `target`; others of its names follow.
function(stowage_find_library target name header)
  string(MAKE_C_IDENTIFIER "STOWAGE_${name}" variable)
  find_library(${variable}_LIBRARY NAMES ${name} ${ARGN})
  find_path(${variable}_INCLUDE_DIR ${header})
  if(NOT ${variable}_LIBRARY OR NOT ${variable}_INCLUDE_DIR)
    message(FATAL_ERROR "${name} is missing: its library (${name}) or its header <${header}> was not found. They can be "
                        "given as -D${variable}_LIBRARY=FILE and -D${variable}_INCLUDE_DIR=FOLDER.${STOWAGE_OR_WITHOUT}")
  endif()
  add_library(${target} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${${variable}_LIBRARY}"
                        INTERFACE_INCLUDE_DIRECTORIES "${${variable}_INCLUDE_DIR}")
endfunction()

find_package(Threads REQUIRED)
if(STOWAGE_CLI)
  find_package(Qt6 6.4 QUIET COMPONENTS Core Gui Svg)
  if(NOT Qt6_FOUND)
    message(FATAL_ERROR "Qt 6.4 or later is missing, its modules Core, Gui and Svg. -DSTOWAGE_CLI=OFF builds the planning "
                        "library alone, which needs no Qt.")
  endif()
endif()
if(STOWAGE_GUI)
  find_package(Qt6 6.4 QUIET COMPONENTS Widgets PrintSupport)
  if(NOT Qt6Widgets_FOUND OR NOT Qt6PrintSupport_FOUND)
    message(FATAL_ERROR "Qt's modules Widgets and PrintSupport are missing. -DSTOWAGE_GUI=OFF builds the command line alone.")
  endif()
  # Only some systems add a CMake package to it, and each names the library in its own way.
  find_package(QCustomPlotQt6 CONFIG QUIET)
  set(plot QCustomPlotQt6::QCustomPlotQt6)
  if(NOT TARGET ${plot})
    stowage_find_library(${plot} qcustomplot-qt6 qcustomplot.h QCustomPlotQt6 qcustomplot6 QCustomPlot qcustomplot)
    set_property(TARGET ${plot} PROPERTY INTERFACE_LINK_LIBRARIES Qt6::Widgets Qt6::PrintSupport)
  endif()
endif()

# Readers that need a library of others are optional: by default they are built where it is found.
find_package(ONNX CONFIG QUIET)
set(found OFF)
if(ONNX_FOUND)
  set(found ON)
endif()
option(STOWAGE_ONNX "Infer sizes that ONNX models leave open (libonnx)" ${found})
find_package(Protobuf CONFIG QUIET)
if(NOT TARGET protobuf::libprotobuf)
  find_package(Protobuf MODULE QUIET)
endif()
set(found OFF)
if(TARGET protobuf::libprotobuf AND TARGET protobuf::protoc)
  set(found ON)
endif()
option(STOWAGE_XLA "Read XLA's dumps and profiles (protobuf)" ${found})
if(STOWAGE_XLA AND NOT found)
  message(FATAL_ERROR "Protocol Buffers are missing, the library or its compiler protoc; -DSTOWAGE_XLA=OFF builds without "
                      "the readers of XLA's dumps.")
elseif(NOT STOWAGE_XLA)
  message(STATUS "Without the readers of XLA's dumps and profiles: STOWAGE_XLA is OFF")
endif()
if(STOWAGE_ONNX AND NOT ONNX_FOUND)
  message(FATAL_ERROR "ONNX is missing, its C++ library; -DSTOWAGE_ONNX=OFF builds without the inference of shapes.")
elseif(NOT STOWAGE_ONNX)
  message(STATUS "Without the inference of shapes for ONNX models: STOWAGE_ONNX is OFF")
elseif(TARGET ONNX::onnx)
  set(STOWAGE_ONNX_TARGET ONNX::onnx)
else()
  set(STOWAGE_ONNX_TARGET onnx)
endif()
