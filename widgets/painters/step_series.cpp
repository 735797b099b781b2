// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/step_series.h"

#include <algorithm>
#include <utility>

#include "core/io/file.h"
#include "widgets/painters/step_painter.h"

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
  [[nodiscard]] std::size_t count() const { return steps_.size(); }
  [[nodiscard]] Drawing draw(std::size_t k) {
    scene_ = std::make_shared<const StepScene>(source_, steps_[k], scene_.get());
    return step_drawing(scene_, closer_);
  }

 private:
  std::shared_ptr<const StepSource> source_;
  bool closer_;
  std::vector<std::size_t> steps_;
  std::shared_ptr<const StepScene> scene_;
};

Error refusal(const std::string& path, std::size_t count) {
  if (count == 0) return Error::bad_input(path, "", "there is no step to draw");
  return Error::bad_input(path, "",
                          "this would be " + std::to_string(count) + " pictures, the most is " +
                              std::to_string(kMostPictures) + ": choose fewer blocks, or one picture a block");
}

Result<std::size_t> write_pdf(const std::string& path, Pictures& pictures, const ExportOptions& options,
                              const Task& task) {
  const auto bytes = render_pdf(
      pictures.count(), [&](std::size_t k) { return pictures.draw(k); }, options, task);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::string_view content(bytes->constData(), static_cast<std::size_t>(bytes->size()));
  return write_file_atomically(path, content).map([&] { return pictures.count(); });
}

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

std::string picture_name(const std::string& path, std::size_t number, std::size_t count) {
  constexpr std::size_t kLeastDigits = 3;
  const std::size_t digits = std::max(kLeastDigits, std::to_string(count).size());
  const std::string text = std::to_string(number);
  const std::size_t dot = path.rfind('.');
  return path.substr(0, dot) + '-' + std::string(digits - text.size(), '0') + text + path.substr(dot);
}

Result<std::size_t> export_steps(const std::string& path, const std::shared_ptr<const StepSource>& source,
                                 const StepSeries& series, const ExportOptions& options, const Task& task) {
  const auto format = image_format(path);
  if (!format) return tl::unexpected(format.error());
  const std::size_t count = picture_count(*source->recording, series);
  if (count == 0 || count > kMostPictures) return tl::unexpected(refusal(path, count));
  Pictures pictures(source, series);
  if (*format == ImageFormat::pdf) return write_pdf(path, pictures, options, task);
  for (std::size_t k = 0; k < count; ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const auto written = export_image(picture_name(path, k + 1, count), pictures.draw(k), options);
    if (!written) return tl::unexpected(written.error());
    task.report(static_cast<double>(k + 1) / static_cast<double>(count));
  }
  return count;
}

}  // namespace stowage
