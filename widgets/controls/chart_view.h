// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include <QKeyEvent>
#include <QPainter>
#include <QStringList>

#include "core/graph/lifetimes.h"
#include "widgets/base/canvas.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {

/// A chart of places in a row (steps, bars). One of them may be marked. A line above describes the marked place, or
/// all:
/// ```
///  Step 12 · as given: 4.00 MiB, conv2      the mouse, or Left, Right, Page Up, Page Down, Home and End mark a place;
///   ▂▄█▇▅▄▃│▃▂▂▁                            a click, or Return, picks it; Esc takes the mark away
/// ```
class ChartView : public Canvas {
 public:
  explicit ChartView(QWidget* parent) : Canvas(parent) {
    follow_numbers(this, [this] { refresh(); });
  }

  /// The place that the mouse or the keys are at.
  [[nodiscard]] std::optional<std::size_t> marked() const { return marked_; }

 protected:
  using Place = std::optional<std::size_t>;

  /// Those that can be marked; empty: there is only a sentence, if any.
  [[nodiscard]] virtual Lifetime places() const = 0;
  [[nodiscard]] virtual QString sentence() const { return {}; }
  /// None beside the chart.
  [[nodiscard]] virtual Place place_at(QPointF at) const = 0;
  /// All but the mark, into area(); kept as a picture.
  virtual void paint_chart(QPainter& painter) const = 0;
  virtual void paint_mark(QPainter& painter, std::size_t place) const = 0;
  /// What the line says of a place, or of all: the longest wording first.
  [[nodiscard]] virtual QStringList line_of(Place place) const = 0;
  /// The same in full: the tip, and what a screen reader says.
  [[nodiscard]] virtual QString text_of_place(Place place) const = 0;
  virtual void pick(std::size_t place) = 0;

  /// Below the line.
  [[nodiscard]] QRectF area() const { return QRectF(rect()).adjusted(0, kLine, 0, 0); }
  /// What is shown is another; a mark that is not in it goes.
  void refresh() {
    const Lifetime all = places();
    if (marked_ && (*marked_ < all.begin || *marked_ >= all.end)) marked_.reset();
    picture_.clear();
    setAccessibleDescription(text_of_place(marked_));
    update();
  }
  void mark(Place place) {
    if (marked_ == place) return;
    marked_ = place;
    setAccessibleDescription(text_of_place(marked_));
    update();
  }
  void hover_at(QPointF at) override { mark(there(at)); }
  void leave() override { mark(std::nullopt); }

 private:
  static constexpr double kLine = 20;

  void paint(QPainter& painter) override {
    if (places().empty()) return draw_sentence(painter, rect(), sentence(), theme());
    picture_.draw(painter, *this, [this](QPainter& into) { paint_chart(into); });
    set_letters(painter, paint_font(12), theme().text);
    const QRectF line(8, 0, width() - 16, kLine);
    const QStringList wordings = line_of(marked_);
    const QString fits = fitting(painter.font(), wordings, line.width());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     fits.isEmpty() ? fitted(painter.font(), wordings.last(), line.width()) : fits);
    if (marked_) paint_mark(painter, *marked_);
  }

  [[nodiscard]] Place there(QPointF at) const {
    return !places().empty() && area().contains(at) ? place_at(at) : std::nullopt;
  }
  [[nodiscard]] QString tip_at(QPointF at) const override {
    const Place place = there(at);
    return place ? text_of_place(place) : QString();
  }

  Drag press_at(QPointF at) override {
    mark(there(at));
    if (marked_) pick(*marked_);
    return Drag::none;
  }

  bool give_up() override {
    const bool marked = marked_.has_value();
    mark(std::nullopt);
    return marked;
  }

  /// Without a mark, from before the first place or from behind the last.
  bool move_mark(std::ptrdiff_t by) {
    const Lifetime all = places();
    if (all.empty()) return false;
    const auto low = static_cast<std::ptrdiff_t>(all.begin), high = static_cast<std::ptrdiff_t>(all.end) - 1;
    const std::ptrdiff_t from = marked_ ? static_cast<std::ptrdiff_t>(*marked_) : by > 0 ? low - 1 : high + 1;
    mark(static_cast<std::size_t>(std::clamp(from + by, low, high)));
    return true;
  }

  bool key(QKeyEvent& event) override {
    if (const int steps = steps_along(event); steps != 0) return move_mark(steps);
    const bool picks = event.key() == Qt::Key_Return || event.key() == Qt::Key_Enter || event.key() == Qt::Key_Space;
    if (!picks || !marked_) return false;
    pick(*marked_);
    return true;
  }

  Place marked_;
  CachedPicture picture_;
};

}  // namespace stowage
