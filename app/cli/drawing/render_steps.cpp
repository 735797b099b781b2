// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <set>

#include "app/cli/drawing/drawing.h"
#include "app/cli/output.h"
#include "core/formats/utf8.h"
#include "core/layout/strategy.h"
#include "core/papers/tables.h"
#include "widgets/painters/steps/step_painter.h"

namespace stowage::cli {
namespace {

struct Blocks {
  unsigned first = 0, last = 0;  // from 1
};

std::optional<Blocks> parse_blocks(const std::string& text) {
  Blocks out;
  int end = 0;
  if (std::sscanf(text.c_str(), "%9u-%9u%n", &out.first, &out.last, &end) != 2) return std::nullopt;
  if (end != static_cast<int>(text.size()) || out.first < 1 || out.last < out.first) return std::nullopt;
  return out;
}

std::string check_blocks(const std::string& text) {
  return parse_blocks(text) ? std::string() : "blocks look like 1-20, counted in the order of placing";
}

/// For CLI11: an empty text for a strategy that can be observed.
std::string check_steps(const std::string& id) {
  const LayoutStrategy* strategy = find_layout_strategy(id);
  if (strategy == nullptr) return "unknown strategy \"" + id + "\"; 'stowage-cli strategies' lists them";
  return strategy->recipe ? std::string() : id + " cannot be stepped through";
}

Result<StepSeries> series_of(const StepOptions& options, const Recording& recording) {
  StepSeries series;
  series.every_step = options.every_step;
  if (options.blocks.empty()) return series;
  const Blocks blocks = *parse_blocks(options.blocks);
  if (blocks.last > recording.block_count())
    return bad_input("", "",
                     "there are " + counted(recording.block_count(), "block") + ", not " + std::to_string(blocks.last));
  series.first_block = blocks.first - 1;
  series.block_count = blocks.last - series.first_block;
  return series;
}

/// Says which pictures of a former series were replaced, as they had the same names, and which are left.
void print_former(const std::vector<std::string>& former, const std::string& output, std::size_t count) {
  std::set<std::string> written;
  const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  for (std::size_t k = 1; k <= count; ++k) written.insert(name(picture_name(output, k, count)));
  const auto is_written = [&](const std::string& each) { return written.contains(each); };
  const auto replaced = static_cast<std::size_t>(std::ranges::count_if(former, is_written));
  if (replaced > 0) std::cout << "replaced " << counted(replaced, "picture") << " of a former series\n";
  if (const auto left = std::ranges::find_if_not(former, is_written); left != former.end())
    std::cout << "left " << counted(former.size() - replaced, "picture") << " of a former series, such as "
              << one_line(*left) << '\n';
}

}  // namespace

void StepOptions::add_to(CLI::App& command) {
  const std::size_t count = command.get_options().size();
  CLI::Option* const steps =
      command
          .add_option("--steps", strategy, "Draw how this planner works, one picture for each block, instead of a view")
          ->check(CLI::Validator(check_steps, "STRATEGY"));
  command.add_flag("--every-step", every_step, "With --steps: a picture of every step within a block, too")
      ->needs(steps);
  command.add_option("--blocks", blocks, "With --steps: only these, such as 1-20")
      ->check(CLI::Validator(check_blocks, "FIRST-LAST"))
      ->needs(steps);
  add_whole(command, "--align", alignment, 1, std::uint64_t{1} << 30,
            "With --steps: round offsets and sizes up to multiples of N bytes (default: that of the input's format)")
      ->needs(steps);
  set_group(command, count, "Steps of a planner");
}

Result<ExitCode> render_steps(const StepOptions& options, Bytes alignment, const PlanView& view, ColorBy by,
                              const std::string& output, const FigureOptions& page, const Task& task) {
  if (options.alignment) alignment = {static_cast<std::int64_t>(*options.alignment)};
  STOWAGE_TRY(Recording recording,
              Recording::make(*find_layout_strategy(options.strategy), view.graph, view.conflicts, alignment, task));
  STOWAGE_TRY(const StepSeries series, series_of(options, recording));
  auto source = std::make_shared<StepSource>();
  source->view = view;
  source->coloring = std::make_shared<const Coloring>(view, by);
  source->recording = std::make_shared<const Recording>(std::move(recording));
  const std::vector<std::string> former = former_pictures(output);
  STOWAGE_TRY(const std::size_t count, export_steps(output, source, series, page, task));
  const bool numbered = *image_format(output, page) != ImageFormat::pdf;
  std::cout << "wrote " << one_line(numbered ? picture_name(output, 1, count) : output);
  if (numbered && count > 1) std::cout << " to " << one_line(picture_name(output, count, count));
  std::cout << ", " << counted(count, numbered ? "picture" : "page") << '\n';
  if (numbered) print_former(former, output, count);
  return kFine;
}

}  // namespace stowage::cli
