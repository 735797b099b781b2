// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

#include "app/settings/samples.h"
#include "core/formats/formats.h"

namespace stowage {

/// Core's title of a format, in the reader's language.
[[nodiscard]] QString format_title(const Format& format);
/// Three lines: how to get such a file, in the reader's language (resources/translations/formats.CODE.md).
[[nodiscard]] QString how_to_get(const Format& format);
/// What a format keeps of a graph, where that is not all: "ids, lifetimes, sizes, alignments and offsets".
[[nodiscard]] QString carried_by(const Format& format);
/// What the names of such files look like, the usual one first: "*.pickle", "*.pickle.gz".
[[nodiscard]] QStringList name_patterns(const Format& format);

/// What files of a task are; none for lessons.
[[nodiscard]] std::optional<FormatUse> use_of(StartTask task);

/// Filters of the Open dialog, the first of them everything that a window opens: graphs and plans.
[[nodiscard]] QString open_filters();
/// The same of the formats of one use, these first, and after them everything.
[[nodiscard]] QString open_filters(FormatUse use);
/// One filter for each format that a graph can be written in.
[[nodiscard]] QString graph_filters();
[[nodiscard]] QString plan_filters();
[[nodiscard]] QString image_filters();
/// Filters for a series of pictures.
[[nodiscard]] QString series_filters();

/// The ending that a filter of a dialog stands for: ".svg" of "SVG drawing (*.svg)"; empty where it has none.
[[nodiscard]] QString suffix_of(const QString& filter);
/// The path itself where its name has an ending, otherwise with `suffix` (".plan.json") added.
[[nodiscard]] QString with_suffix(const QString& path, const QString& suffix);
/// "drawing" of "drawing.stowage.json" and "gpt_2.6B" of "gpt_2.6B.csv": only endings of Stowage's own formats go; of
/// any title a name that every file system takes.
[[nodiscard]] QString base_name(const QString& title);

}  // namespace stowage
