// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include <QFont>
#include <QPixmap>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QRectF>
#include <QString>
#include <QWidget>

#include "widgets/painters/style/theme.h"

class QEvent;
class QFocusEvent;
class QKeyEvent;
class QMouseEvent;
class QPainter;
class QPaintEvent;
class QPalette;
class QWheelEvent;

// Views that paint themselves share theme, focus frame, rubber band and tips, and answer the same gesture in the same
// way.
namespace stowage {

class Pane;

/// Whether text is light on dark ground.
[[nodiscard]] bool is_dark(const QPalette& palette);
/// The theme that suits the widget's ground.
[[nodiscard]] const Theme& theme_of(const QWidget& widget);

/// A picture of a widget, drawn once for a size, a scale, a palette and a font; on the theme's background where the
/// widget says that it paints all of itself, which is faster.
class CachedPicture {
 public:
  /// Draws it again next time.
  void clear() { stale_ = true; }
  /// Puts the picture into the widget; `paint` makes it first where it is out of date.
  void draw(QPainter& painter, const QWidget& widget, const std::function<void(QPainter&)>& paint);

 private:
  QPixmap picture_;
  bool stale_ = true;
  qint64 palette_ = 0;
  QFont font_;
};

/// Notches that the wheel was turned; some systems turn it sideways while a modifier is held.
[[nodiscard]] double wheel_notches(const QWheelEvent& event);
/// Where an arrow key leads, of length 1 and y downwards; none for any other key.
[[nodiscard]] std::optional<QPoint> arrow_of(const QKeyEvent& event);
/// How far a key leads along a row of places: Left and Right one, Page Up and Page Down ten, Home and End further than
/// any row is long; 0 for any other key.
[[nodiscard]] int steps_along(const QKeyEvent& event);
/// Whether this key shows all: 0 or Home.
[[nodiscard]] bool is_fit_key(const QKeyEvent& event);

/// A view that paints itself. It turns events into gestures, the same in every view, and asks the view what they do:
/// ```
///  wheel                       zooms at the mouse; with Ctrl only across, with Shift only upwards, where axes differ
///  click                       click(); Ctrl adds
///  left drag                   what press_at() or drag_from() begins; with Shift it selects what it encloses
///  middle drag, Space + drag   pans
///  double click                double_click()
///  + and −, 0 or Home          zoom, show all
///  Ctrl + arrows               pan
///  Esc                         ends a drag; without one, give_up()
/// ```
/// `Base` is QWidget, or Pane for a view that is alone in its dock.
template <class Base>
class CanvasOf : public Base {
 public:
  /// Takes what `Base` is made from; no copy.
  template <class... Args>
  requires(!(std::is_base_of_v<CanvasOf, std::remove_cvref_t<Args>> || ...)) explicit CanvasOf(Args&&... args)
      : Base(std::forward<Args>(args)...) {
    this->setFocusPolicy(Qt::StrongFocus);
    this->setMouseTracking(true);
  }

  /// Shows all there is.
  virtual void fit() {}
  /// Comes closer to zoom_centre() by a factor > 1, goes away from it by one < 1.
  void zoom(double factor) {
    if (zooms()) zoom_at(zoom_centre(), factor, Qt::NoModifier);
  }

 protected:
  enum class Drag {
    none,
    press,  ///< not moved yet: a click, or the beginning of what drag_from() says
    pan,
    band,  ///< a rubber band
    own    ///< the view's: drag_to() follows the mouse
  };

  [[nodiscard]] Drag drag() const { return drag_; }
  /// Where the mouse was pressed, and where it is.
  [[nodiscard]] QPointF pressed_at() const { return pressed_; }
  [[nodiscard]] QPointF mouse() const { return mouse_; }
  /// The modifiers at the press.
  [[nodiscard]] Qt::KeyboardModifiers pressed_with() const { return pressed_with_; }
  [[nodiscard]] const Theme& theme() const { return theme_of(*this); }
  /// Ends a drag without its effect.
  void cancel_drag();

  // ---- what the view paints

  virtual void paint(QPainter& painter) = 0;
  /// The part that paint() is asked for.
  [[nodiscard]] const QRect& exposed() const { return exposed_; }
  /// Palette or font are others.
  virtual void restyle() { this->update(); }
  /// The part that rubber bands stay in, and that the keys pan by.
  [[nodiscard]] virtual QRectF drawn_area() const { return this->rect(); }
  /// What the focus frame goes around; empty: the view marks the focus itself.
  [[nodiscard]] virtual QRectF focus_area() const { return this->rect(); }

  // ---- what gestures do

  /// Whether zoom, pan and fit() mean something now.
  [[nodiscard]] virtual bool zooms() const { return false; }
  virtual void zoom_at(QPointF /*at*/, double /*factor*/, Qt::KeyboardModifiers /*held*/) {}
  [[nodiscard]] virtual QPointF zoom_centre() const { return drawn_area().center(); }
  /// Moves what is drawn with the mouse.
  virtual void pan(QPointF /*by*/) {}
  /// What a press of the left button begins; none: nothing.
  virtual Drag press_at(QPointF /*at*/) { return Drag::press; }
  /// What the press has become, now that the mouse moves; pressed_at() says where it began.
  virtual Drag drag_from() { return Drag::pan; }
  /// Follows the mouse in a drag of the view's own, and ends it; cancelled() ends it without effect.
  virtual void drag_to(QPointF /*at*/) {}
  virtual void drop(QPointF /*at*/) {}
  virtual void cancelled() {}
  /// Takes what a rubber band encloses, cut to drawn_area().
  virtual void take_band(const QRectF& /*band*/) {}
  virtual void click(QPointF /*at*/, Qt::KeyboardModifiers /*held*/) {}
  /// False: it is two clicks.
  virtual bool double_click(QPointF /*at*/) { return false; }
  /// The mouse moves, with no drag.
  virtual void hover_at(QPointF /*at*/) {}
  /// Takes away what is said of the place under the mouse: a press or a key acts, or the focus goes.
  virtual void unhover() {}
  /// The mouse has gone.
  virtual void leave() { unhover(); }
  /// A button was let go, which ended `was`.
  virtual void released(Drag /*was*/) {}
  /// The tip of a place; empty: none.
  [[nodiscard]] virtual QString tip_at(QPointF /*at*/) const { return {}; }
  /// Whether the view has an answer to a key; it is asked before the keys that all views have.
  virtual bool key(QKeyEvent& /*event*/) { return false; }
  /// What Esc does where nothing is dragged; false: nothing.
  virtual bool give_up() { return false; }
  virtual void shape_cursor();

  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  bool common_key(const QKeyEvent& event);

  Drag drag_ = Drag::none;
  QPointF pressed_, mouse_;
  Qt::KeyboardModifiers pressed_with_;
  bool space_held_ = false;
  QRect exposed_;
};

using Canvas = CanvasOf<QWidget>;
using CanvasPane = CanvasOf<Pane>;

}  // namespace stowage
