// SPDX-License-Identifier: Apache-2.0
#include "core/io/import_summary.h"

#include <algorithm>

namespace stowage {

ImportEntry& ImportSummary::at(ImportKind kind, std::string_view what) {
  const auto found = std::ranges::find_if(
      entries_, [&](const ImportEntry& entry) { return entry.kind == kind && entry.what == what; });
  if (found != entries_.end()) return *found;
  return entries_.emplace_back(ImportEntry{.kind = kind, .what = std::string(what)});
}

}  // namespace stowage
