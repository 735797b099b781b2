// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include "widgets/painters/theme.h"

class QPainter;

namespace stowage {

/// The application's font at a size in logical pixels, so that screen, image and paper lay out alike.
[[nodiscard]] QFont paint_font(double pixels, bool bold = false);

/// Width of `text` in that font.
[[nodiscard]] double text_width(const QFont& font, const QString& text);

/// Cuts `text` in the middle so that it is at most `width` wide; empty where not even a few letters fit.
[[nodiscard]] QString fitted(const QFont& font, const QString& text, double width);

/// A short text on a rounded ground that keeps it legible over data. `anchor` is the point of its box that `align`
/// names; the box is moved to stay inside `within`. Returns the box.
QRectF draw_label(QPainter& painter, const QString& text, QPointF anchor, Qt::Alignment align, const QRectF& within,
                  const QColor& ink, const Theme& theme);
/// The box that draw_label would draw.
[[nodiscard]] QRectF label_box(const QString& text, QPointF anchor, Qt::Alignment align, const QRectF& within);

/// A sentence in the middle of an otherwise empty drawing, wrapped to its width.
void draw_sentence(QPainter& painter, const QRectF& rect, const QString& sentence, const Theme& theme);

}  // namespace stowage
