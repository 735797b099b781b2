// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/export.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/formats/file.h"
#include "widgets/painters/graph/child_process.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

/// How high a figure so wide may become by itself: as high as a page of a journal, or 2.7 times its width; more where
/// it is wider than such a page. In millimetres.
double highest_figure(double millimetres_wide) {
  constexpr double kPage = 235;
  return std::max(std::min(2.7 * millimetres_wide, kPage), 1.2 * millimetres_wide);
}

/// Megapixels of device pixels that a PNG may have.
constexpr int kMostMegapixels = 200;

double megapixels(const FigureOptions& options) {
  const QSizeF pixels = options.pixels();
  return pixels.width() * pixels.height() / 1e6;
}

/// The page at the origin, in logical pixels, in the style that is asked for.
void draw_figure(QPainter& painter, const Drawing& drawing, const FigureOptions& options) {
  const PageStyle style = options.style();
  const PageScope scope(style);
  const QRectF page(QPointF(), options.logical_size());
  if (!options.title) return draw_page(painter, page, drawing, options.theme());
  Drawing titled = drawing;
  titled.title = *options.title;
  draw_page(painter, page, titled, options.theme());
}

Error size_error(const std::string& reason) {
  return Error::bad_input("", "", reason);
}

Error out_of_range() {
  return size_error("a figure is 64 to 32767 pixels wide and high (17 mm to 8.6 m), and its text 0.9 to 132 pt");
}

Result<QByteArray> png_bytes(const Drawing& drawing, const FigureOptions& options) {
  if (megapixels(options) > kMostMegapixels)
    return tl::unexpected(size_error("an image of " + std::to_string(std::llround(megapixels(options))) +
                                     " megapixels is too large, the most is " + std::to_string(kMostMegapixels) +
                                     ": choose a smaller size or scale, or SVG or PDF"));
  const QImage image = render_image(drawing, options);
  if (image.isNull()) return tl::unexpected(size_error("there is not enough memory for an image of this size"));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QImageWriter writer(&buffer, "png");
  if (!writer.write(image)) return tl::unexpected(size_error(writer.errorString().toStdString()));
  return bytes;
}

QByteArray svg_bytes(const Drawing& drawing, const FigureOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  // Its size is written in millimetres, to a micrometre; what is inside is in logical pixels.
  constexpr int kPerMillimetre = 1000;
  generator.setResolution(static_cast<int>(kMillimetresPerInch * kPerMillimetre));
  generator.setSize((options.millimetres * kPerMillimetre).toSize());
  generator.setViewBox(QRectF(QPointF(), options.logical_size()));
  // The generator writes both as they are.
  generator.setTitle(one_line(options.title.value_or(drawing.title)).toHtmlEscaped());
  generator.setDescription(one_line(drawing.subtitle).toHtmlEscaped());
  QPainter painter(&generator);
  draw_figure(painter, drawing, options);
  painter.end();
  return bytes;
}

/// A PDF with a page for each of `count` drawings, all of the same size; `task` hears of every page.
Result<QByteArray> render_pdf(std::size_t count, const std::function<Drawing(std::size_t)>& page,
                              const FigureOptions& options, const Task& task = {}) {
  constexpr int kResolution = 1200;
  if (!options.in_range()) return tl::unexpected(out_of_range());
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setCreator("Stowage");
  writer.setResolution(kResolution);
  const QSizeF points = options.millimetres * kPointsPerInch / kMillimetresPerInch;
  writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  QPainter painter;
  for (std::size_t k = 0; k < count; ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const Drawing drawing = page(k);
    if (k == 0) {
      writer.setTitle(options.title.value_or(drawing.title));
      painter.begin(&writer);
    } else {
      writer.newPage();
    }
    painter.save();
    painter.scale(options.zoom() * kResolution / kPixelsPerInch, options.zoom() * kResolution / kPixelsPerInch);
    draw_figure(painter, drawing, options);
    painter.restore();
    task.report(static_cast<double>(k + 1) / static_cast<double>(count));
  }
  painter.end();
  return bytes;
}

/// By way of PDF, as pdftops makes it.
Result<QByteArray> eps_bytes(const QByteArray& pdf) {
  return run_child({.program = QStringLiteral("pdftops"),
                    .arguments = {"-eps", "-rasterize", "never", "-", "-"},
                    .input = pdf,
                    .title = QStringLiteral("pdftops, which writes EPS"),
                    .package = QStringLiteral("Poppler (https://poppler.freedesktop.org)")},
                   {});
}

Result<void> write_picture(const std::string& path, const QByteArray& bytes) {
  return write_file_atomically(path, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

Error refusal(const std::string& path, std::size_t count) {
  if (count == 0) return Error::bad_input(path, "", "there is nothing to draw");
  return Error::bad_input(path, "",
                          grouped_digits(count) + " pictures are too many; the most is " +
                              grouped_digits(kMostPictures) + ". Draw fewer blocks at a time");
}

constexpr double kCellsPerInch = 300;  // as fine as usual printers
constexpr int kLeastSide = 64, kMostSide = 32'767;
constexpr double kLeastZoom = 0.1, kMostZoom = 16;
constexpr double kLinePoints = kPointsPerInch / kPixelsPerInch;  // of a line one pixel wide on the screen

/// Without the noise of unit conversions.
double even(double v) {
  return std::round(v * 1e4) / 1e4;
}

}  // namespace

Result<ImageFormat> image_format(const std::string& path, const FigureOptions& options) {
  if (options.format) return *options.format;
  const QString name = QString::fromStdString(path);
  if (name.endsWith(".png", Qt::CaseInsensitive)) return ImageFormat::png;
  if (name.endsWith(".svg", Qt::CaseInsensitive)) return ImageFormat::svg;
  if (name.endsWith(".pdf", Qt::CaseInsensitive)) return ImageFormat::pdf;
  if (name.endsWith(".eps", Qt::CaseInsensitive)) return ImageFormat::eps;
  return tl::unexpected(Error::bad_input(path, "", "the name of an image must end in .png, .svg, .pdf or .eps"));
}

double usual_height(const Drawing& drawing, double millimetres_wide, double points) {
  constexpr double kUsual = 0.68, kLowest = 0.4, kBeside = 9.0 / 16;  // of the width
  constexpr double kHead = 60;                                        // logical pixels: title, subtitle, margins
  const double pixel = points / kScreenPoints * kMillimetresPerInch / kPixelsPerInch;
  if (drawing.list_within > 0 && millimetres_wide / pixel >= drawing.list_within)
    return std::round(millimetres_wide * kBeside * 10) / 10;
  const QSizeF natural = drawing.natural_size;
  double height = millimetres_wide * (natural.isEmpty() ? kUsual : natural.height() / natural.width());
  if (drawing.list_height > 0) height = (drawing.list_height + kHead) * pixel;
  height = std::max(height, drawing.least_height * pixel);
  return std::round(std::clamp(height, millimetres_wide * kLowest, highest_figure(millimetres_wide)));
}

Result<Drawing> for_page(const Drawing& drawing, const FigureOptions& options, bool free_height, const Task& task) {
  if (!drawing.fit || !options.in_range()) return drawing;
  const PageStyle style = options.style();  // texts are measured
  const PageScope scope(style);
  QSizeF most = options.logical_size();
  if (free_height)
    most.setHeight(most.width() * highest_figure(options.millimetres.width()) / options.millimetres.width());
  return drawing.fit({most, free_height, options.millimetres.width(), options.points}, task);
}

QImage render_image(const Drawing& drawing, const FigureOptions& options) {
  if (!options.in_range() || megapixels(options) > kMostMegapixels) return {};
  const bool transparent = options.ground == Ground::transparent;
  QImage image(options.pixels(), transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  if (image.isNull()) return {};
  image.fill(transparent ? QColor(Qt::transparent) : options.theme().background);
  image.setDotsPerMeterX(static_cast<int>(std::lround(options.dpi / kMillimetresPerInch * 1000)));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  const double ratio = options.zoom() * options.dpi / kPixelsPerInch;
  image.setDevicePixelRatio(std::max(1.0, ratio));
  QPainter painter(&image);
  if (ratio < 1) painter.scale(ratio, ratio);  // painters take no ratio below one
  draw_figure(painter, drawing, options);
  painter.end();
  return image;
}

Result<QByteArray> render_bytes(ImageFormat format, const Drawing& drawing, const FigureOptions& options) {
  if (!options.in_range()) return tl::unexpected(out_of_range());
  if (format == ImageFormat::png) return png_bytes(drawing, options);
  if (format == ImageFormat::svg) return svg_bytes(drawing, options);
  FigureOptions paper = options;
  paper.format = format;
  auto pdf = render_pdf(
      1, [&](std::size_t) { return drawing; }, paper);
  return pdf && format == ImageFormat::eps ? eps_bytes(*pdf) : std::move(pdf);
}

Result<void> export_image(const std::string& path, const Drawing& drawing, const FigureOptions& options) {
  STOWAGE_TRY(const ImageFormat format, image_format(path, options));
  auto bytes = render_bytes(format, drawing, options);
  if (!bytes) {
    for (Diagnostic& fault : bytes.error().faults) fault.file = path;
    return tl::unexpected(bytes.error());
  }
  return write_picture(path, *bytes);
}

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

QSizeF FigureOptions::logical_size() const {
  const double pixels = kPixelsPerInch / kMillimetresPerInch / zoom();
  return {even(millimetres.width() * pixels), even(millimetres.height() * pixels)};
}

QSize FigureOptions::pixels() const {
  const auto side = [this](double mm) { return static_cast<int>(std::lround(mm / kMillimetresPerInch * dpi)); };
  return {side(millimetres.width()), side(millimetres.height())};
}

Theme FigureOptions::theme() const {
  Theme theme = Theme::of(ground == Ground::dark);
  if (ground == Ground::transparent) theme.background.setAlpha(0);
  return theme;
}

PageStyle FigureOptions::style() const {
  return {.family = family,
          .line = line_points ? *line_points / (kLinePoints * zoom()) : 1,
          .title = !title || !title->isEmpty(),
          .legend = legend,
          .captions = captions,
          .axis_labels = axis_labels,
          .cells = kCellsPerInch / kPixelsPerInch * zoom(),
          .opaque = format == ImageFormat::eps,
          .classes = classes,
          .crop = crop};
}

bool FigureOptions::in_range() const {
  if (!(zoom() >= kLeastZoom && zoom() <= kMostZoom)) return false;
  const auto side = [](double v) { return v >= kLeastSide && v <= kMostSide; };
  const QSizeF logical = logical_size();
  return side(logical.width()) && side(logical.height()) && side(logical.width() * zoom()) &&
         side(logical.height() * zoom()) && std::max(pixels().width(), pixels().height()) <= kMostSide;
}

FigureOptions pixel_page(QSize size, double scale, bool dark) {
  FigureOptions out;
  out.millimetres = QSizeF(size) * scale * kMillimetresPerInch / kPixelsPerInch;
  out.points = kScreenPoints * scale;
  out.ground = dark ? Ground::dark : Ground::white;
  return out;
}

std::span<const FigurePreset> figure_presets() {
  static const FigurePreset kTable[] = {
      {"one-column", QT_TRANSLATE_NOOP("stowage::Figure", "One column (84 mm)"), {84, 60}, 8, 6},
      {"two-columns", QT_TRANSLATE_NOOP("stowage::Figure", "Two columns (178 mm)"), {178, 100}, 8, 6},
      {"slide", QT_TRANSLATE_NOOP("stowage::Figure", "Slide (16:9)"), {338.67, 190.5}, 16, 11},
  };
  return kTable;
}

}  // namespace stowage
