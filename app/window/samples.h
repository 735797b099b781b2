// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>

namespace stowage {

/// A small graph that comes with the program.
struct Sample {
  QString path;   ///< a Qt resource, ":/samples/…"; the loader reads it like a file
  QString title;  ///< the graph's name
  QString about;  ///< one line on what it shows, in the reader's language
};

/// All samples in the program, the one to begin with first; those that no order names come last, by file name. What
/// they say of themselves ("name", "about"), or the list of samples says of them, is read once.
[[nodiscard]] const std::vector<Sample>& samples();

/// The lessons in the program, in their order.
[[nodiscard]] const std::vector<Sample>& lessons();

}  // namespace stowage
