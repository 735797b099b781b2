// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/series.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

namespace stowage {
namespace {

Error refusal(const std::string& path, std::size_t count) {
  if (count == 0) return Error::bad_input(path, "", "there is nothing to draw");
  return Error::bad_input(path, "",
                          "this would be " + std::to_string(count) + " pictures, the most is " +
                              std::to_string(kMostPictures) + ": choose fewer blocks, or one picture a block");
}

}  // namespace

std::string picture_name(const std::string& path, std::size_t number, std::size_t count) {
  constexpr std::size_t kLeastDigits = 3;
  const std::size_t digits = std::max(kLeastDigits, std::to_string(count).size());
  const std::string text = std::to_string(number);
  const std::size_t dot = path.rfind('.');
  return path.substr(0, dot) + '-' + std::string(digits - text.size(), '0') + text + path.substr(dot);
}

std::vector<std::string> former_pictures(const std::string& path) {
  const auto format = image_format(path);
  if (!format || *format == ImageFormat::pdf) return {};
  const QFileInfo file(QString::fromStdString(path));
  const QRegularExpression numbered('^' + QRegularExpression::escape(file.completeBaseName()) + "-[0-9]{3,}\\." +
                                    QRegularExpression::escape(file.suffix()) + '$');
  std::vector<std::string> out;
  for (const QString& name : file.dir().entryList(QDir::Files, QDir::Name))
    if (numbered.match(name).hasMatch()) out.push_back(name.toStdString());
  return out;
}

Result<std::size_t> export_series(const std::string& path, std::size_t count,
                                  const std::function<Drawing(std::size_t)>& picture, const FigureOptions& options,
                                  const Task& task) {
  const auto format = image_format(path, options);
  if (!format) return tl::unexpected(format.error());
  if (count == 0 || count > kMostPictures) return tl::unexpected(refusal(path, count));
  if (*format == ImageFormat::pdf) {
    STOWAGE_TRY(const QByteArray bytes, render_pdf(count, picture, options, task));
    return write_picture(path, bytes).map([&] { return count; });
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const auto written = export_image(picture_name(path, k + 1, count), picture(k), options);
    if (!written) return tl::unexpected(written.error());
    task.report(static_cast<double>(k + 1) / static_cast<double>(count));
  }
  return count;
}

}  // namespace stowage
