// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <set>

#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/painters/recorded/frame_rows.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QModelIndex;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace stowage {

class FlameView;
class FrameTreeModel;

/// Who asked for the memory of a recorded heap: its stack frames as a tree of callers or bottom-up, as a list of source
/// lines or as a flame graph, with what is there at the peak or at the step shown in the heap pane. Selecting a frame
/// selects what is there of it at that step; the frames of tensors that are selected elsewhere stand out.
class FramesPane final : public Pane {
  Q_OBJECT

 public:
  explicit FramesPane(ViewState& state, QWidget* parent = nullptr);

  /// Null where the document has none.
  void set_history(std::shared_ptr<const RecordedHeap> history);
  /// Connect HeapPane::step_changed to it; none: the peak.
  void set_step(std::optional<stowage::HeapStep> step);

  [[nodiscard]] const std::shared_ptr<const FrameRows>& rows() const;
  [[nodiscard]] bool busy() const { return rows_job_.busy() || select_job_.busy() || light_job_.busy(); }
  /// The tree as far as it is open.
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;

 protected:
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void fit_columns();

 private:
  void take_view(const PlanView& view) override;
  QWidget* make_bar();
  QWidget* make_second_bar();
  void change_view();
  void make_tree();
  void compute();
  void take_rows(std::shared_ptr<const FrameTree> tree, HeapStep peak, std::shared_ptr<const FrameRows> rows);
  void open_rows();
  void open_chain(const QModelIndex& from);
  void select(const QModelIndex& index);
  void follow_selection();
  void light(const std::vector<std::uint32_t>& nodes);
  void reveal(std::size_t row);
  void show_words();

  std::shared_ptr<const RecordedHeap> history_;
  std::shared_ptr<const FrameTree> frames_;  // of it; null until they are computed
  std::optional<HeapStep> peak_, step_;
  bool dirty_ = false;  // to be computed again, once the pane is seen
  bool filling_ = false;
  bool selecting_ = false;                         // what is selected changes because of a frame that was picked here
  std::optional<std::vector<std::uint32_t>> lit_;  // nodes of what is selected elsewhere; none: to be found
  bool lit_elsewhere_ = false;                     // but nothing of it is there at the step
  QString title_;
  std::set<std::uint32_t> open_;  // nodes that the user opened
  StackView view_{.all_frames = false};
  bool flame_shown_ = false;
  QAction *at_peak_, *at_step_;
  QComboBox* shape_;
  QToolButton* all_frames_;
  QLineEdit* filter_;
  QLabel* words_;
  FrameTreeModel* model_;
  QTreeView* tree_;
  FlameView* flame_;
  QStackedWidget* pages_;

  LatestJob rows_job_{this, {.text = [] { return tr("Summing the frames…"); }}};
  LatestJob select_job_{this}, light_job_{this};  // last: destroyed first
};

}  // namespace stowage
