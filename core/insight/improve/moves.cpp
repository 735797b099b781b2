// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/moves.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/graph/laid_out.h"
#include "core/insight/edit/edits.h"

namespace stowage {
namespace {

/// One draw for one node.
class MoveDraw {
 public:
  MoveDraw(const TradeOffNode& node, const HostLink& link, std::size_t max_streams, std::mt19937_64& engine)
      : node_(node), link_(link), max_streams_(max_streams), graph_(*node.point.graph), engine_(engine) {}

  Move run(const Levers& levers, const MoveShares& shares) {
    struct Row {
      MoveKind kind;
      Lever lever;
      void (MoveDraw::*make)();
    };
    static constexpr Row kRows[] = {{MoveKind::syncs, Lever::sync, &MoveDraw::add_syncs},
                                    {MoveKind::free_syncs, Lever::sync, &MoveDraw::add_free_syncs},
                                    {MoveKind::stream, Lever::stream, &MoveDraw::change_stream},
                                    {MoveKind::order, Lever::order, &MoveDraw::change_order},
                                    {MoveKind::recompute, Lever::recompute, &MoveDraw::split_lifetimes},
                                    {MoveKind::offload, Lever::offload, &MoveDraw::split_lifetimes}};
    std::vector<MoveKind> kinds;
    if (!node_.point.edits.empty()) kinds.push_back(MoveKind::undo);
    for (const Row& row : kRows)
      if (levers.allow(row.lever)) kinds.push_back(row.kind);
    if (kinds.empty()) return {};
    const MoveKind kind = shares.draw(kinds, engine_);
    if (kind == MoveKind::undo) return undo();
    const Row& row = *std::ranges::find(kRows, kind, &Row::kind);
    lever_ = row.lever;
    (this->*row.make)();
    return {kind, false, std::move(edits_)};
  }

 private:
  static constexpr std::size_t kMaxTensors = 64;  // of a clique that a move makes wait, or takes away, at once

  std::size_t below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  bool chance() { return below(2) == 0; }
  /// Draws 1, 2, 4 … each half as often as the one before.
  std::size_t batch(std::size_t most) {
    std::size_t out = 1;
    while (out < most && chance()) out *= 2;
    return std::min(out, most);
  }
  [[nodiscard]] std::int64_t starts(OperatorId o) const { return node_.timing.starts[o.index()]; }
  [[nodiscard]] std::int64_t ends(OperatorId o) const { return node_.timing.ends[o.index()]; }
  [[nodiscard]] std::int64_t slack(OperatorId o) const { return node_.slack[o.index()]; }
  /// In the file: of the operator that has the body, for one in a body.
  [[nodiscard]] std::string name(OperatorId o) const {
    return std::string(graph_.laid_out() != nullptr ? source_of(graph_).name(graph_.laid_out()->operators[o.index()])
                                                    : graph_.name(o));
  }

  /// Draws one of the tensors, with chances by their bytes.
  TensorId by_size(const std::vector<TensorId>& tensors) {
    std::int64_t sum = 0;
    for (TensorId t : tensors) sum += graph_.size(t).count;
    if (sum == 0) return tensors[below(tensors.size())];
    auto at = static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(sum));
    for (TensorId t : tensors)
      if ((at -= graph_.size(t).count) < 0) return t;
    return tensors.back();
  }

  /// The way from the given graph without some of its edits: one, or a stretch of them.
  Move undo() {
    Move out{MoveKind::undo, true, node_.point.edits};
    constexpr std::size_t kManyOneIn = 4;
    const std::size_t all = out.edits.size(), count = below(kManyOneIn) == 0 ? 1 + below(all) : batch(all),
                      first = below(out.edits.size() - count + 1);
    const auto begin = out.edits.begin() + static_cast<std::ptrdiff_t>(first);
    out.edits.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
    return out;
  }

  // ---- syncs

  struct Pair {
    TensorId early, late;
    std::int64_t delay;  ///< of the end of the run, if the producer of the later one waits
  };

  [[nodiscard]] OperatorId last_use(TensorId t) const {
    const auto uses = graph_.consumers(t);
    return uses.empty() ? graph_.producer(t) : std::max(graph_.producer(t), uses.back());
  }

  /// Draws two of the clique. In the global order one is over before the other is made: they are unsafe only
  /// because streams run side by side.
  std::optional<Pair> draw_pair(const std::vector<TensorId>& made) {
    std::optional<Pair> best;
    constexpr std::size_t kTries = 6;
    const bool cheapest = chance();
    for (std::size_t k = 0; k < kTries; ++k) {
      const TensorId late = by_size(made);
      const OperatorId producer = graph_.producer(late);
      std::vector<TensorId> over;
      for (TensorId t : node_.clique)
        if (!graph_.is_output(t) && last_use(t).valid() && last_use(t) < producer) over.push_back(t);
      if (over.empty()) continue;
      Pair pair{by_size(over), late, 0};
      for (OperatorId use : last_uses(pair.early))
        pair.delay = std::max(pair.delay, ends(use) - starts(producer) - slack(producer));
      if (!best || pair.delay < best->delay) best = pair;
      if (!cheapest) break;
    }
    return best;
  }

  /// The last uses of a tensor, one a stream.
  [[nodiscard]] std::vector<OperatorId> last_uses(TensorId t) const {
    std::vector<OperatorId> out;
    const auto add = [&](OperatorId use) {
      const auto same = std::ranges::find(out, graph_.stream(use), [&](OperatorId o) { return graph_.stream(o); });
      if (same == out.end())
        out.push_back(use);
      else
        *same = std::max(*same, use);
    };
    if (graph_.producer(t).valid()) add(graph_.producer(t));
    for (OperatorId use : graph_.consumers(t)) add(use);
    return out;
  }

  void add_syncs() {
    if (chance() && chance()) return add_any_sync();
    std::vector<TensorId> made;
    for (TensorId t : node_.clique)
      if (graph_.producer(t).valid()) made.push_back(t);
    if (made.empty()) return add_any_sync();
    constexpr std::size_t kMax = 8;
    std::set<std::pair<OperatorId, OperatorId>> added;
    for (std::size_t k = batch(kMax); k > 0; --k) {
      const auto pair = draw_pair(made);
      if (!pair) break;
      const OperatorId producer = graph_.producer(pair->late);
      for (OperatorId use : last_uses(pair->early))
        if (graph_.stream(use) != graph_.stream(producer) && added.emplace(use, producer).second)
          edits_.push_back(sync(use, producer));
    }
    if (edits_.empty()) add_any_sync();
  }

  /// Adds waits that the simulated run keeps anyway: each producer of the clique, or some of them, waits in each stream
  /// for the last use of a tensor of the clique that is over by then. Costs no time.
  void add_free_syncs() {
    struct Over {
      OperatorId last;
      std::int64_t end = 0;
      std::vector<OperatorId> uses;
    };
    std::vector<Over> all;
    std::vector<OperatorId> producers;
    for (TensorId t : node_.clique) {
      if (const OperatorId producer = graph_.producer(t); producer.valid()) producers.push_back(producer);
      if (graph_.is_output(t) || !last_use(t).valid()) continue;
      Over& over = all.emplace_back(Over{last_use(t), 0, last_uses(t)});
      for (OperatorId use : over.uses) over.end = std::max(over.end, ends(use));
    }
    sort_distinct(producers);
    if (chance())
      for (std::size_t keep = batch(kMaxTensors); producers.size() > keep;)
        producers.erase(producers.begin() + static_cast<std::ptrdiff_t>(below(producers.size())));
    std::map<std::pair<StreamId, StreamId>, OperatorId> waited;  // the latest, by the streams of both
    for (OperatorId producer : producers) {
      std::map<StreamId, OperatorId> latest;
      for (const Over& over : all) {
        if (over.last >= producer || over.end > starts(producer)) continue;
        for (OperatorId use : over.uses) {
          OperatorId& last = latest.try_emplace(graph_.stream(use), use).first->second;
          last = std::max(last, use);
        }
      }
      for (const auto& [stream, use] : latest) {
        if (stream == graph_.stream(producer)) continue;
        const auto [at, is_new] = waited.try_emplace({stream, graph_.stream(producer)}, use);
        if (!is_new && at->second >= use) continue;  // one before it in its stream waits for that already
        at->second = use;
        edits_.push_back(sync(use, producer));
      }
    }
  }

  [[nodiscard]] LeverEdit sync(OperatorId before, OperatorId after) const {
    return {Lever::sync, {name(before), name(after)}, {}, 0, {}};
  }
  void add_any_sync() {
    if (graph_.operator_count() < 2) return;
    OperatorId a(below(graph_.operator_count())), b(below(graph_.operator_count()));
    if (graph_.stream(a) == graph_.stream(b)) return;
    edits_.push_back(sync(std::min(a, b), std::max(a, b)));
  }

  // ---- streams and order

  /// Draws an operator that makes or uses a tensor of the clique, one of the critical path, or any.
  OperatorId draw_operator() {
    const std::size_t kind = below(4);
    if (kind == 0 && !node_.critical_path.empty()) return node_.critical_path[below(node_.critical_path.size())];
    if (kind <= 2 && !node_.clique.empty()) {
      const TensorId t = by_size(node_.clique);
      const auto uses = graph_.consumers(t);
      const OperatorId producer = graph_.producer(t);
      if (producer.valid() && (uses.empty() || chance())) return producer;
      if (!uses.empty()) return chance() ? uses.back() : uses[below(uses.size())];
    }
    return OperatorId(below(graph_.operator_count()));
  }

  void change_stream() {
    const OperatorId first = draw_operator();
    const StreamId from = graph_.stream(first);
    if (is_host_stream(graph_, from)) return;
    std::vector<StreamId> targets = device_streams(graph_);
    std::size_t new_ones = 0;
    if (const std::size_t used = targets.size(); used < max_streams_) {
      targets.clear();
      for (StreamId s : graph_.streams())
        if (!is_host_stream(graph_, s)) targets.push_back(s);
      new_ones = targets.size() == used ? 1 : 0;  // none is idle
    }
    std::erase(targets, from);
    LeverEdit edit{Lever::stream, {}, {}, 0, {}};
    if (targets.size() + new_ones == 0) return;
    const std::size_t to = below(targets.size() + new_ones);
    if (to < targets.size()) {
      edit.stream = graph_.info(targets[to]).number;
      edit.stream_label = graph_.label(targets[to]);
    } else {
      edit.stream = unused_stream_number(graph_);
      edit.stream_label = "stream " + std::to_string(edit.stream);
    }
    const auto local = graph_.operators_of(from);
    constexpr std::size_t kWholeOneIn = 16;
    const bool whole = below(kWholeOneIn) == 0;
    const std::size_t begin = whole ? 0 : graph_.position(first) - 1;
    const std::size_t count = whole ? local.size() : batch(local.size() - begin);
    for (OperatorId o : local.subspan(begin, count)) edit.operators.push_back(name(o));
    edit.operators.erase(std::ranges::unique(edit.operators).begin(),
                         edit.operators.end());  // parts of one in the file
    edits_.push_back(std::move(edit));
  }

  void change_order() {
    const OperatorId moved = draw_operator();
    const AllowedSteps allowed = allowed_steps(graph_, moved);
    if (allowed.end - allowed.begin < 2) return;
    std::size_t step = allowed.begin + below(allowed.end - allowed.begin);
    if (chance()) step = chance() ? allowed.begin : allowed.end - 1;
    if (step == moved.index()) return;
    LeverEdit edit{Lever::order, {name(moved)}, {}, 0, {}};
    // Before the operator that then has the next step.
    const std::size_t next = step < moved.index() ? step : step + 1;
    if (next < graph_.operator_count()) edit.operators.push_back(name(OperatorId(next)));
    edits_.push_back(std::move(edit));
  }

  // ---- tensors that go and come back

  /// By how much the run ends later, as far as the streams show.
  [[nodiscard]] std::int64_t cost_of(TensorId t) const {
    const UseGap gap = longest_gap(graph_, t);
    std::int64_t ready = ends(gap.last_early);
    if (lever_ == Lever::recompute) {
      const std::size_t place = graph_.position(gap.first_late) - 1;
      if (place > 0) ready = ends(graph_.operators_of(graph_.stream(gap.first_late))[place - 1]);
      ready += graph_.duration(graph_.producer(t)).nanoseconds;
    } else {
      ready += 2 * transfer_time(graph_.size(t), link_);
    }
    return std::max<std::int64_t>(0, ready - starts(gap.first_late) - slack(gap.first_late));
  }

  void split_lifetimes() {
    std::vector<TensorId> able;
    for (TensorId t : node_.clique) {
      const UseGap gap = longest_gap(graph_, t);
      if (!gap.first_late.valid() || gap.steps() < 2 || graph_.is_output(t)) continue;
      if (t.index() >= source_of(graph_).tensor_count()) continue;  // of a body
      able.push_back(t);
    }
    if (able.empty()) return;
    constexpr std::size_t kTries = 4;
    const std::size_t count = std::min(batch(kMaxTensors), able.size());
    const bool cheapest = chance();
    for (std::size_t k = 0; k < count && !able.empty(); ++k) {
      TensorId best;
      double least = 0;
      for (std::size_t i = 0; i < (cheapest ? kTries : 1); ++i) {
        const TensorId t = by_size(able);
        const double cost = static_cast<double>(cost_of(t)) / static_cast<double>(graph_.size(t).count + 1);
        if (!best.valid() || cost < least) best = t, least = cost;
      }
      std::erase(able, best);
      edits_.push_back({lever_, {name(longest_gap(graph_, best).first_late)}, std::string(graph_.name(best)), 0, {}});
    }
  }

  const TradeOffNode& node_;
  const HostLink& link_;
  const std::size_t max_streams_;
  const Graph& graph_;
  std::mt19937_64& engine_;
  Lever lever_ = Lever::sync;  // that is drawn
  std::vector<LeverEdit> edits_;
};

}  // namespace

Move draw_move(const TradeOffNode& node, const Levers& levers, const MoveShares& shares, const HostLink& link,
               std::size_t max_streams, std::mt19937_64& engine) {
  return MoveDraw(node, link, max_streams, engine).run(levers, shares);
}

double Move::work() const {
  constexpr double kAnEdit = 0.3;  // a copy of the graph; syncs share one
  const auto others = std::ranges::count_if(edits, [](const LeverEdit& edit) { return edit.lever != Lever::sync; });
  return 1 + kAnEdit * static_cast<double>(others);
}

MoveKind MoveShares::draw(std::span<const MoveKind> kinds, std::mt19937_64& engine) const {
  constexpr double kLeast = 0.3;  // of an even share: what does not pay now may pay later
  double sum = 0;
  std::vector<double> weights;
  for (MoveKind kind : kinds) {
    const Share& share = shares_[static_cast<std::size_t>(kind)];
    sum += weights.emplace_back(share.gain / share.work);
  }
  double all = 0;
  for (double& weight : weights) all += weight += kLeast * sum / static_cast<double>(kinds.size());
  double at = static_cast<double>(engine() >> 11U) * 0x1p-53 * all;
  for (std::size_t k = 0; k + 1 < kinds.size(); ++k)
    if ((at -= weights[k]) < 0) return kinds[k];
  return kinds.back();
}

void MoveShares::learn(MoveKind kind, double work, double gain) {
  constexpr double kForget = 0.995;
  Share& share = shares_[static_cast<std::size_t>(kind)];
  share.gain = kForget * share.gain + gain;
  share.work = kForget * share.work + work;
}

}  // namespace stowage
