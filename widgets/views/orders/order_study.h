// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QObject>
#include <QString>
#include <QTimer>

#include "widgets/base/known_order.h"
#include "widgets/base/latest_job.h"
#include "widgets/base/worker.h"

namespace stowage {

/// What is known of one order strategy for a graph.
struct OrderRow {
  enum class State { idle, waiting, running, done, stopped };
  const OrderStrategy* strategy = nullptr;
  State state = State::idle;
  KnownOrderPtr order{};                     ///< null where it has made none
  std::optional<OrderImprovement> so_far{};  ///< while it runs
  std::optional<Bytes> interleaved{};        ///< interleaved peak of the order, on several streams, once it is known
  QString reason{};                          ///< why it made none
};

/// The orders that are known of a graph, and the strategies that find others in the background, one after the other.
///
/// A graph whose operators were put into a known order is still the same to it: its **base** is the graph before, and
/// every OperatorId here is one of the base. Any other edit begins with nothing known; undone, what was known before is
/// known again, for the last few graphs. Signals come on the GUI thread.
class OrderStudy final : public QObject {
  Q_OBJECT

 public:
  /// The first strategy is the given order; the table must outlive this.
  explicit OrderStudy(std::span<const OrderStrategy> strategies, QObject* parent = nullptr);

  /// The order of a plan that was opened, before the graph is put into it; null: none. Its row stands below the
  /// strategies'.
  void set_imported(std::shared_ptr<const ImportedOrder> imported);
  [[nodiscard]] const std::shared_ptr<const ImportedOrder>& imported() const { return imported_; }
  /// Null: nothing is open. Large graphs are looked at in the background: until then is_ready() is false, and the
  /// rest as it was.
  void set_graph(const std::shared_ptr<const Graph>& graph);
  [[nodiscard]] bool is_ready() const { return !looking_; }
  /// The graph whose operators are ordered; null where nothing is open.
  [[nodiscard]] const std::shared_ptr<const Graph>& base() const;
  /// One each strategy, and one of the order that was imported; empty where nothing is open.
  [[nodiscard]] std::span<const OrderRow> rows() const;
  /// The order that the graph is in, one of those known; null where nothing is open.
  [[nodiscard]] const KnownOrderPtr& in_use() const { return in_use_; }
  /// Of orders alike, the one that the graph is in from now on, once it is in one of them.
  void prefer(KnownOrderPtr order) { preferred_ = std::move(order); }
  /// Whether operators of the base run side by side, so that peaks of orders are those of one run of many.
  [[nodiscard]] bool has_several_streams() const;
  /// What no order's peak is below, as far as was proved; 0 where nothing was.
  [[nodiscard]] Bytes bound() const;

  /// Runs these rows after those that wait already; none that runs, waits or has an order. A minute each at most.
  void run(const std::vector<std::size_t>& rows);
  /// What runs gives the best it has, if any; what waits does not run. Returns what to say of that.
  QString stop();
  [[nodiscard]] bool running() const { return worker_.running(); }
  /// Counts the strategies that were asked for since none ran.
  struct Count {
    std::size_t done = 0, asked = 0;
  };
  [[nodiscard]] Count count() const { return count_; }
  /// Whether the graph, or a bound, is still worked at.
  [[nodiscard]] bool is_looking() const { return looking_ || bounder_.busy(); }

 signals:
  /// Another base, or another order in use.
  void graph_changed();
  /// rows() changed.
  void rows_changed();
  /// It began, came to the next strategy, or ended.
  void running_changed();
  void progress(double fraction);

 private:
  /// What is known of one graph.
  struct Known {
    std::shared_ptr<const Graph> graph;
    std::vector<OrderRow> rows;
    Bytes bound{};  // of any order; 0 while unknown

    [[nodiscard]] KnownOrders orders() const;
  };
  /// Which graph it is, in which order.
  struct Place {
    std::shared_ptr<const Graph> base;
    KnownOrderPtr order, given;  // that it is in, and its own
    KnownOrderPtr imported;      // null where none is, or of another graph
  };
  [[nodiscard]] static Place find(const std::shared_ptr<const Graph>& graph, std::vector<KnownOrders> known,
                                  const std::shared_ptr<const ImportedOrder>& imported, KnownOrderPtr imported_order,
                                  const OrderStrategy& given);
  void take(const Place& place);
  void show_imported(const KnownOrderPtr& order);
  void find_bound();
  void run_next();
  void work(const Worker::Run& run, std::size_t row, const std::shared_ptr<const Graph>& graph);
  void take_order(std::size_t row, const Result<KnownOrderPtr>& order,
                  const std::optional<InterleavedPeaks>& interleaved);
  [[nodiscard]] QString search_text() const;
  void forget_queue();
  void abandon();

  std::span<const OrderStrategy> strategies_;
  std::deque<Known> known_;  // the base's first, then those before
  KnownOrderPtr in_use_, preferred_;
  std::shared_ptr<const ImportedOrder> imported_;
  KnownOrderPtr imported_order_;  // of that; null until it was needed
  std::deque<std::size_t> queue_;
  Count count_;
  QTimer too_long_;         // until what runs is stopped
  bool timed_out_ = false;  // what runs was
  bool looking_ = false;
  // How far a strategy is, is not known.
  Worker worker_{this, {.text = [this] { return search_text(); }, .cancel = [this] { return stop(); }, .begin = -1}};
  // last: destroyed first, they wait for what uses the rest
  LatestJob looker_{this, {.text = [] { return tr("Checking the order of the graph…"); }}};
  LatestJob bounder_{this, {.text = [] { return tr("Bounding the orders…"); }}};
};

}  // namespace stowage
