// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <memory>
#include <set>

#include "app/cli/drawing/drawing.h"
#include "app/cli/output.h"
#include "core/formats/utf8.h"
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

/// "llfb", or two of them: "llfb,gergov".
std::vector<std::string> planners_of(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return {text};
  return {text.substr(0, comma), text.substr(comma + 1)};
}

/// The SOMAS planners are named by their pattern: 'strategies' lists them.
std::string known_planners() {
  std::string out;
  for (const SteppedPlanner& each : stepped_planners())
    if (!each.id.starts_with("so.") && !each.id.starts_with("mo.")) out += std::string(each.id) + ", ";
  return out + "so.SORT.FIT and mo.SORT.FIT";
}

/// For CLI11: an empty text for planners that can be stepped through.
std::string check_steps(const std::string& text) {
  for (const std::string& id : planners_of(text))
    if (find_stepped_planner(id) == nullptr)
      return "\"" + id + "\" cannot be stepped through; these can: " + known_planners();
  return {};
}

Result<StepSeries> series_of(const StepOptions& options, const StepSource& source) {
  StepSeries series;
  series.every_step = options.every_step;
  if (options.blocks.empty()) return series;
  const Blocks blocks = *parse_blocks(options.blocks);
  if (const std::size_t all = source.blocks().block_count(); blocks.last > all)
    return bad_input("", "",
                     "there are " + counted(all, source.walk ? source.walk->info->unit : "block") + ", not " +
                         std::to_string(blocks.last));
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
          .add_option("--steps", strategy,
                      "Draw how this planner works, one picture for each block (or tensor, operator, "
                      "pair: what the planner takes in turn), instead of a view; or two of them "
                      "side by side. Planners: " +
                          known_planners())
          ->check(CLI::Validator(check_steps, "ID[,ID]"));
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
  const auto coloring = std::make_shared<const Coloring>(view, by);
  std::shared_ptr<StepSource> source, beside;
  for (const std::string& planner : planners_of(options.strategy)) {
    STOWAGE_TRY(StepSource made, record_steps(view, planner, alignment, task));
    if (made.blocks().step_count() == 0) return bad_input("", "", planner + " has nothing to do in this graph");
    made.coloring = coloring;
    (source ? beside : source) = std::make_shared<StepSource>(std::move(made));
  }
  source->beside = beside;
  STOWAGE_TRY(const StepSeries series, series_of(options, *source));
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
