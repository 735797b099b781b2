// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QPointer>
#include <QWidget>

class QLabel;
class QSplitter;
class QToolButton;

namespace stowage {

class CompareView;
class FoldingPart;
class Headline;
class HeapMapWidget;
class LanesPane;
class OverviewStrip;
class ViewState;

/// The centre of the window is time: an overview, the lanes, and the heap map with its memory curve stand above each
/// other on one axis, so that what is in view in one is in view in all. Above them, where there is room, stand the
/// figures of the plan.
/// ```
///    Footprint 196 MiB  Lower bound 195 MiB  …
///  ┌ overview   ▁▂▄█▇▅▄▃▂ ┐    each part folds to a line, or has the centre to itself
///  ├ lanes      ▮▮ ▮  ▮▮  ┤    hidden above two maps side by side, whose axes are half as wide, and where all is low
///  ├ heap map   ▓▓▓▒▒▒    ┤
///  └ curve      ▁▂▄█▇▅▄▃▂ ┘
/// ```
class TimeCentre final : public QWidget {
  Q_OBJECT

 public:
  enum class Part { overview, lanes, map };

  /// Takes both; all must be there as long as this.
  TimeCentre(ViewState& state, CompareView* compare, LanesPane* lanes, QWidget* parent = nullptr);

  [[nodiscard]] Headline& headline() const { return *headline_; }
  [[nodiscard]] bool is_folded(Part part) const;
  void fold(Part part, bool folded);
  /// Says, where the map would stand, why it is folded although the user did not fold it. Empty: says nothing.
  void explain_folded_map(const QString& why);
  /// The memory curve folds, too, and leaves its room to the heap map.
  [[nodiscard]] bool shows_curve() const;
  void show_curve(bool shown);
  /// The part that has the keyboard gets all of the centre, or, where one has that, all are as before.
  void toggle_maximised();
  [[nodiscard]] std::optional<Part> maximised() const { return maximised_; }
  /// Another document: lanes are folded where there is one stream, until the user unfolds them.
  void follow_graph(std::size_t streams, bool has_operators);
  /// All of the axis in view, in every part.
  void fit();
  [[nodiscard]] QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  [[nodiscard]] FoldingPart* part(Part part) const { return parts_[static_cast<std::size_t>(part)]; }
  [[nodiscard]] HeapMapWidget& map() const;
  void follow_mode();
  void show_parts();
  void share_margin();
  [[nodiscard]] bool lanes_need_axis() const;
  void share_axis();
  void take_map();
  [[nodiscard]] bool has_places() const;
  void show_map_places();
  void show_lane_places();
  void share_room();

  CompareView* compare_;
  LanesPane* lanes_;
  Headline* headline_;
  OverviewStrip* overview_;
  QSplitter* split_;
  QToolButton* curve_line_;  // while the curve is folded
  QLabel* note_;             // in the room of a map that is folded
  std::array<FoldingPart*, 3> parts_{};
  std::array<bool, 3> folded_before_{};  // it was maximised
  std::optional<Part> maximised_;
  QPointer<HeapMapWidget> linked_;
  std::size_t streams_ = 1;
  bool following_ = false;
  bool lanes_axis_ = true;       // they draw their own
  bool placed_by_user_ = false;  // the border between lanes and map
};

}  // namespace stowage
