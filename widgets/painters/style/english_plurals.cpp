// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/style/english_plurals.h"

namespace stowage {

QString EnglishPlurals::translate(const char* /*context*/, const char* source, const char* /*disambiguation*/,
                                  int count) const {
  if (count < 0) return {};  // not a text with a number
  return QString::fromUtf8(source).replace("(s)", count == 1 ? "" : "s").replace("(es)", count == 1 ? "" : "es");
}

}  // namespace stowage
