// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/task.h"
#include "widgets/painters/page/export.h"

namespace stowage {

/// Pictures that one series may have.
inline constexpr std::size_t kMostPictures = 2'000;

/// "steps.svg" → "steps-007.svg": the number has as many digits as that of the last, and three at least.
[[nodiscard]] std::string picture_name(const std::string& path, std::size_t number, std::size_t count);

/// The numbered pictures that lie there already, of this series or a former one, by name: those that picture_name()
/// could have named. Without folder; none for a PDF.
[[nodiscard]] std::vector<std::string> former_pictures(const std::string& path);

/// Writes `count` pictures: as one PDF with a page each, or as numbered PNG or SVG files, by the ending of `path`;
/// every file all or nothing. `picture` is asked for each in turn. bad_input where there is none, or more than
/// kMostPictures; cancelled or timed out, files already written stay. Called from any thread.
[[nodiscard]] Result<std::size_t> export_series(const std::string& path, std::size_t count,
                                                const std::function<Drawing(std::size_t)>& picture,
                                                const FigureOptions& options, const Task& task = {});

}  // namespace stowage
