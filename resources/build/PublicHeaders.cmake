# SPDX-License-Identifier: Apache-2.0
# cmake -DFROM=SOURCES -DTO=FOLDER -P PublicHeaders.cmake
# Writes FOLDER/stowage: core/stowage.h, the doors behind it that it names, and every header that they include, as
# <stowage/…>, so that they cannot be taken for headers of the program that uses them.
file(REMOVE_RECURSE "${TO}/stowage")
set(headers stowage.h formats/document.h papers/tables.h planning/graph_plans.h safety/conflicts.h)
while(headers)
  list(POP_FRONT headers header)
  if(EXISTS "${TO}/stowage/${header}")
    continue()
  endif()
  file(READ "${FROM}/core/${header}" text)
  string(REGEX MATCHALL "#include \"core/[^\"\n]+\"" includes "${text}")
  foreach(include ${includes})
    string(REGEX REPLACE "^#include \"core/(.*)\"$" "\\1" include "${include}")
    list(APPEND headers "${include}")
  endforeach()
  string(REGEX REPLACE "#include \"core/([^\"\n]+)\"" "#include <stowage/\\1>" text "${text}")
  # In what is said of other headers, too.
  string(REGEX REPLACE "([^a-z/])core/([a-z_/]+\\.h)" "\\1stowage/\\2" text "${text}")
  file(WRITE "${TO}/stowage/${header}" "${text}")
endwhile()
