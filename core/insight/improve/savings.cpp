// SPDX-License-Identifier: Apache-2.0
#include "core/insight/improve/savings.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/insight/bodies/edit_bodies.h"
#include "core/insight/bodies/lay_out.h"
#include "core/insight/edit/memory_edits.h"
#include "core/insight/simulate/timing.h"
#include "core/layout/strategies/strategies.h"
#include "core/papers/tables.h"
#include "core/planning/plan_ground.h"

namespace stowage {
namespace {

constexpr Bytes kAlignments[] = {{64}, {16}};   // that many targets allow, the larger first
constexpr std::size_t kMerges = 2, kSyncs = 3;  // the most of each that are reported
constexpr double kAllSyncsSeconds = 60;

/// The best plan of all live strategies.
Result<MeasuredSaving> measured(const PlanGround& ground, const Task& task) {
  std::vector<const LayoutStrategy*> live;
  for (const LayoutStrategy& strategy : live_strategies()) live.push_back(&strategy);
  Task quiet = task;
  quiet.progress = nullptr;
  const auto results = run_each(
      live, quiet, {}, [&](const LayoutStrategy& strategy, const Task& own) { return ground.plan(strategy, own); });
  const StrategyResult* const best = smallest_of(results);
  if (best == nullptr) return tl::unexpected(results.front().plan.error());
  auto plan = std::make_shared<const Plan>(*best->plan);
  return MeasuredSaving{OtherLayout{best->strategy}, std::move(plan), best->strategy, 0, best->milliseconds};
}

Result<MeasuredSaving> measured(const Graph& graph, Bytes alignment, const Task& task) {
  STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph, task));
  STOWAGE_TRY(const auto ground, PlanGround::make(graph, conflicts, alignment, true, task));
  return measured(ground, task);
}

/// By OperatorId of `from`: the operator of that name in `to`, or none.
std::vector<OperatorId> same_names(const Graph& from, const Graph& to) {
  std::unordered_map<std::string_view, OperatorId> ids;
  for (OperatorId o : to.operators()) ids.try_emplace(to.name(o), o);
  std::vector<OperatorId> out;
  for (OperatorId o : from.operators()) {
    const auto at = ids.find(from.name(o));
    out.push_back(at == ids.end() ? OperatorId() : at->second);
  }
  return out;
}

/// `graph` with the names and colours that streams of the same numbers have in `like`.
Graph with_stream_looks(const Graph& graph, const Graph& like) {
  std::unordered_map<std::int64_t, const Graph::Stream*> looks;
  for (const Graph::Stream& stream : like.data().streams) looks.emplace(stream.number, &stream);
  Graph::Data data = graph.data();
  for (Graph::Stream& stream : data.streams)
    if (const auto look = looks.find(stream.number); look != looks.end()) stream = *look->second;
  return Graph(std::move(data));
}

class SavingsSearch {
 public:
  SavingsSearch(const Graph& graph, const SavingsOptions& options, const Task& task,
                const std::function<void(const Savings&)>& found)
      : graph_(graph), options_(options), whole_(task), found_(found), makespan_(timing_of(graph).makespan) {}

  Result<Savings> run(const Savings* before) {
    std::vector<SavingWay> ways = saving_ways(graph_, options_);
    if (before != nullptr) {
      const auto is_again = [&](SavingWay way) {
        return way == SavingWay::layout || (way == SavingWay::sync && options_.all_syncs) ||
               std::ranges::find(before->left, way) != before->left.end();
      };
      std::erase_if(ways, [&](SavingWay way) { return !is_again(way); });
      out_ = *before;
      std::erase_if(out_.found, [&](const MeasuredSaving& each) {  // replace() does it for the others
        const SavingWay way = way_of(each.edit);
        return way != SavingWay::streams && way != SavingWay::sync && is_again(way);
      });
    }
    out_.left = ways;
    for (std::size_t k = 0; k < ways.size(); ++k) {
      done_ = static_cast<double>(k) / static_cast<double>(ways.size());
      const Result<bool> whole = look(ways[k]);
      if (!whole && whole.error().is_final()) return tl::unexpected(whole.error());
      if (whole_.cancelled()) return tl::unexpected(Error::cancelled());
      if (whole && *whole) std::erase(out_.left, ways[k]);
      tell();
      whole_.report(static_cast<double>(k + 1) / static_cast<double>(ways.size()));
      if (!least_) break;  // each of the others takes longer than this one
    }
    return std::move(out_);
  }

 private:
  /// Measures one way; returns whether there was time for all of it. Leaves out graphs of edits that have no plan.
  Result<bool> look(SavingWay way) {
    const bool all_syncs = way == SavingWay::sync && options_.all_syncs;
    const Task task = limited(all_syncs ? kAllSyncsSeconds / options_.seconds : way == SavingWay::sync ? 2 : 1);
    switch (way) {
      case SavingWay::layout:
        STOWAGE_CHECK(other_layouts(task));
        break;
      case SavingWay::alignment:
        for (const Bytes alignment : kAlignments)
          if (alignment < options_.alignment) other_alignment(alignment, task);
        break;
      case SavingWay::in_place:
        reuse_in_place(task);
        break;
      case SavingWay::streams:
        fewer_streams(task);
        break;
      case SavingWay::order: {
        bool whole = true;
        for (const OrderStrategy& strategy : order_strategies())
          if (strategy.suits_streams) whole = other_order(strategy, limited(1), limited(2)) && whole;
        return whole;
      }
      case SavingWay::sync:
        more_syncs(task);
        break;
      case SavingWay::several:
        break;
    }
    return !task.should_stop();
  }

  [[nodiscard]] Task limited(double share) const {
    Task task = whole_.limited_to(options_.seconds * share);
    task.progress = nullptr;
    return task;
  }

  // ---- the ways

  Result<void> other_layouts(const Task& task) {
    STOWAGE_TRY(const auto conflicts, Conflicts::compute(graph_, task));
    STOWAGE_TRY(const auto ground, PlanGround::make(graph_, conflicts, options_.alignment, true, task));
    STOWAGE_TRY(const MeasuredSaving best, measured(ground, task));
    least_ = best.plan->footprint;
    std::shared_ptr<const Plan> start = best.plan;
    if (options_.shown) {
      least_ = std::min(*least_, options_.shown->needed());
      if (auto shown = ground.adopt(*options_.shown, task)) {
        shown_ = shown->footprint;
        if (shown->footprint < start->footprint) start = std::make_shared<const Plan>(*std::move(shown));
      }
    }
    add(best);
    if (start->footprint <= ground.quick_bounds().best()) return {};
    const auto begin = task.now();
    auto searched = ground.plan(kSearch, task.limited_to(options_.seconds / 2), {.start = start->offsets});
    if (!searched || searched->footprint >= start->footprint) return {};
    const std::chrono::duration<double, std::milli> took = task.now() - begin;
    const LayoutStrategy* const row = find_layout_strategy(kSearch.id);  // known by its place in the table
    add({OtherLayout{row}, std::make_shared<const Plan>(*std::move(searched)), row, 0, took.count()});
    return {};
  }

  /// Leaves out an alignment that saves no more than a larger one.
  void other_alignment(Bytes alignment, const Task& task) {
    const auto best = measured(graph_, alignment, task);
    if (!best || !pays(best->plan->footprint)) return;
    const auto saves_as_much = [&](const MeasuredSaving& each) {
      return way_of(each.edit) == SavingWay::alignment && each.footprint() <= best->plan->footprint;
    };
    if (std::ranges::none_of(out_.found, saves_as_much)) add({OtherAlignment{alignment}, best->plan, best->strategy});
  }

  void reuse_in_place(const Task& task) {
    const Graph& source = source_of(graph_);  // of bodies, permissions stay as they are
    const std::vector<InPlace> all = element_wise_pairs(source);
    const auto tried = permit_in_place(source, all);
    if (!tried) return;
    const auto verdicts = permissions(tried->graph, task);
    if (!verdicts) return;
    InPlaceReuse edit;
    const std::size_t known = source.in_place().size();
    for (std::size_t k = 0; k < all.size(); ++k)
      if ((*verdicts)[known + k].usable()) edit.pairs.push_back(all[k]);
    if (auto saving = measure(std::move(edit), task)) {
      for (const InPlace& pair : std::get<InPlaceReuse>(saving->edit).pairs)
        saving->written_over +=
            saving->plan->offsets[pair.output.index()] == saving->plan->offsets[pair.input.index()] ? 1 : 0;
      add(*std::move(saving));
    }
  }

  /// First all streams as one, since that is soon known; then each pair as one, as far as there is time.
  void fewer_streams(const Task& task) {
    const std::vector<StreamId> streams = device_streams(graph_);
    const std::optional<MeasuredSaving> one = measure(OneStream{}, task);
    std::vector<MeasuredSaving> merges;
    const auto tell = [&] {
      std::vector<MeasuredSaving> told = undominated(merges, kMerges);
      if (one && std::ranges::none_of(told, [&](const MeasuredSaving& each) { return covers(each, *one); }))
        told.push_back(*one);
      replace(SavingWay::streams, std::move(told));
    };
    tell();
    for (std::size_t a = 0; streams.size() > 2 && a < streams.size(); ++a)
      for (std::size_t b = a + 1; b < streams.size() && !task.should_stop(); ++b) {
        MergedStreams pair{streams[b], streams[a]};
        if (moves_onto(options_.protected_streams, pair, graph_)) std::swap(pair.from, pair.into);
        if (auto merged = measure(pair, task)) {
          merges.push_back(*std::move(merged));
          tell();
        }
      }
  }

  /// Strategies that improve their order return the best when their time is up; to plan it takes a moment more.
  bool other_order(const OrderStrategy& strategy, const Task& task, const Task& with_plan) {
    const auto ordered = make_order(strategy, graph_, {}, task);
    const bool whole = !task.should_stop();
    if (!ordered || std::ranges::is_sorted(ordered->sequence)) return whole;
    const auto is_same = [&](const MeasuredSaving& each) {
      const auto* other = std::get_if<OtherOrder>(&each.edit);
      return other && other->sequence == ordered->sequence;
    };
    if (std::ranges::any_of(out_.found, is_same)) return whole;
    if (auto saving = measure(OtherOrder{&strategy, ordered->sequence}, with_plan)) add(*std::move(saving));
    return whole && !with_plan.should_stop();
  }

  /// Suggested syncs were planned without permissions and by other strategies, so they are measured again.
  void more_syncs(Task task) {
    task.progress = [this](double part) { whole_.report(done_ + part * (1 - done_)); };  // this way is the last one
    std::vector<std::pair<ControlEdge, std::optional<MeasuredSaving>>> known;
    const auto take = [&](const SyncSuggestions& suggested) {
      std::vector<MeasuredSaving> best;
      const std::size_t most = options_.all_syncs ? suggested.best.size() : kSyncs;
      for (const SyncSuggestion& each : std::span(suggested.best).first(std::min(suggested.best.size(), most))) {
        auto at = std::ranges::find(known, each.sync, [](const auto& one) { return one.first; });
        if (at == known.end()) at = known.emplace(known.end(), each.sync, measure(AddedSync{each.sync}, limited(1)));
        if (!at->second) continue;
        best.push_back(*at->second);
        best.back().later = each.later;
      }
      out_.syncs = suggested;
      replace(SavingWay::sync, options_.all_syncs ? std::move(best) : undominated(std::move(best), kSyncs));
    };
    const SuggestOptions options{.alignment = options_.alignment, .shown = shown_};
    if (const auto all = suggest_syncs(graph_, options, task, take)) take(*all);
  }

  // ---- what all of them do

  /// Plans the graph after an edit; nothing where it cannot be made, or saves nothing.
  std::optional<MeasuredSaving> measure(SavingEdit edit, const Task& task) const {
    if (moves_onto(options_.protected_streams, edit, graph_)) return std::nullopt;
    const auto edited = edited_by(edit, graph_);
    if (!edited) return std::nullopt;
    auto best = measured(edited->graph, options_.alignment, task);
    if (!best || !pays(best->footprint())) return std::nullopt;
    best->edit = std::move(edit);
    if (graph_.has_durations()) best->slower = timing_of(edited->graph).makespan - makespan_;
    return *std::move(best);
  }

  /// A footprint that a layout alone reaches needs no edit.
  [[nodiscard]] bool pays(Bytes footprint) const { return least_ && footprint < *least_; }

  [[nodiscard]] static bool covers(const MeasuredSaving& a, const MeasuredSaving& b) {
    return a.footprint() <= b.footprint() && a.slower <= b.slower;
  }
  [[nodiscard]] static std::tuple<Bytes, std::int64_t, SavingWay> rank(const MeasuredSaving& saving) {
    return {saving.footprint(), saving.slower, way_of(saving.edit)};
  }

  /// The `most` that need least, of those that no other covers.
  [[nodiscard]] static std::vector<MeasuredSaving> undominated(std::vector<MeasuredSaving> all, std::size_t most) {
    std::ranges::stable_sort(all, {}, rank);
    std::vector<MeasuredSaving> out;
    for (MeasuredSaving& each : all)
      if (out.size() < most &&
          std::ranges::none_of(out, [&](const MeasuredSaving& other) { return covers(other, each); }))
        out.push_back(std::move(each));
    return out;
  }

  void add(MeasuredSaving saving) {
    out_.found.push_back(std::move(saving));
    tell();
  }
  void replace(SavingWay way, std::vector<MeasuredSaving> by) {
    std::erase_if(out_.found, [way](const MeasuredSaving& each) { return way_of(each.edit) == way; });
    std::ranges::move(by, std::back_inserter(out_.found));
    tell();
  }
  void tell() {
    std::ranges::stable_sort(out_.found, {}, rank);
    if (found_ && !whole_.cancelled()) found_(out_);
  }

  const Graph& graph_;
  const SavingsOptions& options_;
  const Task& whole_;
  const std::function<void(const Savings&)>& found_;
  const std::int64_t makespan_;
  std::optional<Bytes> shown_;  // the footprint of the plan shown, where that is safe
  double done_ = 0;             // of the ways
  std::optional<Bytes> least_;  // of the plan shown and of live strategies; none while not known
  Savings out_;
};

}  // namespace

namespace {
Result<EditedGraph> made_of_several(const SeveralEdits& several, const Graph& graph) {
  auto source = std::make_shared<const Graph>(with_stream_looks(source_of(*several.graph), source_of(graph)));
  STOWAGE_TRY(const auto whole, lay_out_bodies(std::move(source)));
  return EditedGraph{*whole, same_names(graph, *whole)};
}
}  // namespace

std::vector<MeasuredSaving> Savings::below(Bytes now) const {
  std::vector<MeasuredSaving> out;
  std::ranges::copy_if(found, std::back_inserter(out),
                       [now](const MeasuredSaving& each) { return each.footprint() < now; });
  return out;
}

Result<EditedGraph> edited_by(const SavingEdit& edit, const Graph& graph) {
  return std::visit(
      Overloaded{
          [&](const auto& /*of the plan*/) {
            return Result<EditedGraph>(EditedGraph{graph, {}});
          },
          [&](const InPlaceReuse& reuse) {
            const auto permit = [](const Graph& of, const std::vector<InPlace>& pairs) {
              return permit_in_place(of, pairs);
            };
            return edit_with_bodies(graph, permit, reuse.pairs);
          },
          [&](const MergedStreams& merged) { return edit_with_bodies(graph, merge_streams, merged.from, merged.into); },
          [&](const OneStream&) {
            return edit_everywhere(graph, all_on_one_stream, [](const Graph& each) { return each.stream_count() > 1; });
          },
          [&](const OtherOrder& order) { return edit_with_bodies(graph, put_in_order, WholeOrder{order.sequence}); },
          [&](const AddedSync& added) {
            return edit_with_bodies(graph, add_sync, added.sync.before, added.sync.after);
          },
          [&](const SeveralEdits& several) { return made_of_several(several, graph); }},
      edit);
}

bool moves_onto(std::span<const std::int64_t> streams, const SavingEdit& edit, const Graph& graph) {
  const auto is_one = [&](StreamId s) { return std::ranges::find(streams, graph.info(s).number) != streams.end(); };
  return std::visit(Overloaded{[](const auto& /*moves none*/) { return false; },
                               [&](const MergedStreams& merged) { return is_one(merged.into); },
                               [&](const OneStream&) { return is_one(device_streams(graph).front()); },
                               [&](const SeveralEdits& several) { return adds_to(streams, graph, *several.graph); }},
                    edit);
}

SavingWay way_of(const SavingEdit& edit) {
  static constexpr SavingWay kWays[] = {SavingWay::layout,  SavingWay::alignment, SavingWay::in_place,
                                        SavingWay::streams, SavingWay::streams,   SavingWay::order,
                                        SavingWay::sync,    SavingWay::several};
  static_assert(std::size(kWays) == std::variant_size_v<SavingEdit>);
  return kWays[edit.index()];
}

std::vector<SavingWay> saving_ways(const Graph& graph, const SavingsOptions& options) {
  std::vector<SavingWay> out{SavingWay::layout};
  if (kAlignments[std::size(kAlignments) - 1] < options.alignment) out.push_back(SavingWay::alignment);
  if (options.recorded) return out;
  if (!element_wise_pairs(source_of(graph)).empty()) out.push_back(SavingWay::in_place);
  const bool several = device_streams(graph).size() > 1;
  if (several) out.push_back(SavingWay::streams);
  if (graph.operator_count() > 1 && graph.times().empty()) out.push_back(SavingWay::order);
  // A sync joins operators of the file that are in no body; a graph of owners would lose the bodies.
  const Graph& source = source_of(graph);
  if (device_streams(source).size() > 1 && (&source == &graph || !source.has_sharing())) out.push_back(SavingWay::sync);
  return out;
}

Result<Savings> find_savings(const Graph& graph, const SavingsOptions& options, const Task& task,
                             const std::function<void(const Savings&)>& found, const Savings* before) {
  return SavingsSearch(graph, options, task, found).run(before);
}

}  // namespace stowage
