// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/steps/step_series.h"

#include <algorithm>
#include <utility>

#include "widgets/painters/steps/step_painter.h"

namespace stowage {
namespace {

/// Blocks [first, second).
std::pair<std::size_t, std::size_t> blocks_of(const Recording& recording, const StepSeries& series) {
  const std::size_t all = recording.block_count();
  const std::size_t first = std::min(series.first_block, all);
  return {first, first + std::min(series.block_count, all - first)};
}

/// The drawings of a series one after another, each with what the one before has ready.
class Pictures {
 public:
  Pictures(std::shared_ptr<const StepSource> source, const StepSeries& series)
      : source_(std::move(source)), closer_(series.closer), steps_(picture_steps(*source_->recording, series)) {}
  [[nodiscard]] Drawing draw(std::size_t k) {
    scene_ = std::make_shared<const StepScene>(source_, steps_[k], scene_.get());
    return step_drawing(scene_, {.closer = closer_});
  }

 private:
  std::shared_ptr<const StepSource> source_;
  bool closer_;
  std::vector<std::size_t> steps_;
  std::shared_ptr<const StepScene> scene_;
};

}  // namespace

std::size_t picture_count(const Recording& recording, const StepSeries& series) {
  const auto [first, last] = blocks_of(recording, series);
  return series.every_step ? recording.first_step(last) - recording.first_step(first) : last - first;
}

std::vector<std::size_t> picture_steps(const Recording& recording, const StepSeries& series) {
  const auto [first, last] = blocks_of(recording, series);
  std::vector<std::size_t> out;
  for (std::size_t k = first; k < last; ++k) {
    const std::size_t end = recording.first_step(k + 1);
    for (std::size_t step = series.every_step ? recording.first_step(k) : end - 1; step < end; ++step)
      out.push_back(step);
  }
  return out;
}

Result<std::size_t> export_steps(const std::string& path, const std::shared_ptr<const StepSource>& source,
                                 const StepSeries& series, const FigureOptions& options, const Task& task) {
  const std::size_t count = picture_count(*source->recording, series);
  if (count > kMostPictures) return export_series(path, count, {}, options, task);  // refused before they are listed
  Pictures pictures(source, series);
  return export_series(
      path, count, [&](std::size_t k) { return pictures.draw(k); }, options, task);
}

}  // namespace stowage
