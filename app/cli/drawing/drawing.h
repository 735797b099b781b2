// SPDX-License-Identifier: Apache-2.0
// The commands that draw, and their common parts.
#pragma once

#include <QGuiApplication>

#include "app/cli/command.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/numbers.h"

namespace stowage::cli {

Action add_render(CLI::App& command);
Action add_report(CLI::App& command);
Action add_reproduce(CLI::App& command);

/// A QGuiApplication without a display, whether there is one or not, and without Qt's remarks on the environment; the
/// one that exists, if any. Throws std::bad_alloc where there is too little memory for Qt's libraries and fonts, which
/// would end the program.
class Offscreen {
 public:
  Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;
  ~Offscreen();

 private:
  int argc_ = 1;
  char name_[12] = "stowage-cli";
  char* argv_[2] = {name_, nullptr};
  QtMessageHandler before_;
  std::optional<QGuiApplication> application_;
  EnglishPlurals plurals_;
};

/// The graph as views show it, without a plan.
[[nodiscard]] Result<PlanView> view_of(std::shared_ptr<const Graph> graph, const Task& task);

/// The options of `render` that say how a figure looks, whichever view it shows.
class FigureFlags {
 public:
  void add_to(CLI::App& command);

  /// The figure of these options; the drawing decides its size, or its height, where no option does.
  [[nodiscard]] FigureOptions figure(const Drawing& drawing = {}) const;
  /// The options that were given and change nothing in a file of that format; none: an HTML page, which has colours
  /// alone.
  [[nodiscard]] std::vector<std::string> without_effect(std::optional<ImageFormat> format) const;
  /// Names the fault of the options together, or nothing.
  [[nodiscard]] std::string fault() const;
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

/// The options of `render` that draw the steps of a planner.
struct StepOptions {
  std::string strategy;  ///< empty: no steps are drawn
  std::string blocks;    ///< "3-12", or empty for all
  bool every_step = false;
  std::optional<std::uint64_t> alignment;

  void add_to(CLI::App& command);
};

/// Records the planner on the graph of `view` (with its lifetimes and conflicts) and writes the pictures. `alignment`
/// stands in where the options have none.
[[nodiscard]] Result<ExitCode> render_steps(const StepOptions& options, Bytes alignment, const PlanView& view,
                                            ColorBy by, const std::string& output, const FigureOptions& page,
                                            const Task& task);

}  // namespace stowage::cli
