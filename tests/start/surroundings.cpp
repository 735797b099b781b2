// SPDX-License-Identifier: Apache-2.0
// The surroundings in which every test runs, by ctest or by hand, however the machine and its user are set up.
#include <cstdlib>
#include <initializer_list>

#include "tests/folders.h"

namespace {

/// Before main(), Qt and fontconfig look at any of it.
[[gnu::constructor]] void settle_surroundings() {
  ::setenv("LC_ALL", "C.UTF-8", 1);
  // Pictures to be looked at show Chinese as well, with the fonts of the machine.
  if (!::getenv("STOWAGE_GALLERY")) ::setenv("FONTCONFIG_FILE", STOWAGE_SOURCE_DIR "/tests/start/fonts.conf", 1);
  ::setenv("QT_QPA_PLATFORM", "offscreen", 0);  // may be another, to look on
  for (const char* name : {"LANGUAGE", "QT_FONT_DPI", "QT_SCALE_FACTOR", "QT_STYLE_OVERRIDE", "STOWAGE_SOLVER"})
    ::unsetenv(name);
  if (const char* scale = ::getenv("STOWAGE_GALLERY_SCALE")) ::setenv("QT_SCALE_FACTOR", scale, 1);
}

}  // namespace
