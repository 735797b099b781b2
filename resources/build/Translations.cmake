# SPDX-License-Identifier: Apache-2.0
# resources/translations/*.ts, made into *.qm and put into the program, so that it finds them wherever it is.
function(stowage_add_translations target)
  if(NOT STOWAGE_TRANSLATIONS)
    return()
  endif()
  # Qt 6's own: /usr/bin/lrelease may be that of Qt 5.
  find_program(STOWAGE_LRELEASE lrelease PATHS "${QT6_INSTALL_PREFIX}/${QT6_INSTALL_BINS}" NO_DEFAULT_PATH
               DOC "Qt 6's lrelease, of its Linguist tools; or set STOWAGE_TRANSLATIONS to OFF" REQUIRED)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/resources/translations/*.ts")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/translations")
  file(MAKE_DIRECTORY "${folder}")
  set(made)
  foreach(source ${sources})
    get_filename_component(name "${source}" NAME_WE)
    add_custom_command(OUTPUT "${folder}/${name}.qm" DEPENDS "${source}" VERBATIM
                       COMMAND "${STOWAGE_LRELEASE}" -silent "${source}" -qm "${folder}/${name}.qm")
    list(APPEND made "${folder}/${name}.qm")
  endforeach()
  qt_add_resources(${target} "stowage_translations" PREFIX "/translations" BASE "${folder}" FILES ${made})
endfunction()
