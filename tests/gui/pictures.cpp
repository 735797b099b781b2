// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/pictures.h"

#include <algorithm>
#include <cmath>

#include <QBuffer>
#include <QFile>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <QSvgRenderer>
#include <QXmlStreamReader>

namespace stowage::test {
namespace {

/// Calls visit(x, y) with each pixel, row by row.
template <class Visit>
void for_each_pixel(const QImage& image, QRect within, const Visit& visit) {
  const QRect part = within.isNull() ? image.rect() : within & image.rect();
  for (int y = part.top(); y <= part.bottom(); ++y)
    for (int x = part.left(); x <= part.right(); ++x) visit(x, y);
}

}  // namespace

QImage picture(QSize size, const Theme& theme, const std::function<void(QPainter&)>& paint, double ratio) {
  QImage image(size * ratio, QImage::Format_RGB32);
  image.setDevicePixelRatio(ratio);
  image.fill(theme.background);
  QPainter painter(&image);
  paint(painter);
  return image;
}

int count_of(const QImage& image, const QColor& colour, QRect within) {
  int count = 0;
  for_each_pixel(image, within, [&](int x, int y) { count += image.pixelColor(x, y).rgba() == colour.rgba() ? 1 : 0; });
  return count;
}

bool has_colour(const QImage& image, const QColor& colour, QRect within) {
  return count_of(image, colour, within) > 0;
}

std::set<QRgb> colours_in(const QImage& image, QRect within) {
  std::set<QRgb> out;
  for_each_pixel(image, within, [&](int x, int y) { out.insert(image.pixel(x, y)); });
  return out;
}

std::pair<int, int> columns_of(const QImage& image, const std::function<bool(const QColor&)>& inked, QRect within) {
  int first = -1, last = -1;
  for_each_pixel(image, within, [&](int x, int y) {
    if (!inked(image.pixelColor(x, y))) return;
    first = first < 0 ? x : std::min(first, x);
    last = std::max(last, x);
  });
  return {first, last};
}

int sum_of_differences(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

int largest_difference(const QColor& a, const QColor& b) {
  return std::max({std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
}

QByteArray svg_of(const Drawing& drawing, const FigureOptions& options) {
  auto svg = render_bytes(ImageFormat::svg, drawing, options);
  if (!svg) qFatal("%s", svg.error().text().c_str());
  return *std::move(svg);
}

QByteArray svg_of(const std::function<void(QPainter&)>& paint) {
  QBuffer svg;
  QSvgGenerator generator;
  generator.setOutputDevice(&svg);
  QPainter painter(&generator);
  paint(painter);
  painter.end();
  return svg.data();
}

QImage image_of_svg(const QByteArray& svg, QSize size) {
  QImage image(size, QImage::Format_RGB32);
  image.fill(Qt::red);
  QPainter painter(&image);
  QSvgRenderer(svg).render(&painter);
  return image;
}

QList<SvgText> texts_in(const QByteArray& svg) {
  QList<SvgText> out;
  QXmlStreamReader xml(svg);
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement || xml.name() != u"text") continue;
    const auto attributes = xml.attributes();
    const QString text = xml.readElementText().trimmed();
    out << SvgText{text, attributes.value("x").toDouble(), attributes.value("font-family").toString()};
  }
  if (xml.hasError()) out << SvgText{"XML error: " + xml.errorString()};
  return out;
}

QStringList words_in(const QByteArray& svg) {
  QStringList out;
  for (const SvgText& each : texts_in(svg)) out << each.text;
  return out;
}

QByteArray content_of(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray output_of(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  if (!process.waitForFinished(60'000) || process.exitCode() != 0)
    qFatal("%s: %s", qPrintable(program), process.readAllStandardError().constData());
  return process.readAllStandardOutput();
}

QList<PdfWord> words_of_pdf(const QString& path) {
  static const QRegularExpression word(
      "xMin=\"([-\\d.]+)\" yMin=\"([-\\d.]+)\" xMax=\"([\\d.]+)\" yMax=\"([\\d.]+)\">(.*)</word>");
  QList<PdfWord> out;
  const QString words = QString::fromUtf8(output_of("pdftotext", {"-bbox", path, "-"}));
  for (auto at = word.globalMatch(words); at.hasNext();) {
    const auto match = at.next();
    const auto number = [&](int k) { return match.captured(k).toDouble(); };
    out << PdfWord{match.captured(5), QRectF(QPointF(number(1), number(2)), QPointF(number(3), number(4)))};
  }
  return out;
}

}  // namespace stowage::test
