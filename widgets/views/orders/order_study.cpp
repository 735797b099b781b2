// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/orders/order_study.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>

#include "core/graph/lifetimes.h"
#include "core/order/interleaved_peak.h"
#include "core/order/order_problem.h"
#include "core/process/solver.h"

namespace stowage {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAtOnce = 10'000;         // operators and tensors looked at without a thread: some milliseconds
constexpr std::size_t kMostGraphs = 4;          // whose orders are kept
constexpr std::chrono::seconds kMost{70};       // for a strategy: a solver has a minute, and ends late; then it is
                                                // stopped, not given as a deadline: searches use up one though they
                                                // find nothing more
constexpr std::chrono::milliseconds kBeat{50};  // between improvements that are shown

KnownOrderPtr given_order(const Graph& graph, const OrderStrategy& given) {
  const auto begin = Clock::now();
  auto order = make_order(given, graph);
  if (!order) return nullptr;
  const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
  return KnownOrder::make(graph, given, *std::move(order), took.count());
}

KnownOrderPtr known_order_of(const ImportedOrder& imported) {
  OrderedGraph order{*imported.graph, imported.sequence, {}, {}, {}};
  order.remark = (imported.order.isEmpty() ? OrderStudy::tr("of %1").arg(imported.file)
                                           : OrderStudy::tr("of %1, by %2").arg(imported.file, imported.order))
                     .toStdString();
  return KnownOrder::make(*imported.graph, kImportedOrder, std::move(order), 0);
}

const std::shared_ptr<const Graph> kNoGraph;

}  // namespace

OrderStudy::OrderStudy(std::span<const OrderStrategy> strategies, QObject* parent)
    : QObject(parent), strategies_(strategies) {
  connect(&worker_, &Worker::progress, this, &OrderStudy::progress);
  connect(&worker_, &Worker::failed, this, [this](const Error& error) {
    const auto runs = [](const OrderRow& row) { return row.state == OrderRow::State::running; };
    const auto at = std::ranges::find_if(known_.front().rows, runs) - known_.front().rows.begin();
    take_order(static_cast<std::size_t>(at), tl::unexpected(error), {});
  });
  too_long_.setSingleShot(true);
  too_long_.setInterval(kMost);
  connect(&too_long_, &QTimer::timeout, this, [this] {
    timed_out_ = true;
    worker_.finish();
  });
  connect(&worker_, &Worker::running_changed, this, [this] {
    if (!worker_.running() && !queue_.empty()) run_next();
    emit running_changed();
  });
}

const std::shared_ptr<const Graph>& OrderStudy::base() const {
  return known_.empty() || !in_use_ ? kNoGraph : known_.front().graph;
}

std::span<const OrderRow> OrderStudy::rows() const {
  return base() ? std::span<const OrderRow>(known_.front().rows) : std::span<const OrderRow>();
}

bool OrderStudy::has_several_streams() const {
  return base() && stowage::has_several_streams(*base());
}

Bytes OrderStudy::bound() const {
  Bytes out = base() ? known_.front().bound : Bytes{};
  for (const OrderRow& row : rows())
    out = std::max({out, row.order ? row.order->lower_bound : Bytes{}, row.so_far ? row.so_far->lower_bound : Bytes{}});
  return out;
}

KnownOrders OrderStudy::Known::orders() const {
  KnownOrders out{graph, {}};
  for (const OrderRow& row : rows)
    if (row.order) out.orders.push_back(row.order);
  return out;
}

void OrderStudy::set_imported(std::shared_ptr<const ImportedOrder> imported) {
  if (imported == imported_) return;
  imported_ = std::move(imported);
  imported_order_ = nullptr;
  for (Known& each : known_)
    std::erase_if(each.rows, [](const OrderRow& row) { return row.strategy == &kImportedOrder; });
}

void OrderStudy::set_graph(const std::shared_ptr<const Graph>& graph) {
  looker_.cancel();
  bounder_.cancel();
  looking_ = false;
  if (!graph) {
    abandon();
    known_.clear();
    in_use_ = nullptr;
    emit graph_changed();
    return;
  }
  std::vector<KnownOrders> known;
  for (const Known& each : known_) known.push_back(each.orders());
  const auto search = [graph, known = std::move(known), imported = imported_, order = imported_order_,
                       &given = strategies_.front()] { return find(graph, known, imported, order, given); };
  const bool small = graph->operator_count() + graph->tensor_count() <= kAtOnce;
  if (small) return take(search());
  looking_ = true;
  emit graph_changed();
  looker_.start([this, search](const Task&) { return [this, place = search()] { take(place); }; });
}

/// A graph in the order that was imported is the one that the plan was opened for, also where that was never looked at.
OrderStudy::Place OrderStudy::find(const std::shared_ptr<const Graph>& graph, std::vector<KnownOrders> known,
                                   const std::shared_ptr<const ImportedOrder>& imported, KnownOrderPtr imported_order,
                                   const OrderStrategy& given) {
  if (imported && imported->graph->operator_count() == graph->operator_count()) {
    if (!imported_order) imported_order = known_order_of(*imported);
    auto base = std::ranges::find(known, imported->graph, &KnownOrders::graph);
    if (base == known.end()) base = known.insert(base, {imported->graph, {given_order(*imported->graph, given)}});
    base->orders.push_back(imported_order);
  }
  for (const KnownOrders& each : known)
    if (KnownOrderPtr order = each.graph == graph ? each.orders.front() : order_of(*graph, each))
      return {each.graph, std::move(order), each.orders.front(),
              imported && each.graph == imported->graph ? imported_order : nullptr};
  KnownOrderPtr order = given_order(*graph, given);
  return {graph, order, order, nullptr};
}

/// Puts it in a row of its own, the last.
void OrderStudy::show_imported(const KnownOrderPtr& order) {
  imported_order_ = order;
  std::vector<OrderRow>& rows = known_.front().rows;
  if (rows.back().strategy != &kImportedOrder) rows.push_back({.strategy = &kImportedOrder});
  if (rows.back().order == order) return;
  rows.back() = {.strategy = &kImportedOrder, .state = OrderRow::State::done, .order = order};
  known_.front().bound = {};  // interleaved peaks are found with it
}

void OrderStudy::take(const Place& place) {
  looking_ = false;
  const auto at = std::ranges::find(known_, place.base, &Known::graph);
  if (at != known_.begin() || known_.empty()) {
    abandon();
    Known now{place.base, {}};
    if (at != known_.end()) {
      now = std::move(*at);
      known_.erase(at);
    } else {
      for (const OrderStrategy& strategy : strategies_) now.rows.push_back({.strategy = &strategy});
      now.rows.front().state = OrderRow::State::done;
      now.rows.front().order = place.given;
    }
    known_.push_front(std::move(now));
    if (known_.size() > kMostGraphs) known_.pop_back();
  }
  if (place.imported) show_imported(place.imported);
  const bool alike = preferred_ && place.order && preferred_->sequence == place.order->sequence;
  in_use_ = alike ? preferred_ : place.order;
  if (known_.front().bound == Bytes{}) find_bound();
  emit graph_changed();
}

void OrderStudy::find_bound() {
  const OrderRow& last = known_.front().rows.back();
  const KnownOrderPtr imported = last.strategy == &kImportedOrder ? last.order : nullptr;
  bounder_.start([this, graph = base(), imported](const Task& task) {
    const Bytes bound = least_peak(order_problem(*graph));
    const auto interleaved_of = [&](const Graph& ordered) -> std::optional<Bytes> {
      const auto peak = interleaved_peak(ordered, task);
      return peak ? std::optional(*peak) : std::nullopt;
    };
    std::optional<Bytes> interleaved, of_imported;
    if (stowage::has_several_streams(*graph)) {
      interleaved = interleaved_of(*graph);
      if (imported) of_imported = interleaved_of(with_order(*graph, imported->sequence));
    }
    return [this, graph, bound, interleaved, imported, of_imported] {
      if (graph != base()) return;
      known_.front().bound = bound;
      if (interleaved) known_.front().rows.front().interleaved = interleaved;
      OrderRow& below = known_.front().rows.back();
      if (imported && below.order == imported) below.interleaved = of_imported;
      emit rows_changed();
    };
  });
}

void OrderStudy::run(const std::vector<std::size_t>& rows) {
  if (!base() || looking_) return;
  if (!worker_.running()) count_ = {};
  for (const std::size_t at : rows) {
    OrderRow& row = known_.front().rows[at];
    using enum OrderRow::State;
    if (row.state != idle && row.state != stopped) continue;
    row.state = waiting;
    row.reason.clear();
    queue_.push_back(at);
    ++count_.asked;
  }
  emit rows_changed();
  if (!worker_.running() && !queue_.empty()) run_next();
}

void OrderStudy::run_next() {
  const std::size_t at = queue_.front();
  queue_.pop_front();
  known_.front().rows[at].state = OrderRow::State::running;
  timed_out_ = false;
  too_long_.start();
  worker_.start([this, at, graph = base()](const Worker::Run& run) { work(run, at, graph); });
  emit rows_changed();
}

/// Works in the background.
void OrderStudy::work(const Worker::Run& run, std::size_t row, const std::shared_ptr<const Graph>& graph) {
  OrderOptions options{.solver = solver_of_environment()};
  std::mutex telling;
  Clock::time_point due;
  options.improved = [&](const OrderImprovement& now) {
    const std::scoped_lock lock(telling);
    if (Clock::now() < due) return;
    due = Clock::now() + kBeat;
    run.post([this, row, now] {
      known_.front().rows[row].so_far = now;
      emit rows_changed();
    });
  };
  const auto begin = Clock::now();
  Result<OrderedGraph> made = make_order(strategies_[row], *graph, options, run.task());
  const std::chrono::duration<double, std::milli> took = Clock::now() - begin;
  const auto interleaved = made ? made->interleaved : std::nullopt;
  Result<KnownOrderPtr> order =
      made ? Result<KnownOrderPtr>(KnownOrder::make(*graph, strategies_[row], *std::move(made), took.count()))
           : tl::unexpected(made.error());
  run.post([this, row, order = std::move(order), interleaved] { take_order(row, order, interleaved); });
}

void OrderStudy::take_order(std::size_t at, const Result<KnownOrderPtr>& order,
                            const std::optional<InterleavedPeaks>& interleaved) {
  OrderRow& row = known_.front().rows[at];
  if (interleaved) {
    row.interleaved = interleaved->chosen;
    known_.front().rows.front().interleaved = interleaved->given;
  }
  too_long_.stop();
  ++count_.done;
  row.so_far.reset();
  row.state = order ? OrderRow::State::done : OrderRow::State::stopped;
  if (order) row.order = *order;
  if (!order) {
    const Error& error = order.error();
    row.reason = !error.is_stop() ? QString::fromStdString(error.text())
                 : timed_out_     ? tr("It found no order within a minute")
                                  : tr("Stopped before it had an order");
  }
  emit rows_changed();
}

QString OrderStudy::stop() {
  forget_queue();
  worker_.finish();
  emit rows_changed();
  return tr("Stopping the search. The best order so far is kept.");
}

QString OrderStudy::search_text() const {
  return count_.asked == 1 ? tr("Looking for an order…")
                           : tr("Looking for orders: %1 of %2").arg(count_.done).arg(count_.asked);
}

/// Lets go on what runs.
void OrderStudy::forget_queue() {
  for (const std::size_t at : std::exchange(queue_, {})) known_.front().rows[at].state = OrderRow::State::idle;
}

/// Gives up all that runs or waits, without a word.
void OrderStudy::abandon() {
  forget_queue();
  too_long_.stop();
  if (!worker_.cancel()) return;
  for (OrderRow& row : known_.front().rows) {
    if (row.state == OrderRow::State::running) row.state = OrderRow::State::idle;
    row.so_far.reset();
  }
}

}  // namespace stowage
