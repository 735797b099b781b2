// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "core/plan/bounds.h"
#include "widgets/base/worker.h"
#include "widgets/views/orders/footprint_matrix_model.h"

class QLabel;
class QProgressBar;
class QSpinBox;
class QTableView;
class QToolButton;

namespace stowage {

class PlanGround;

/// The footprint of every known order with a choice of layout strategies: computed cell by cell in the background when
/// asked for.
class FootprintMatrixView final : public QWidget {
  Q_OBJECT

 public:
  explicit FootprintMatrixView(QWidget* parent = nullptr);

  /// The orders that are known of a graph (null: none is open). Another graph ends what is being computed.
  /// `interleaved`: of several streams, what every plan in an order needs, where that is known.
  void set_orders(const std::shared_ptr<const Graph>& graph, std::vector<KnownOrderPtr> orders,
                  std::map<KnownOrderPtr, Bytes> interleaved = {});
  [[nodiscard]] const FootprintMatrixModel& model() const { return *model_; }
  /// Footprints of another are forgotten.
  void set_alignment(Bytes alignment);
  [[nodiscard]] bool busy() const { return worker_.running(); }

 private:
  /// What is to be computed, row by row.
  struct Row {
    KnownOrderPtr order;
    std::vector<const LayoutStrategy*> layouts;
  };
  struct Job {
    std::shared_ptr<const Graph> graph;
    std::vector<Row> rows;
    Bytes alignment;
    double search_seconds;
  };
  QWidget* make_bar();
  void make_layout_menu();
  void make_table();
  void choose_layouts();
  [[nodiscard]] std::vector<Row> missing() const;
  void compute();
  QString stop();
  [[nodiscard]] static MatrixCell plan_cell(const LayoutStrategy& layout, const PlanGround& ground,
                                            const Bounds& bounds, const Task& task);
  void work(const Worker::Run& run, const Job& job) const;
  void show_state();

  std::shared_ptr<const Graph> graph_;
  Bytes alignment_{1};
  std::vector<const LayoutStrategy*> layouts_;
  FootprintMatrixModel* model_;
  QTableView* table_;
  QToolButton *compute_ = nullptr, *stop_ = nullptr, *choice_ = nullptr;
  QSpinBox* seconds_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QLabel* note_;
  Worker worker_{this, {.text = [] { return tr("Planning every order…"); }, .cancel = [this] { return stop(); }}};
};

}  // namespace stowage
