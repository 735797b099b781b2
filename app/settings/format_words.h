// SPDX-License-Identifier: GPL-3.0-or-later
// Core's table of formats speaks English: its texts in the language of the window.
#pragma once

#include <QString>
#include <QStringList>

namespace stowage {

struct Format;

[[nodiscard]] QString format_title(const Format& format);
/// Three lines: how to get such a file.
[[nodiscard]] QString how_to_get(const Format& format);
/// What a format keeps of a graph, where that is not all: "ids, lifetimes, sizes, alignments and offsets".
[[nodiscard]] QString carried_by(const Format& format);
/// What the names of such files look like, the usual one first: "*.pickle", "*.pickle.gz".
[[nodiscard]] QStringList name_patterns(const Format& format);

}  // namespace stowage
