# SPDX-License-Identifier: Apache-2.0
# The Debian package that `./dev package` builds: what `cmake --install` puts, and what that needs at run time.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME stowage)
set(CPACK_PACKAGE_VENDOR "Stowage")
set(CPACK_PACKAGE_CONTACT "Stowage developers <developers@stowage.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "explorer of static memory plans for deep-learning graphs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Stowage takes a computational graph whose operators run on parallel streams,
decides which pairs of tensors may never share memory, places every tensor at
an offset in one buffer, and shows the plan as a heap map beside the graph and
a proved lower bound.
.
The package has the window, stowage, and the command line, stowage-cli, which
needs no display.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# cpack alone builds nothing: `./dev package` has.
set(CPACK_CMAKE_GENERATOR Ninja)
set(CPACK_THREADS 0)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# Libraries by their symbols; dot and sfdp draw the graph; cbc solves the programs of one strategy, if wanted.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS graphviz)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS fonts-noto-cjk)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core, qt6-translations-l10n, coinor-cbc")
include(CPack)
