// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QString>
#include <QWidget>

namespace stowage {

struct Theme;

/// A few figures that matter most, each below its name:
/// ```
///  Footprint   Lower bound   Gap      Makespan   Since baseline
///  196 MiB     195 MiB       +0.5%    21.4 ms    −35.8 MiB, −312 µs
/// ```
/// Figures that have no room are left out from the right.
class Headline final : public QWidget {
  Q_OBJECT

 public:
  enum class Tone { plain, good, bad };
  struct Figure {
    QString name, value;
    QString tip{};
    Tone tone = Tone::plain;
    friend bool operator==(const Figure&, const Figure&) = default;
  };

  explicit Headline(QWidget* parent = nullptr);

  void set_figures(std::vector<Figure> figures);
  [[nodiscard]] const std::vector<Figure>& figures() const { return figures_; }
  /// Names and figures on one line, in a window that is low.
  void set_low(bool low);
  /// At least 4.5:1 on the background.
  [[nodiscard]] static QColor ink_of(Tone tone, const Theme& theme);
  [[nodiscard]] QSize sizeHint() const override { return {400, line_height()}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {80, line_height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  [[nodiscard]] int line_height() const { return low_ ? 24 : 44; }

  /// Where the figures stand, as many as have room.
  [[nodiscard]] std::vector<QRect> places() const;

  std::vector<Figure> figures_;
  bool low_ = false;
};

}  // namespace stowage
