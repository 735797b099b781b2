// SPDX-License-Identifier: Apache-2.0
// Pictures under test: painted, counted, and read back from files.
#pragma once

#include <functional>
#include <set>

#include <QByteArray>
#include <QColor>
#include <QImage>
#include <QList>
#include <QRect>
#include <QStringList>

#include "widgets/painters/page/export.h"
#include "widgets/painters/style/theme.h"

class QPainter;

namespace stowage::test {

/// What `paint` leaves on the theme's background; `ratio`: pixels to a logical one.
[[nodiscard]] QImage picture(QSize size, const Theme& theme, const std::function<void(QPainter&)>& paint,
                             double ratio = 1);

// Pixels of an image, or of the part of it within a rectangle.
/// How many have exactly that colour; whether any has.
[[nodiscard]] int count_of(const QImage& image, const QColor& colour, QRect within = {});
[[nodiscard]] bool has_colour(const QImage& image, const QColor& colour, QRect within = {});
/// All of their colours.
[[nodiscard]] std::set<QRgb> colours_in(const QImage& image, QRect within = {});
/// The columns of those that `inked` holds of: the first and the last; -1 both where there are none.
[[nodiscard]] std::pair<int, int> columns_of(const QImage& image, const std::function<bool(const QColor&)>& inked,
                                             QRect within = {});

/// By how much the reds, greens and blues of two colours differ: the sum, and the most of them.
[[nodiscard]] int sum_of_differences(const QColor& a, const QColor& b);
[[nodiscard]] int largest_difference(const QColor& a, const QColor& b);

/// A file of a drawing, or what `paint` leaves in an SVG. They must not fail.
[[nodiscard]] QByteArray svg_of(const Drawing& drawing, const FigureOptions& options = {});
[[nodiscard]] QByteArray svg_of(const std::function<void(QPainter&)>& paint);
/// As another program draws it, on a ground of red.
[[nodiscard]] QImage image_of_svg(const QByteArray& svg, QSize size);
/// The texts of an SVG, where each begins, and its font; "XML error" and why where it is not well-formed.
struct SvgText {
  QString text;
  double left = 0;
  QString font{};
};
[[nodiscard]] QList<SvgText> texts_in(const QByteArray& svg);
/// Their words alone.
[[nodiscard]] QStringList words_in(const QByteArray& svg);

/// All bytes of a file; none where it cannot be read.
[[nodiscard]] QByteArray content_of(const QString& path);
/// What a program prints, which must end well within a minute.
QByteArray output_of(const QString& program, const QStringList& arguments);
/// The words of a PDF, in points, as pdftotext of poppler-utils finds them.
struct PdfWord {
  QString text;
  QRectF box;
};
[[nodiscard]] QList<PdfWord> words_of_pdf(const QString& path);

}  // namespace stowage::test
