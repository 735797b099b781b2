// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QImageWriter>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "core/io/file.h"
#include "widgets/painters/page/page.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct ExportText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Export)
};

constexpr double kMargin = 14;
constexpr int kMostLegendLines = 4;
constexpr double kSwatch = 13;

/// Where each item of a legend goes, in lines as wide as the page; those past the last line are only counted.
struct LegendLayout {
  struct Place {
    std::size_t item;
    QPointF at;
  };
  std::vector<Place> places;
  std::size_t left_out = 0;
  double height = 0;
};

QFont label_font() {
  return paint_font(12);
}
QFont detail_font() {
  return paint_font(11);
}

double item_width(const LegendItem& item) {
  const double detail = item.detail.isEmpty() ? 0 : 6 + text_width(detail_font(), item.detail);
  return kSwatch + 6 + text_width(label_font(), item.label) + detail + 20;
}

LegendLayout lay_out_legend(const std::vector<LegendItem>& items, double first_x, double width) {
  LegendLayout out;
  double x = first_x;
  int line = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double needed = item_width(items[i]);
    // The last line keeps room to say how many are left out.
    const double room = line + 1 < kMostLegendLines || i + 1 == items.size() ? width : width - 110;
    if (x > first_x && x + needed > room) {
      if (line + 1 == kMostLegendLines) {
        out.left_out = items.size() - i;
        out.places.push_back({items.size(), QPointF(x, line * kLegendLine)});
        break;
      }
      x = first_x;
      ++line;
    }
    out.places.push_back({i, QPointF(x, line * kLegendLine)});
    x += needed;
  }
  out.height = items.empty() ? 0 : (line + 1) * kLegendLine;
  return out;
}

void draw_item(QPainter& painter, QPointF at, const LegendItem& item, const Theme& theme) {
  const QRectF swatch(at.x(), at.y() + (kLegendLine - kSwatch) / 2, kSwatch, kSwatch);
  fill_rect(painter, swatch, item.hidden ? Fill{theme.grid} : item.fill);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.muted_text, 0.75));
  painter.drawRect(swatch);
  QFont font = label_font();
  font.setStrikeOut(item.hidden);
  painter.setFont(font);
  painter.setPen(item.hidden ? theme.muted_text : theme.text);
  const double x = swatch.right() + 6, width = text_width(font, item.label);
  painter.drawText(QRectF(x, at.y(), width + 2, kLegendLine), Qt::AlignLeft | Qt::AlignVCenter, item.label);
  painter.setFont(detail_font());
  painter.setPen(theme.muted_text);
  painter.drawText(QRectF(x + width + 6, at.y(), 1000, kLegendLine), Qt::AlignLeft | Qt::AlignVCenter, item.detail);
}

double title_height(const Drawing& drawing) {
  return drawing.title.isEmpty() && drawing.subtitle.isEmpty() ? 0 : 24;
}

/// Draws the title line at the head of `rect`.
void draw_title(QPainter& painter, const QRectF& rect, const Drawing& drawing, const Theme& theme) {
  const QFont title_font = paint_font(16, true), subtitle_font = paint_font(13);
  const QString title = fitted(title_font, drawing.title, rect.width());
  const double width = text_width(title_font, title);
  const double baseline = rect.top() + QFontMetricsF(title_font).ascent();
  painter.setFont(title_font);
  painter.setPen(theme.text);
  painter.drawText(QPointF(rect.left(), baseline), title);
  const double x = title.isEmpty() ? 0 : width + 12;
  painter.setFont(subtitle_font);
  painter.setPen(theme.muted_text);
  painter.drawText(QPointF(rect.left() + x, baseline), fitted(subtitle_font, drawing.subtitle, rect.width() - x));
}

bool in_range(const ExportOptions& options) {
  const auto side = [](int v) { return v >= 64 && v <= 32767; };
  return side(options.size.width()) && side(options.size.height()) && options.scale >= 0.1 && options.scale <= 16 &&
         options.size.width() * options.scale <= 32767 && options.size.height() * options.scale <= 32767;
}

double megapixels(const ExportOptions& options) {
  return options.size.width() * options.scale * options.size.height() * options.scale / 1e6;
}

QRectF page_of(const ExportOptions& options) {
  return QRectF(QPointF(0, 0), QSizeF(options.size));
}

Error size_error(const std::string& reason) {
  return Error::bad_input("", "", reason);
}

Error out_of_range() {
  return size_error("an image is 64 to 32767 pixels wide and high, and its scale 0.1 to 16");
}

Result<QByteArray> png_bytes(const Drawing& drawing, const ExportOptions& options) {
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

QByteArray svg_bytes(const Drawing& drawing, const ExportOptions& options) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(96);
  generator.setSize((QSizeF(options.size) * options.scale).toSize());
  generator.setViewBox(page_of(options));
  // The generator writes both as they are.
  generator.setTitle(one_line(drawing.title).toHtmlEscaped());
  generator.setDescription(one_line(drawing.subtitle).toHtmlEscaped());
  QPainter painter(&generator);
  draw_page(painter, page_of(options), drawing, Theme::of(options.dark));
  painter.end();
  return bytes;
}

}  // namespace

std::vector<LegendItem> legend_of(const Coloring& coloring, std::span<const std::uint8_t> hidden, const Theme& theme,
                                  bool operators_count) {
  std::vector<LegendItem> out;
  for (std::size_t i = 0; i < coloring.entries().size(); ++i) {
    const Coloring::Entry& entry = coloring.entries()[i];
    if (entry.tensors == 0 && (entry.operators == 0 || !operators_count)) continue;
    const auto id = static_cast<std::uint8_t>(i);
    const QString detail = ExportText::tr("%1 · %2").arg(QLocale().toString(entry.tensors), human_bytes(entry.bytes));
    out.push_back({coloring.fill(id, theme), entry.label, detail, std::ranges::binary_search(hidden, id)});
  }
  return out;
}

QString legend_title(ColorBy by, bool recorded) {
  if (recorded && by == ColorBy::kind) return ExportText::tr("Source line");
  for (const ColoringInfo& info : colorings())
    if (info.by == by) return QCoreApplication::translate("stowage::Coloring", info.title);
  return {};
}

QString legend_title(const Coloring& coloring) {
  return legend_title(coloring.by(), coloring.recorded());
}

Result<ImageFormat> image_format(const std::string& path, const ExportOptions& options) {
  if (options.format) return *options.format;
  const QString name = QString::fromStdString(path);
  if (name.endsWith(".png", Qt::CaseInsensitive)) return ImageFormat::png;
  if (name.endsWith(".svg", Qt::CaseInsensitive)) return ImageFormat::svg;
  if (name.endsWith(".pdf", Qt::CaseInsensitive)) return ImageFormat::pdf;
  return tl::unexpected(Error::bad_input(path, "", "the name of an image must end in .png, .svg or .pdf"));
}

double draw_legend(QPainter& painter, const QRectF& rect, const QString& title, const std::vector<LegendItem>& items,
                   const Theme& theme) {
  if (items.empty()) return 0;
  const QFont title_font = paint_font(12, true);
  const double title_width = title.isEmpty() ? 0 : text_width(title_font, title) + 14;
  const LegendLayout layout = lay_out_legend(items, title_width, rect.width());
  const QPointF origin(rect.left(), rect.bottom() - layout.height);
  painter.setFont(title_font);
  painter.setPen(theme.text);
  painter.drawText(QRectF(origin, QSizeF(title_width, kLegendLine)), Qt::AlignLeft | Qt::AlignVCenter, title);
  for (const LegendLayout::Place& place : layout.places) {
    if (place.item < items.size()) {
      draw_item(painter, origin + place.at, items[place.item], theme);
      continue;
    }
    painter.setFont(detail_font());
    painter.setPen(theme.muted_text);
    painter.drawText(QRectF(origin + place.at, QSizeF(110, kLegendLine)), Qt::AlignLeft | Qt::AlignVCenter,
                     ExportText::tr("and %n more", nullptr, static_cast<int>(layout.left_out)));
  }
  return layout.height + 6;
}

Drawing side_by_side(const std::vector<HeadedDrawing>& drawings) {
  constexpr double kGap = 16, kHeading = 22;
  Drawing page = drawings.front().drawing;
  page.subtitle.clear();
  page.natural_size = {};
  page.paint = [drawings](QPainter& painter, const QRectF& rect, const Theme& theme) {
    const auto count = static_cast<double>(drawings.size());
    const double width = (rect.width() - kGap * (count - 1)) / count;
    QRectF part(rect.left(), rect.top(), width, rect.height());
    for (const HeadedDrawing& each : drawings) {
      const QFont font = paint_font(13, true);
      painter.setFont(font);
      painter.setPen(theme.text);
      painter.drawText(QRectF(part.topLeft(), QSizeF(width, kHeading)), Qt::AlignLeft | Qt::AlignVCenter,
                       fitted(font, each.heading, width));
      painter.save();
      each.drawing.paint(painter, part.adjusted(0, kHeading, 0, 0), theme);
      painter.restore();
      part.translate(width + kGap, 0);
    }
  };
  return page;
}

void draw_page(QPainter& painter, const QRectF& rect, const Drawing& drawing, const Theme& theme) {
  painter.fillRect(rect, theme.background);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::TextAntialiasing);
  QRectF inside = rect.adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const QRectF head = inside;
  inside.setTop(inside.top() + title_height(drawing));
  if (drawing.legend)
    inside.setBottom(inside.bottom() -
                     draw_legend(painter, inside, drawing.legend_title, drawing.legend(theme), theme));
  if (drawing.paint && inside.height() >= 1 && inside.width() >= 1) {
    painter.save();
    drawing.paint(painter, inside, theme);
    painter.restore();
  }
  draw_title(painter, head, drawing, theme);
}

QImage render_image(const Drawing& drawing, const ExportOptions& options) {
  if (!in_range(options) || megapixels(options) > kMostMegapixels) return {};
  QImage image((QSizeF(options.size) * options.scale).toSize(), QImage::Format_RGB32);
  if (image.isNull()) return {};
  image.setDevicePixelRatio(options.scale);
  QPainter painter(&image);
  draw_page(painter, page_of(options), drawing, Theme::of(options.dark));
  return image;
}

Result<QByteArray> render_bytes(ImageFormat format, const Drawing& drawing, const ExportOptions& options) {
  if (!in_range(options)) return tl::unexpected(out_of_range());
  switch (format) {
    case ImageFormat::png:
      return png_bytes(drawing, options);
    case ImageFormat::svg:
      return svg_bytes(drawing, options);
    case ImageFormat::pdf:
      return render_pdf(
          1, [&](std::size_t) { return drawing; }, options);
  }
  return png_bytes(drawing, options);
}

Result<QByteArray> render_pdf(std::size_t count, const std::function<Drawing(std::size_t)>& page,
                              const ExportOptions& options, const Task& task) {
  constexpr int kResolution = 1200;
  if (!in_range(options)) return tl::unexpected(out_of_range());
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setCreator("Stowage");
  writer.setResolution(kResolution);
  const QSizeF points = QSizeF(options.size) * options.scale * 72 / 96;
  writer.setPageSize(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF());
  QPainter painter;
  for (std::size_t k = 0; k < count; ++k) {
    if (task.should_stop()) return tl::unexpected(task.why_stopped());
    const Drawing drawing = page(k);
    if (k == 0) {
      writer.setTitle(drawing.title);
      painter.begin(&writer);
    } else {
      writer.newPage();
    }
    painter.save();
    painter.scale(options.scale * kResolution / 96, options.scale * kResolution / 96);
    draw_page(painter, page_of(options), drawing, Theme::of(options.dark));
    painter.restore();
    task.report(static_cast<double>(k + 1) / static_cast<double>(count));
  }
  painter.end();
  return bytes;
}

Result<void> export_image(const std::string& path, const Drawing& drawing, const ExportOptions& options) {
  const auto format = image_format(path, options);
  if (!format) return tl::unexpected(format.error());
  auto bytes = render_bytes(*format, drawing, options);
  if (!bytes) {
    for (Diagnostic& fault : bytes.error().faults) fault.file = path;
    return tl::unexpected(bytes.error());
  }
  return write_file_atomically(path, std::string_view(bytes->constData(), static_cast<std::size_t>(bytes->size())));
}

}  // namespace stowage
