// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/painters/loops/loop_map.h"

class QLabel;
class QPushButton;
class QSpinBox;
class QStackedWidget;
class QTableView;
class QTreeWidget;

namespace stowage {

class LoopMapView;
class PointerModel;

/// The loops of the graph, each planned so that it copies nothing.
/// ```
///  All comes round after 2 iterations. 9.00 KiB in 2 buffers …  Iteration [7]
///  ┌ loops ───┬ c % 2 = 0 │ c % 2 = 1 ┬ tensor  c % 2 = 0  c % 2 = 1 ┐
///  │ ▾ train  │ map of the unrolled   │ x       0          4,096     │
///  │   refine │ body                  │ y       4,096      0         │
///  └──────────┴───────────────────────┴──────────────────────────────┘
///  If iteration 7 is the last, the results lie so: y at 0.
/// ```
/// They are planned in the background, while the pane is seen. An operator that is selected anywhere and is a loop is
/// chosen here; one that is chosen here is selected everywhere.
class LoopsPane final : public Pane {
  Q_OBJECT

 public:
  explicit LoopsPane(ViewState& state, QWidget* parent = nullptr);
  ~LoopsPane() override;

  [[nodiscard]] bool busy() const { return planner_.busy() || mapper_.busy() || totaler_.busy(); }
  /// The loop that is shown; null while there is none.
  [[nodiscard]] const std::shared_ptr<const LoopMap>& map() const { return map_; }
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;

 signals:
  /// The user wants to see a graph that has a loop.
  void sample_requested();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override { newest_ = graph; }
  void take_view(const PlanView& view) override;
  QWidget* make_message();
  QWidget* make_content();
  QWidget* make_bar();
  void make_table();
  void say(const QString& words, bool working, bool stopped, bool no_loops);
  void plan();
  QString stop();
  QString stop_total();
  void take_loops(const std::vector<ShownLoop>& loops);
  void find_total(const std::shared_ptr<const LoopsPlan>& loops);
  void fill_tree();
  void choose(std::optional<std::size_t> loop);
  void take_map(std::shared_ptr<const LoopMap> map);
  void take_current();
  void take_rows();
  void fit_columns();
  void show_iteration();
  void take_iteration();
  void show_words();
  void selection_from_state();
  [[nodiscard]] std::size_t outermost(std::size_t loop) const;

  std::shared_ptr<const Graph> newest_, graph_;  // graph_ is planned, or being planned
  Bytes alignment_{1};
  std::vector<ShownLoop> loops_;
  std::optional<std::size_t> chosen_;
  std::optional<Bytes> total_;  // what the graph needs with its loops, once that is known
  std::shared_ptr<const LoopMap> map_;
  QStackedWidget* pages_;
  QLabel *message_ = nullptr, *summary_ = nullptr, *results_ = nullptr;
  QPushButton *stop_ = nullptr, *again_ = nullptr, *sample_ = nullptr;
  QTreeWidget* tree_ = nullptr;
  LoopMapView* view_ = nullptr;
  QTableView* table_ = nullptr;
  PointerModel* pointers_;
  QSpinBox* iteration_ = nullptr;
  bool syncing_ = false;
  // last: destroyed first, they wait for what uses the rest
  LatestJob planner_{this, {.text = [] { return tr("Planning the loops…"); }, .cancel = [this] { return stop(); }}};
  LatestJob totaler_{this,
                     {.text = [] { return tr("Planning the loops…"); }, .cancel = [this] { return stop_total(); }}};
  LatestJob mapper_{this};
};

}  // namespace stowage
