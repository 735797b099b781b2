# SPDX-License-Identifier: Apache-2.0
# Debian's packages lie in /usr; what is in an archive lies where it is unpacked.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
else()
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
endif()
