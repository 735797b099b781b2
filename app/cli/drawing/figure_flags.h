// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "widgets/painters/page/export.h"

namespace stowage::cli {

/// The options of `render` that say how a figure looks, whichever view it shows.
class FigureFlags {
 public:
  void add_to(CLI::App& command);

  /// The figure they ask for; where nothing is said of its size, or of its height, the drawing decides.
  [[nodiscard]] FigureOptions figure(const Drawing& drawing = {}) const;
  /// Those that were given and change nothing in a file of that format; none: an HTML page, which has colours alone.
  [[nodiscard]] std::vector<std::string> without_effect(std::optional<ImageFormat> format) const;
  /// What is wrong with them together, or nothing.
  [[nodiscard]] std::string fault() const;
  /// The options that cut axes, as they were written.
  [[nodiscard]] bool cuts_steps() const { return !steps_.empty(); }
  [[nodiscard]] bool cuts_addresses() const { return !addresses_.empty(); }

  /// The page has a size on paper, and its texts one in points.
  [[nodiscard]] bool in_millimetres() const { return !preset_.empty() || width_ || height_; }
  [[nodiscard]] bool height_is_free() const { return !height_ && !is_slide(); }
  /// Points of the smallest text to be tried, the largest first, until all names have room; one where it was asked for.
  [[nodiscard]] std::vector<double> letters() const;

 private:
  [[nodiscard]] bool is_slide() const { return preset_ == "slide" && !width_; }

  const CLI::App* command_ = nullptr;
  std::string size_, preset_, family_, title_, background_, palette_, steps_, addresses_, theme_ = "light";
  std::optional<double> scale_, width_, height_, points_, line_, dpi_;
  bool no_title_ = false, no_legend_ = false, no_captions_ = false, no_axis_labels_ = false, hatches_ = false;
};

}  // namespace stowage::cli
