# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where, as the components that Package.cmake makes packages of: `cli`, `window`, `library`,
# and `python` (app/python/CMakeLists.txt). Everything the programs need is in themselves; the rest is for the desktop and
# the reader.
set(documents "${CMAKE_INSTALL_DATAROOTDIR}/doc")
set(resources "${PROJECT_SOURCE_DIR}/resources")

if(STOWAGE_CLI)
  install(TARGETS stowage-cli COMPONENT cli)
  install(FILES "${resources}/copyright" DESTINATION "${documents}/stowage-cli" COMPONENT cli)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/samples" DESTINATION "${CMAKE_INSTALL_DATADIR}/stowage" COMPONENT cli)
  # stowage-cli becomes it, to draw.
  install(TARGETS stowage-draw DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stowage" COMPONENT cli)
  if(NOT CMAKE_CROSSCOMPILING)
    install(FILES "${PROJECT_BINARY_DIR}/man/stowage-cli.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT cli)
  endif()
  install(FILES "${resources}/completion/stowage-cli.bash" RENAME stowage-cli
          DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT cli)
  # zsh looks in the first below /usr/local, Debian's zsh in the second below /usr.
  foreach(folder site-functions vendor-completions)
    install(FILES "${resources}/completion/_stowage-cli" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/${folder}" COMPONENT cli)
  endforeach()
  install(FILES "${resources}/completion/stowage-cli.fish"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT cli)
endif()
if(STOWAGE_ONNX)
  install(TARGETS stowage-infer-shapes DESTINATION "${CMAKE_INSTALL_LIBEXECDIR}/stowage" COMPONENT cli)
endif()

if(STOWAGE_GUI)
  set(id io.github.stowage.Stowage)
  set(icons "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable")
  install(TARGETS stowage COMPONENT window)
  install(FILES "${resources}/${id}.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT window)
  install(FILES "${resources}/${id}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo" COMPONENT window)
  install(FILES "${resources}/${id}.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" COMPONENT window)
  install(FILES "${resources}/icons/${id}.svg" DESTINATION "${icons}/apps" COMPONENT window)
  install(FILES "${resources}/icons/${id}.document.svg" DESTINATION "${icons}/mimetypes" COMPONENT window)
  # With all that it links: the pages of the manual lie beside it, the samples where the programs look for them.
  foreach(page README CONTRIBUTING)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${page}.md")
    file(READ "${PROJECT_SOURCE_DIR}/${page}.md" text)
    string(REPLACE "](resources/manual/" "](manual/" text "${text}")
    string(REPLACE "](samples/" "](../../stowage/samples/" text "${text}")
    file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/pages/${page}.md" CONTENT "${text}" @ONLY)
  endforeach()
  install(FILES "${PROJECT_BINARY_DIR}/pages/README.md" "${PROJECT_BINARY_DIR}/pages/CONTRIBUTING.md"
                "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_SOURCE_DIR}/LICENSE" "${resources}/copyright"
          DESTINATION "${documents}/stowage" COMPONENT window)
  install(DIRECTORY "${resources}/manual" "${PROJECT_SOURCE_DIR}/LICENSES" DESTINATION "${documents}/stowage"
          COMPONENT window)
  install(FILES "${resources}/man/stowage.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT window)
endif()
if(STOWAGE_PYTHON)
  install(FILES "${resources}/copyright" DESTINATION "${documents}/python3-stowage" COMPONENT python
          EXCLUDE_FROM_ALL)
endif()

# The library, for other programs: find_package(Stowage), and #include <stowage/stowage.h>.
include(CMakePackageConfigHelpers)
set(config "${CMAKE_INSTALL_LIBDIR}/cmake/Stowage")
install(TARGETS ${STOWAGE_LIBRARY} EXPORT Stowage COMPONENT library)
install(EXPORT Stowage NAMESPACE Stowage:: DESTINATION "${config}" COMPONENT library)
configure_file("${resources}/build/StowageConfig.cmake.in" "${PROJECT_BINARY_DIR}/StowageConfig.cmake" @ONLY)
# Until 1.0 the library may change with each second number.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/StowageConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/StowageConfig.cmake" "${PROJECT_BINARY_DIR}/StowageConfigVersion.cmake"
        DESTINATION "${config}" COMPONENT library)
install(FILES "${resources}/copyright" DESTINATION "${documents}/libstowage-dev" COMPONENT library)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/samples/embed/cpp/" DESTINATION "${documents}/libstowage-dev/examples"
        COMPONENT library)
# The front door and the headers that it needs, made when they are installed.
install(CODE "execute_process(COMMAND \"${CMAKE_COMMAND}\" -DFROM=${PROJECT_SOURCE_DIR}
                                      -DTO=${PROJECT_BINARY_DIR}/include -P \"${resources}/build/PublicHeaders.cmake\"
                              COMMAND_ERROR_IS_FATAL ANY)" COMPONENT library)
install(DIRECTORY "${PROJECT_BINARY_DIR}/include/stowage" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT library)
