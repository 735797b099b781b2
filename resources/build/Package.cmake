# SPDX-License-Identifier: Apache-2.0
# What `./dev package` makes of the components of Install.cmake: a Debian package of each, and an archive of all that runs
# from wherever it is unpacked.
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGE_NAME stowage)
set(CPACK_PACKAGE_VENDOR "Stowage")
set(CPACK_PACKAGE_CONTACT "Stowage developers <developers@stowage.invalid>")
# CPack puts a summary of all before that of each package, unless it is the one that it makes up.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_PROJECT_NAME} built using CMake")
set(CPACK_STRIP_FILES ON)
# cpack alone builds nothing: `./dev package` has.
set(CPACK_CMAKE_GENERATOR Ninja)
set(CPACK_THREADS 0)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/resources/build/PackagePrefix.cmake")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# Libraries by their symbols. Of others: dot and sfdp draw the graph; cbc solves the programs of one strategy, if wanted.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(about
"Stowage takes a computational graph whose operators run on parallel streams,
decides which pairs of tensors may never share memory, places every tensor at
an offset in one buffer, and shows the plan as a heap map beside the graph and
a proved lower bound.
.
")

# stowage_package(COMPONENT NAME SECTION SUMMARY WHAT_IT_HAS)
macro(stowage_package component name section summary content)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}\n${about}${content}")
endmacro()

# All that is installed.
add_custom_target(stowage_packaged)
foreach(target stowage stowage-cli stowage-draw stowage_manual_page stowage-infer-shapes ${STOWAGE_LIBRARY} stowage_python)
  if(TARGET ${target})
    add_dependencies(stowage_packaged ${target})
  endif()
endforeach()

set(CPACK_COMPONENTS_ALL)
set(same_version "(= ${PROJECT_VERSION})")
if(STOWAGE_CLI)
  stowage_package(cli stowage-cli devel "static memory plans for deep-learning graphs, command line"
                  "The package has the command line, stowage-cli, which needs no display, and\nsamples.")
  set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "graphviz, fonts-dejavu-core, coinor-cbc")
endif()
if(STOWAGE_GUI)
  stowage_package(window stowage devel "explorer of static memory plans for deep-learning graphs"
                  "The package has the window, stowage.")
  # The command line's package has the samples, and what infers shapes.
  set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS "stowage-cli ${same_version}, graphviz")
  set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "fonts-dejavu-core, qt6-translations-l10n, coinor-cbc, poppler-utils")
  set(CPACK_DEBIAN_WINDOW_PACKAGE_SUGGESTS fonts-noto-cjk)
endif()
if(STOWAGE_PYTHON)
  stowage_package(python python3-stowage python "static memory plans for deep-learning graphs, Python module"
                  "The package has the Python module stowage, for NumPy arrays and PyTorch modules.")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "stowage-cli")
endif()
stowage_package(library libstowage-dev libdevel "static memory plans for deep-learning graphs, C++ library"
                "The package has the library's headers and its CMake package: Stowage::core.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "libexpected-dev")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", zlib1g-dev")
  if(STOWAGE_XLA)
    string(APPEND CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ", libprotobuf-dev")
  endif()
endif()
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SUGGESTS "stowage-cli")
include(CPack)
