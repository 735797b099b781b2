// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QFont>
#include <QPixmap>
#include <QPointF>
#include <QRectF>
#include <QString>

#include "widgets/painters/style/theme.h"

class QEvent;
class QKeyEvent;
class QPainter;
class QPalette;
class QWheelEvent;
class QWidget;

// What all views that paint themselves have in common: the same theme, focus frame, rubber band and tips, and the same
// answer to the same gesture.
namespace stowage {

/// Whether text is light on dark ground.
[[nodiscard]] bool is_dark(const QPalette& palette);
/// The one that suits the widget's ground.
[[nodiscard]] const Theme& theme_of(const QWidget& widget);

/// Around what has the keyboard; nothing where the widget has it not. None: around all of the widget.
void paint_focus_frame(QPainter& painter, const QWidget& widget, std::optional<QRectF> around = {});
/// The part that a drag marks.
void paint_rubber_band(QPainter& painter, const QWidget& widget, const QRectF& band);

/// Answers a request for a tip: shows `text` of the place, or hides the tip where that is empty. False where the event
/// is another.
bool answer_tip(QEvent* event, QWidget& widget, const std::function<QString(QPointF at)>& text);

/// A picture of a widget that is drawn once for a size, a scale, a palette and a font.
class CachedPicture {
 public:
  /// It will be drawn again.
  void clear() { picture_ = {}; }
  /// Puts it into the widget; `paint` makes it where there is none of these.
  void draw(QPainter& painter, const QWidget& widget, const std::function<void(QPainter&)>& paint);

 private:
  QPixmap picture_;
  qint64 palette_ = 0;
  QFont font_;
};

/// Notches by which the wheel was turned, whichever way a system turns it while a modifier is held.
[[nodiscard]] double wheel_notches(const QWheelEvent& event);
/// By how much that zooms.
[[nodiscard]] double wheel_zoom(const QWheelEvent& event);
/// By how much this key zooms: + and = in, - out; nothing for any other key.
[[nodiscard]] std::optional<double> key_zoom(const QKeyEvent& event);
inline constexpr double kKeyZoom = 1.5;
/// Whether this key asks for all there is to be in view: 0 or Home.
[[nodiscard]] bool is_fit_key(const QKeyEvent& event);
/// Whether the mouse has moved so far that it drags, and does not click.
[[nodiscard]] bool is_drag(QPointF from, QPointF to);

}  // namespace stowage
