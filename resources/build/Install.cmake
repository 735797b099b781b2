# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where. Everything the programs need is in themselves; the rest is for the desktop and the
# reader.
set(documents "${CMAKE_INSTALL_DATAROOTDIR}/doc/stowage")
set(resources "${PROJECT_SOURCE_DIR}/resources")

if(STOWAGE_CLI)
  install(TARGETS stowage-cli)
  install(TARGETS stowage-draw DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stowage")  # stowage-cli becomes it, to draw
  if(NOT CMAKE_CROSSCOMPILING)
    install(FILES "${PROJECT_BINARY_DIR}/man/stowage-cli.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  endif()
  install(FILES "${resources}/completion/stowage-cli.bash" RENAME stowage-cli
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  install(FILES "${resources}/completion/_stowage-cli" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
  install(FILES "${resources}/completion/stowage-cli.fish"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()
install(TARGETS stowage-infer-shapes DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stowage")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/samples" DESTINATION "${CMAKE_INSTALL_DATADIR}/stowage")
install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${resources}/copyright" DESTINATION "${documents}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/LICENSES" DESTINATION "${documents}")

if(STOWAGE_GUI)
  set(id io.github.stowage.Stowage)
  set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable")
  install(TARGETS stowage)
  install(FILES "${resources}/man/stowage.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${resources}/${id}.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES "${resources}/${id}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
  install(FILES "${resources}/${id}.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
  install(FILES "${resources}/icons/${id}.svg" DESTINATION "${icons}/apps")
  install(FILES "${resources}/icons/${id}.document.svg" DESTINATION "${icons}/mimetypes")
endif()

# The library, for other programs: `cmake --install … --component library`, then find_package(Stowage) and
# #include <stowage/stowage.h>.
include(CMakePackageConfigHelpers)
set(config "${CMAKE_INSTALL_LIBDIR}/cmake/Stowage")
install(TARGETS stowage_core EXPORT Stowage COMPONENT library EXCLUDE_FROM_ALL)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/core" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/stowage" COMPONENT library
        EXCLUDE_FROM_ALL FILES_MATCHING PATTERN "*.h" PATTERN stowage.h EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/core/stowage.h" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/stowage" COMPONENT library
        EXCLUDE_FROM_ALL)
install(EXPORT Stowage NAMESPACE Stowage:: DESTINATION "${config}" COMPONENT library EXCLUDE_FROM_ALL)
install(FILES "${resources}/build/StowageConfig.cmake" DESTINATION "${config}" COMPONENT library EXCLUDE_FROM_ALL)
