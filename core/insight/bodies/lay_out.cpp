// SPDX-License-Identifier: Apache-2.0
#include "core/insight/bodies/lay_out.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/text.h"
#include "core/graph/builder.h"
#include "core/graph/claims.h"
#include "core/insight/bodies/turns.h"
#include "core/planning/graph_plans.h"

namespace stowage {
namespace {

/// The number that the whole text is, or none.
std::optional<std::int64_t> number_of(const std::string& text) {
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

class Flattener {
 public:
  Flattener(std::shared_ptr<const Graph> graph, const BodyRuns& runs, const BodyTurns& turns, const Task& task)
      : shared_(std::move(graph)), source_(*shared_), runs_(runs), unused_(runs), wanted_(turns), task_(task) {}

  Result<std::shared_ptr<const Graph>> run() {
    builder_.set_name(source_.name());
    builder_.set_alignment(source_.alignment().count);
    builder_.set_extra(source_.data().extra);
    for (StreamId s : source_.streams())
      builder_.add_stream(source_.info(s).number, source_.info(s).name, {}, source_.info(s).color);
    Level top{.graph = source_};
    for (StreamId s : source_.streams()) top.streams.push_back(s);
    for (TensorId t : source_.tensors())
      top.at.push_back(add_value(source_, t, std::string(source_.name(t)), source_.size(t)));
    for (TensorId t : source_.tensors()) tensors_[t.index()].output = source_.is_output(t);
    for (OperatorId o : source_.operators()) names_.emplace(source_.name(o));
    top.moves_at.assign(source_.tensor_count(), false);
    STOWAGE_CHECK(lay_out(top));
    if (!unused_.empty())
      return tl::unexpected(Error::bad_input(
          "", "", "no operator " + stowage::quoted(unused_.begin()->first) + " has a loop or branches"));
    return build();
  }

 private:
  /// A tensor of the flat graph.
  struct Value {
    const Graph* graph;  // `like` is a tensor of it: it has its kind and alignment
    TensorId like;
    std::string name;
    Bytes size;
    bool output = false;
    OperatorId producer{};
    std::vector<OperatorId> consumers{};
  };

  /// A graph as it is laid out once: the source, or a body in one iteration.
  struct Level {
    const Graph& graph;
    std::string path{};               // of the body: "while/if:then"
    std::string names{};              // before the names of its tensors and operators: "while/if/then"
    std::string copy{};               // behind the names of its tensors and operators: "@1"
    std::int64_t runs = 1;            // how often it runs: durations are as long together
    bool moves = false;               // in a loop that has several iterations here
    std::vector<StreamId> streams{};  // by stream of the graph
    std::vector<TensorId> at{};       // by tensor of the graph
    std::vector<bool> moves_at{};     // by tensor: elsewhere in each iteration of some loop around
    OperatorId before{};              // what all of it comes after; none at the top
    std::vector<OperatorId> ends{};   // by stream: its last operator
  };

  static Result<void> fault(const Graph& around, OperatorId o, const std::string& reason,
                            Error::Kind kind = Error::Kind::bad_input) {
    return tl::unexpected(Error::of(kind, quoted(around.name(o)) + ": " + reason));
  }

  // ---- operators and tensors of the flat graph
  OperatorId add_operator(std::string name, StreamId stream, const Graph* graph = nullptr, OperatorId like = {},
                          std::string_view kind = {}, std::int64_t runs = 0) {
    // Operators of the source keep their names: no other takes one of these.
    if (graph != &source_)
      while (names_.contains(name) || builder_.find_operator(name).valid()) name += "'";
    GraphBuilder::Operator spec{.name = name, .stream = stream, .kind = kind};
    spec.phase = (here_.body != nullptr ? *here_.body : source_).phase(here_.id);
    if (graph != nullptr) {
      spec.kind = graph->kind(like);
      spec.phase = graph->phase(like);
      if (runs > 0) spec.duration = times(graph->duration(like), runs);
      const auto& extra = graph->data().operator_extra;
      if (const auto it = extra.find(like.index()); it != extra.end()) spec.extra = it->second;
    }
    source_operator_.push_back(current_);
    parts_.push_back(graph == nullptr ? LaidOut::Part::mark : part_of(runs));
    origins_.push_back(here_);
    turn_of_.push_back(turn_);
    return builder_.add_operator(spec);
  }
  static LaidOut::Part part_of(std::int64_t runs) { return runs > 0 ? LaidOut::Part::run : LaidOut::Part::other; }
  /// Too long a time becomes one that the builder refuses.
  static Duration times(Duration duration, std::int64_t runs) {
    const bool fits = runs == 0 || duration.nanoseconds <= kMaxDuration / runs;
    duration.nanoseconds = fits ? duration.nanoseconds * runs : kMaxDuration + 1;
    return duration;
  }
  /// The time that one run of all operators takes one after the other, in those of bodies once; at most kMaxDuration.
  static std::int64_t time_of(const Graph& graph) {
    std::int64_t sum = 0;
    for (OperatorId o : graph.operators()) {
      std::int64_t inner = 0;
      if (const Loop* loop = graph.loop(o)) inner = time_of(loop->body);
      for (const Branch& branch : graph.branches(o)) inner = std::max(inner, time_of(branch.body));
      sum = std::min(kMaxDuration, sum + (inner > 0 ? inner : graph.duration(o).nanoseconds));
    }
    return sum;
  }
  /// The words of `runs` for an operator; empty where there are none.
  std::string run_words(const std::string& path) {
    unused_.erase(path);
    const auto at = runs_.find(path);
    return at == runs_.end() ? std::string() : at->second;
  }
  TensorId add_value(const Graph& graph, TensorId like, std::string name, Bytes size) {
    tensors_.push_back({&graph, like, std::move(name), size});
    return TensorId(tensors_.size() - 1);
  }
  void make(TensorId value, OperatorId by) { tensors_[value.index()].producer = by; }
  void use(TensorId value, OperatorId by) { tensors_[value.index()].consumers.push_back(by); }
  void companions(TensorId a, TensorId b, bool by_choice = false) {
    if (a != b) builder_.add_companions({.first = a, .second = b, .by_choice = by_choice});
  }

  // ---- levels
  Result<void> lay_out(Level& level) {
    const Graph& graph = level.graph;
    std::vector<OperatorId> begin(graph.operator_count()), end(graph.operator_count());
    const auto around = here_;
    level.ends.assign(graph.stream_count(), OperatorId());
    for (OperatorId o : graph.operators()) {
      if (task_.poll(o.index(), 64)) return tl::unexpected(task_.why_stopped());
      if (builder_.operator_count() > kMaxLaidOut || tensors_.size() > kMaxLaidOut)
        return tl::unexpected(
            Error::of(Error::Kind::too_large, "the body of " + stowage::quoted(source_.name(current_)) +
                                                  ", laid out, has more than " + grouped_digits(kMaxLaidOut) +
                                                  " operators or tensors"));
      if (level.path.empty()) current_ = o;
      here_ = {level.path.empty() ? nullptr : &graph, o};
      begin[o.index()] = OperatorId(builder_.operator_count());
      if (graph.loop(o) != nullptr) {
        STOWAGE_CHECK(lay_out_loop(level, o));
      } else if (!graph.branches(o).empty()) {
        STOWAGE_CHECK(lay_out_branches(level, o));
      } else {
        const OperatorId here =
            add_operator(name_in(level, graph.name(o)), stream_of(level, o), &graph, o, {}, level.runs);
        for (TensorId t : graph.inputs(o)) use(level.at[t.index()], here);
        for (TensorId t : graph.outputs(o)) make(level.at[t.index()], here);
      }
      end[o.index()] = OperatorId(builder_.operator_count() - 1);
      OperatorId& last = level.ends[graph.stream(o).index()];
      if (!last.valid() && level.before.valid() && graph.stream(o).index() > 0)
        builder_.add_control(level.before, begin[o.index()]);
      last = end[o.index()];
    }
    here_ = around;
    for (const ControlEdge& edge : graph.control())
      builder_.add_control(end[edge.before.index()], begin[edge.after.index()]);
    for (GroupId g : graph.groups()) {
      std::vector<TensorId> members;
      for (TensorId t : graph.members(g)) members.push_back(level.at[t.index()]);
      groups_.push_back(std::move(members));
    }
    for (const View& view : graph.views())
      builder_.add_view({level.at[view.tensor.index()], level.at[view.of.index()], view.offset, {}});
    for (const InPlace& pair : graph.in_place()) {
      const OperatorId maker = graph.producer(pair.output);
      const bool has_bodies = maker.valid() && (graph.loop(maker) != nullptr || !graph.branches(maker).empty());
      if (has_bodies && pair.must)
        return fault(graph, maker,
                     quoted(graph.name(pair.output)) + " must be written over " + quoted(graph.name(pair.input)) +
                         ", but its bodies may need both");
      const TensorId output = level.at[pair.output.index()], input = level.at[pair.input.index()];
      // Permissions need not be used; two inputs may have one value.
      if (!has_bodies && in_place_.emplace(output, input).second)
        builder_.add_in_place({output, input, pair.low, pair.high, pair.must, {}});
    }
    return {};
  }
  [[nodiscard]] static std::string name_in(const Level& level, std::string_view name) {
    return level.path.empty() ? std::string(name) : level.names + "/" + std::string(name) + level.copy;
  }
  /// The path of an operator, and what is before the names of all that its bodies hold.
  static std::string path_of(const Level& level, OperatorId o) {
    return (level.path.empty() ? "" : level.path + "/") + std::string(level.graph.name(o));
  }
  static std::string names_of(const Level& level, OperatorId o) {
    return (level.path.empty() ? "" : level.names + "/") + std::string(level.graph.name(o));
  }
  [[nodiscard]] static StreamId stream_of(const Level& level, OperatorId o) {
    return level.streams[level.graph.stream(o).index()];
  }
  /// The streams of a body: its operator's stream, then streams of its own.
  std::vector<StreamId> streams_of(const Graph& body, StreamId around, const std::string& path) {
    std::vector<StreamId>& out = streams_[path];
    if (!out.empty() || body.stream_count() == 0) return out;
    out.push_back(around);
    for (std::size_t s = 1; s < body.stream_count(); ++s) {
      std::int64_t number = static_cast<std::int64_t>(s);
      while (builder_.find_stream(number).valid()) ++number;
      out.push_back(builder_.add_stream(number, path + ", " + body.label(StreamId(s))));
    }
    return out;
  }
  /// All that is laid out from now on is of this turn.
  void begin_turn(Turn turn) {
    turn.around = std::exchange(turn_, static_cast<std::uint32_t>(turns_.size()));
    turns_.push_back(std::move(turn));
  }
  void end_turn() { turn_ = turns_[turn_].around; }
  /// Makes `end`, on the first stream, wait for the others.
  void close(const Level& level, OperatorId end) {
    for (std::size_t s = 1; s < level.ends.size(); ++s)
      if (level.ends[s].valid()) builder_.add_control(level.ends[s], end);
  }

  /// By tensor of a body: the tensor of the same name among some tensors of the graph around it, or none.
  static std::vector<TensorId> same_names(const Graph& body, const Graph& around, std::span<const TensorId> some) {
    std::vector<TensorId> out(body.tensor_count());
    for (TensorId t : some)
      if (const TensorId same = body.find_tensor(around.name(t)); same.valid()) out[same.index()] = t;
    return out;
  }
  static std::vector<TensorId> consumed(const Graph& graph, OperatorId o) {
    std::vector<TensorId> out;
    for (TensorId t : graph.inputs(o))
      if (graph.producer(t) != o) out.push_back(t);
    return out;
  }
  static Result<void> check_sizes(const Graph& around, OperatorId o, const Graph& body,
                                  const std::vector<TensorId>& same) {
    for (TensorId t : body.tensors())
      if (const TensorId outer = same[t.index()]; outer.valid() && around.size(outer) != body.size(t))
        return fault(around, o,
                     "tensor " + quoted(body.name(t)) + " has " + grouped_digits(body.size(t).count) +
                         " bytes in the body and " + grouped_digits(around.size(outer).count) + " outside");
    return {};
  }

  /// The first operator of an operator with bodies. It makes the workspaces, which the last one uses, and everything
  /// that no body names: such an output may be written all the while.
  OperatorId open(Level& level, OperatorId o, const std::vector<bool>& named) {
    const Graph& graph = level.graph;
    const OperatorId start =
        add_operator(names_of(level, o) + "/start" + level.copy, stream_of(level, o), nullptr, {}, "start");
    for (TensorId t : consumed(graph, o)) use(level.at[t.index()], start);
    for (TensorId t : graph.outputs(o))
      if (!named[t.index()]) make(level.at[t.index()], start);
    return start;
  }
  /// The last operator of an operator with bodies; its own duration counts where these have none.
  OperatorId finish(Level& level, OperatorId o) {
    const Graph& graph = level.graph;
    std::int64_t inner = 0;
    if (const Loop* loop = graph.loop(o)) inner = time_of(loop->body);
    for (const Branch& branch : graph.branches(o)) inner = std::max(inner, time_of(branch.body));
    const OperatorId last =
        add_operator(name_in(level, graph.name(o)), stream_of(level, o), &graph, o, {}, inner > 0 ? 0 : level.runs);
    parts_.back() = part_of(level.runs);
    for (TensorId t : graph.outputs(o)) {
      Value& value = tensors_[level.at[t.index()].index()];
      if (!value.producer.valid()) value.producer = last;
      if (value.producer != last || std::ranges::count(graph.consumers(t), o) > 0) value.consumers.push_back(last);
    }
    return last;
  }

  static std::int64_t runs_of(const Level& level, std::int64_t count) {
    return level.runs == 0 || count <= kMaxDuration / level.runs ? level.runs * count : kMaxDuration;
  }

  // ---- loops
  struct LoopValues {
    const Loop& loop;
    const Graph& around;
    std::vector<TensorId> in, out;  // by tensor of the body: of the graph around, by the same name
    std::vector<TensorId> from;     // by tensor: what is carried into it
    std::vector<Bytes> size{};      // by tensor: of the values that it makes or begins with
    std::size_t copies = 0;
    std::vector<TensorId> begins{};             // by tensor without producer: its first value
    std::vector<std::vector<TensorId>> made{};  // by copy, by tensor with a producer

    /// The tensor whose value `t` holds in that copy, and the copy in which it was made (or 0, at the beginning).
    [[nodiscard]] std::pair<TensorId, std::size_t> origin(TensorId t, std::size_t copy) const {
      while (from[t.index()].valid() && copy > 0) {
        t = from[t.index()];
        --copy;
      }
      return {t, copy};
    }
    [[nodiscard]] TensorId value(TensorId t, std::size_t copy) const {
      const auto [holder, made_in] = origin(t, copy);
      return loop.body.producer(holder).valid() ? made[made_in][holder.index()] : begins[holder.index()];
    }
  };

  /// Every value is as large as any tensor that holds it.
  static void find_sizes(LoopValues& values) {
    for (TensorId t : values.loop.body.tensors()) values.size.push_back(values.loop.body.size(t));
    for (std::size_t round = 0; round <= values.loop.carry.size(); ++round)
      for (const auto& [into, from] : values.loop.carry)
        values.size[from.index()] = std::max(values.size[from.index()], values.size[into.index()]);
  }

  Result<void> lay_out_loop(Level& level, OperatorId o) {
    const Graph& graph = level.graph;
    const Loop& loop = *graph.loop(o);
    const Graph& body = loop.body;
    LoopValues values{.loop = loop,
                      .around = graph,
                      .in = same_names(body, graph, consumed(graph, o)),
                      .out = same_names(body, graph, graph.outputs(o)),
                      .from = carried_from(loop)};
    STOWAGE_CHECK(check_sizes(graph, o, body, values.in));
    STOWAGE_CHECK(check_sizes(graph, o, body, values.out));
    STOWAGE_CHECK(check_groups(graph, o, body, [&](TensorId t) {
      return values.in[t.index()].valid() || values.from[t.index()].valid() || !body.producer(t).valid();
    }));
    keep_names(level, body, {values.in, values.out});
    find_sizes(values);
    std::vector<bool> kept(body.tensor_count()), named(graph.tensor_count());
    for (TensorId t : body.tensors()) {
      kept[t.index()] = body.is_output(t) || values.out[t.index()].valid();
      if (values.out[t.index()].valid()) named[values.out[t.index()].index()] = true;
    }
    for (const auto& [into, from] : loop.carry) kept[from.index()] = true;
    const std::string path = path_of(level, o), names = names_of(level, o);
    const auto wanted = wanted_.find(path);
    const auto found = turns_of(loop, kept, wanted == wanted_.end() ? Turns() : wanted->second, task_);
    if (!found && found.error().is_stop()) return tl::unexpected(found.error());
    if (!found) return fault(graph, o, found.error().text(), found.error().kind);
    const Turns turns = *found;
    values.copies = turns.first + turns.repeat;

    const std::string words = run_words(path);
    const auto count = words.empty() ? std::optional<std::int64_t>(1) : number_of(words);
    if (!count || *count < (loop.runs_at_least_once ? 1 : 0))
      return fault(graph, o, "the loop needs a number of iterations, not " + stowage::quoted(words));
    if (const std::int64_t time = time_of(body); time > 0 && *count > kMaxDuration / time)
      return fault(graph, o, "so many iterations would take more than 2^53 ns");
    const OperatorId start = open(level, o, named);
    const bool moves = level.moves || values.copies > 1;
    for (TensorId t : body.tensors()) {
      values.begins.emplace_back();
      if (body.producer(t).valid()) continue;
      const TensorId outer = values.in[t.index()];
      // The first value of a tensor that is carried into is read where it is, unless that place changes with each
      // iteration around.
      const bool stays =
          outer.valid() && (!values.from[t.index()].valid() ||
                            (!level.moves_at[outer.index()] && values.size[t.index()] <= graph.size(outer)));
      values.begins.back() =
          stays ? level.at[outer.index()]
                : add_value(body, t, names + "/" + std::string(body.name(t)) + level.copy, values.size[t.index()]);
      if (!stays) make(values.begins.back(), start);
      if (!stays) use(values.begins.back(), start);
    }
    OperatorId before = start, last;
    for (std::size_t copy = 0; copy < values.copies; ++copy) {
      begin_turn({path, copy, false});
      Level inner{.graph = body,
                  .path = path,
                  .names = names,
                  .copy = level.copy + "@" + std::to_string(copy),
                  .runs = copy == 0 ? runs_of(level, *count) : 0,
                  .moves = moves,
                  .streams = streams_of(body, stream_of(level, o), path),
                  .before = before};
      values.made.emplace_back(body.tensor_count());
      for (TensorId t : body.tensors())
        if (body.producer(t).valid())
          values.made[copy][t.index()] =
              add_value(body, t, names + "/" + std::string(body.name(t)) + inner.copy, values.size[t.index()]);
      for (TensorId t : body.tensors()) {
        inner.at.push_back(values.value(t, copy));
        const bool carried = values.from[t.index()].valid(), outside = values.in[t.index()].valid();
        inner.moves_at.push_back(body.producer(t).valid() || carried ? moves
                                 : outside                           ? level.moves_at[values.in[t.index()].index()]
                                                                     : level.moves);
      }
      STOWAGE_CHECK(lay_out(inner));
      last = add_operator(names + "/end" + inner.copy, stream_of(level, o), nullptr, {}, "exit test");
      close(inner, last);
      end_turn();
      for (TensorId t : body.tensors())
        if (kept[t.index()]) use(values.value(t, copy), last);
      before = last;
    }
    // What the iterations to come need stays, and lies where they look for it.
    for (TensorId t : body.tensors())
      for (std::size_t copy = turns.first; copy < values.copies && !body.producer(t).valid(); ++copy) {
        const auto [maker, made_in] = values.origin(t, copy);
        if (!body.producer(maker).valid()) {
          use(values.begins[maker.index()], last);
        } else if (made_in < turns.first) {  // kept to the end by the tensor that hands it on
          companions(values.made[made_in][maker.index()], values.made[made_in + turns.repeat][maker.index()], true);
        }
      }
    leave(level, o, values, start);
    finish(level, o, values, start);
    return keep_table(path, body, turns.first, turns.repeat, [&](TensorId t, std::size_t copy) {
      const bool outside = !body.producer(t).valid() && !values.from[t.index()].valid() && values.in[t.index()].valid();
      return outside ? TensorId() : values.value(t, copy);
    });
  }

  /// The way out after each iteration, and before the first: the results are copied to where the operator makes them,
  /// one after the other, so that each spares those still to be copied.
  void leave(Level& level, OperatorId o, const LoopValues& values, OperatorId start) {
    constexpr std::size_t kMaxCopies = 5'000;            // above, the operator's outputs spare everything in the loop
    std::vector<std::pair<TensorId, TensorId>> results;  // of the graph around, and of the body
    for (TensorId t : values.loop.body.tensors())
      if (values.out[t.index()].valid()) results.emplace_back(values.out[t.index()], t);
    std::ranges::sort(results);
    if (results.size() < 2) return;  // nothing else to spare
    if ((values.copies + 1) * (results.size() + 1) > kMaxCopies) {
      for (const auto& [outer, result] : results) make(level.at[outer.index()], start);
      return;
    }
    const OperatorId begin(builder_.operator_count());
    const std::string name = names_of(level, o) + "/";
    for (std::size_t count = values.loop.runs_at_least_once ? 1 : 0; count <= values.copies; ++count) {
      const std::string when = level.copy + (count == 0 ? "@none" : "@" + std::to_string(count - 1));
      std::vector<OperatorId> steps;
      for (std::size_t k = 0; k <= results.size(); ++k)
        steps.push_back(add_operator(name + "leave" + when, stream_of(level, o), nullptr, {}, "copy results"));
      for (std::size_t k = 0; k < results.size(); ++k) {
        const auto& [outer, result] = results[k];
        if (const TensorId value = count == 0 ? before_all(level, values, result) : values.value(result, count - 1);
            value.valid()) {
          const TensorId held =
              add_value(values.loop.body, result, name + std::string(values.loop.body.name(result)) + " leaving" + when,
                        tensors_[value.index()].size);
          make(held, steps[0]);
          use(held, steps[k]);
          held_.push_back({held, value, start, begin});
        }
        const TensorId copied = add_value(
            level.graph, outer, name + std::string(level.graph.name(outer)) + " left" + when, level.graph.size(outer));
        make(copied, steps[k + 1]);
        use(copied, steps.back());
        companions(copied, level.at[outer.index()]);
      }
    }
  }
  /// The last operator. As of any operator, its outputs lie apart from all that it consumes, also from the place that a
  /// first value had, even if other values have it meanwhile.
  void finish(Level& level, OperatorId o, const LoopValues& values, OperatorId start) {
    const std::string name = names_of(level, o) + "/";
    const auto is_first_value = [&](TensorId t) {
      const TensorId inside = values.loop.body.find_tensor(level.graph.name(t));
      return inside.valid() && values.from[inside.index()].valid();
    };
    const std::vector<TensorId> read = consumed(level.graph, o);
    OperatorId before;
    if (std::ranges::any_of(read, is_first_value))
      before = add_operator(name + "last" + level.copy, stream_of(level, o), nullptr, {}, "end");
    const OperatorId last = finish(level, o);
    for (TensorId t : read) {
      if (!is_first_value(t)) {
        use(level.at[t.index()], last);
        continue;
      }
      const TensorId held = add_value(level.graph, t, name + std::string(level.graph.name(t)) + " last" + level.copy,
                                      level.graph.size(t));
      make(held, before);
      use(held, last);
      held_.push_back({held, level.at[t.index()], start, before});
    }
  }
  /// What leaves a loop that never runs: the value that the result would be carried into.
  static TensorId before_all(const Level& level, const LoopValues& values, TensorId result) {
    for (const auto& [into, from] : values.loop.carry)
      if (from == result && values.in[into.index()].valid()) return level.at[values.in[into.index()].index()];
    return {};
  }

  // ---- branches
  Result<void> lay_out_branches(Level& level, OperatorId o) {
    const Graph& graph = level.graph;
    std::vector<bool> named(graph.tensor_count());
    for (const Branch& branch : graph.branches(o))
      for (TensorId t : graph.outputs(o))
        if (branch.body.find_tensor(graph.name(t)).valid()) named[t.index()] = true;
    const OperatorId start = open(level, o, named);
    const std::string path = path_of(level, o), names = names_of(level, o);
    const auto branches = graph.branches(o);
    const std::string words = run_words(path);
    std::size_t chosen = 0;
    for (std::size_t k = 1; k < branches.size() && words.empty(); ++k)
      if (time_of(branches[k].body) > time_of(branches[chosen].body)) chosen = k;
    if (!words.empty()) {
      const auto by_name = std::ranges::find(branches, words, &Branch::name);
      const auto number = number_of(words);
      chosen = by_name != branches.end() ? static_cast<std::size_t>(by_name - branches.begin())
                                         : static_cast<std::size_t>(number.value_or(-1));
      if (chosen >= branches.size()) return fault(graph, o, "has no branch " + stowage::quoted(words));
    }
    OperatorId before = start;
    for (std::size_t k = 0; k < branches.size(); ++k) {
      STOWAGE_TRY(before, lay_out_branch(level, o, branches[k], before, k == chosen));
    }
    const OperatorId last = finish(level, o);
    for (TensorId t : consumed(graph, o)) use(level.at[t.index()], last);
    return {};
  }

  Result<OperatorId> lay_out_branch(Level& level, OperatorId o, const Branch& branch, OperatorId before,
                                    bool is_chosen) {
    const Graph &graph = level.graph, &body = branch.body;
    const std::string path = path_of(level, o) + ":" + branch.name, names = names_of(level, o) + "/" + branch.name;
    const auto in = same_names(body, graph, consumed(graph, o)), out = same_names(body, graph, graph.outputs(o));
    STOWAGE_CHECK(check_sizes(graph, o, body, in));
    STOWAGE_CHECK(check_sizes(graph, o, body, out));
    STOWAGE_CHECK(check_groups(graph, o, body, [&](TensorId t) { return in[t.index()].valid(); }));
    keep_names(level, body, {in, out});
    Level inner{.graph = body,
                .path = path,
                .names = names,
                .copy = level.copy,
                .runs = is_chosen ? level.runs : 0,
                .moves = level.moves,
                .streams = streams_of(body, stream_of(level, o), path),
                .before = before};
    begin_turn({path, 0, true});
    std::vector<TensorId> begins, results;
    for (TensorId t : body.tensors()) {
      inner.moves_at.push_back(in[t.index()].valid() ? level.moves_at[in[t.index()].index()] : level.moves);
      if (in[t.index()].valid()) {
        inner.at.push_back(level.at[in[t.index()].index()]);
        continue;
      }
      inner.at.push_back(add_value(body, t, names + "/" + std::string(body.name(t)) + level.copy, body.size(t)));
      if (!body.producer(t).valid()) begins.push_back(inner.at.back());
      if (body.is_output(t)) results.push_back(inner.at.back());
      if (!out[t.index()].valid()) continue;
      results.push_back(inner.at.back());
      companions(inner.at.back(), level.at[out[t.index()].index()]);
    }
    if (!begins.empty()) {
      inner.before = add_operator(names + "/start" + level.copy, stream_of(level, o), nullptr, {}, "start");
      for (TensorId begin : begins) make(begin, inner.before);
    }
    STOWAGE_CHECK(lay_out(inner));
    const OperatorId end = add_operator(names + "/end" + level.copy, stream_of(level, o), nullptr, {}, "end");
    close(inner, end);
    end_turn();
    for (TensorId result : results) use(result, end);
    STOWAGE_CHECK(keep_table(path, body, 0, 1, [&](TensorId t, std::size_t) {
      return in[t.index()].valid() || out[t.index()].valid() ? TensorId() : inner.at[t.index()];
    }));
    return end;
  }

  // ---- the rest
  void keep_names(const Level& level, const Graph& body, std::initializer_list<std::vector<TensorId>> same) {
    Outside& outside = outside_[&body];
    outside.around = level.path.empty() ? nullptr : &level.graph;
    outside.same.resize(body.tensor_count());
    for (const auto& each : same)
      for (TensorId t : body.tensors())
        if (each[t.index()].valid()) outside.same[t.index()] = each[t.index()];
  }
  /// The tensor that it is, as far out as it goes.
  [[nodiscard]] Origin<TensorId> outermost(Origin<TensorId> at) const {
    while (at.body != nullptr) {
      const Outside& outside = outside_.at(at.body);
      if (!outside.same[at.id.index()].valid()) break;
      at = {outside.around, outside.same[at.id.index()]};
    }
    return at;
  }
  /// By operator or tensor of the flat graph: the first that comes from the same one of the file.
  template <class AnyId, class InFile>
  static std::vector<AnyId> firsts(std::size_t count, const InFile& in_file) {
    std::unordered_map<const Graph*, std::vector<AnyId>> first;  // by body, by operator or tensor of it
    std::vector<AnyId> out(count);
    for (std::size_t k = 0; k < count; ++k) {
      const Origin<AnyId> origin = in_file(k);
      if (!origin.id.valid()) continue;
      std::vector<AnyId>& known = first[origin.body];
      if (known.size() <= origin.id.index()) known.resize(origin.id.index() + 1);
      if (!known[origin.id.index()].valid()) known[origin.id.index()] = AnyId(k);
      out[k] = known[origin.id.index()];
    }
    return out;
  }

  /// Groups stay whole in each copy of a body: none may hold a tensor that several copies have in common.
  template <class Common>
  static Result<void> check_groups(const Graph& around, OperatorId o, const Graph& body, const Common& is_common) {
    for (GroupId g : body.groups())
      for (TensorId t : body.members(g))
        if (is_common(t))
          return fault(around, o,
                       "tensor " + quoted(body.name(t)) +
                           " is in a contiguous group of the body, and is handed into it from outside");
    return {};
  }

  /// A body in a loop is laid out several times, and has one place each time.
  template <class Place>
  Result<void> keep_table(const std::string& path, const Graph& body, std::size_t first, std::size_t repeat,
                          const Place& place) {
    const auto [known, is_new] = table_of_.try_emplace(path, tables_.size());
    if (is_new) tables_.push_back({path, &body, first, repeat, {}, here_});
    if (tables_[known->second].body != &body)
      return tl::unexpected(Error::bad_input("", "",
                                             "two bodies have the name " + stowage::quoted(path) +
                                                 " in plans: give an operator or a branch another name"));
    for (TensorId t : body.tensors()) {
      std::vector<TensorId> row;
      for (std::size_t copy = 0; copy < first + repeat; ++copy)
        if (const TensorId here = place(t, copy); here.valid()) row.push_back(here);
      if (is_new) {
        tables_.back().places.push_back(std::move(row));
        continue;
      }
      const auto& same = tables_[known->second].places[t.index()];
      for (std::size_t k = 0; k < row.size(); ++k) companions(same[k], row[k]);
    }
    return {};
  }

  Result<std::shared_ptr<const Graph>> build() {
    // A value that leaves a loop may lie where it was made, unless somebody outside needs that, too.
    for (const Held& each : held_) {
      Value& value = tensors_[each.value.index()];
      // An operator before the loop may come after it in another order.
      const bool ours = !value.output && std::ranges::all_of(value.consumers, [&](OperatorId use) {
        return each.start <= use && use < each.end;
      });
      if (ours) {
        companions(each.held, each.value);
        continue;
      }
      Value& held = tensors_[each.held.index()];
      value.consumers.insert(value.consumers.end(), held.consumers.begin(), held.consumers.end());
      held.size = {};
    }
    builder_.reserve(builder_.operator_count(), tensors_.size());
    std::vector<Origin<TensorId>> tensor_origins;
    for (Value& value : tensors_) {
      tensor_origins.push_back({value.graph == &source_ ? nullptr : value.graph, value.like});
      const auto& extra = value.graph->data().tensor_extra;
      const auto it = value.graph == &source_ ? extra.find(value.like.index()) : extra.end();
      const bool is_source = builder_.tensor_count() < source_.tensor_count();
      while (!is_source && builder_.find_tensor(value.name).valid()) value.name += "'";
      builder_.add_tensor({.name = value.name,
                           .size = value.size,
                           .at_least = has_unknown_size(*value.graph, value.like),
                           .producer = value.producer,
                           .consumers = value.consumers,
                           .output = value.output,
                           .kind = value.graph->kind(value.like),
                           .alignment = value.graph->alignment(value.like),
                           .extra = it == extra.end() || !is_source ? std::string_view() : it->second});
    }
    for (const auto& group : groups_) builder_.add_group(group);
    STOWAGE_TRY(auto built, std::move(builder_).build());
    Graph::Data data = built.graph.data();
    auto first_operators = firsts<OperatorId>(origins_.size(), [&](std::size_t k) {
      return parts_[k] == LaidOut::Part::mark ? Origin<OperatorId>() : origins_[k];
    });
    auto first_tensors =
        firsts<TensorId>(tensor_origins.size(), [&](std::size_t k) { return outermost(tensor_origins[k]); });
    data.laid_out = std::make_shared<const LaidOut>(LaidOut{.source = std::move(shared_),
                                                            .operators = std::move(source_operator_),
                                                            .operator_origins = std::move(origins_),
                                                            .tensor_origins = std::move(tensor_origins),
                                                            .first_operators = std::move(first_operators),
                                                            .first_tensors = std::move(first_tensors),
                                                            .parts = std::move(parts_),
                                                            .tables = std::move(tables_),
                                                            .turns = std::move(turns_),
                                                            .turn = std::move(turn_of_)});
    return std::make_shared<const Graph>(std::move(data));
  }

  struct Held {
    TensorId held, value;
    OperatorId start, end;  // of the loop's operators
  };

  /// Of a body: the graph around it (null: the source), and by tensor the tensor of that graph which it is, or none.
  struct Outside {
    const Graph* around = nullptr;
    std::vector<TensorId> same{};
  };

  std::shared_ptr<const Graph> shared_;
  const Graph& source_;
  const BodyRuns& runs_;
  BodyRuns unused_;  // names that no operator has, so far
  const BodyTurns& wanted_;
  const Task& task_;
  GraphBuilder builder_;
  std::vector<Value> tensors_;
  std::unordered_set<std::string_view> names_;  // of the source's operators
  std::vector<OperatorId> source_operator_;
  std::vector<LaidOut::Part> parts_;
  OperatorId current_;
  Origin<OperatorId> here_;
  std::vector<Origin<OperatorId>> origins_;  // by operator
  std::unordered_map<const Graph*, Outside> outside_;
  std::vector<Turn> turns_;
  std::vector<std::uint32_t> turn_of_;  // by operator
  std::uint32_t turn_ = kNoTurn;
  std::vector<std::vector<TensorId>> groups_;
  std::set<std::pair<TensorId, TensorId>> in_place_;
  std::vector<Held> held_;
  std::unordered_map<std::string, std::vector<StreamId>> streams_;  // by path
  std::unordered_map<std::string, std::size_t> table_of_;           // by path
  std::vector<BodyTable> tables_;
};

/// The best plan that a short search finds; none where there is none.
std::optional<Plan> short_plan(const Graph& graph, const Task& task) {
  PlanRequest request{.strategies = {find_layout_strategy("search")}};
  request.options.iterations = 2'000;
  auto plans = make_plans(graph, request, task);
  return plans ? std::optional(plans->best()) : std::nullopt;
}

/// Values that have several places by turns, though each needs one, may leave fewer holes: `flat`, or the graph with
/// more turns whose plan is smaller. Only small graphs are tried.
Result<std::shared_ptr<const Graph>> with_turns_that_pay(const std::shared_ptr<const Graph>& graph,
                                                         std::shared_ptr<const Graph> flat, const BodyRuns& runs,
                                                         const Task& task) {
  constexpr std::size_t kMostTensors = 64;
  const auto is_small = [](const Graph& each) { return each.tensor_count() <= kMostTensors; };
  if (!flat->has_companions_by_choice() || !is_small(*flat)) return flat;
  std::optional<Plan> best = short_plan(*flat, task);
  const std::shared_ptr<const Graph> fewest = flat;
  for (std::size_t times = 2; times <= 3 && best && best->footprint > best->lower_bound; ++times) {
    BodyTurns turns;
    for (const BodyTable& table : fewest->laid_out()->tables) turns[table.path] = {table.first, table.repeat * times};
    auto more = Flattener(graph, runs, turns, task).run();
    if (!more || !is_small(**more)) break;
    std::optional<Plan> plan = short_plan(**more, task);
    if (!plan || plan->footprint >= best->footprint) continue;
    best = std::move(plan);
    flat = *std::move(more);
  }
  if (task.should_stop()) return tl::unexpected(task.why_stopped());
  return flat;
}

}  // namespace

Result<std::shared_ptr<const Graph>> lay_out_bodies(std::shared_ptr<const Graph> graph, const BodyRuns& runs,
                                                    const Task& task, const BodyTurns& turns) {
  if (!graph->has_bodies() && runs.empty()) return graph;
  STOWAGE_TRY(auto flat, Flattener(graph, runs, turns, task).run());
  return turns.empty() ? with_turns_that_pay(graph, std::move(flat), runs, task) : std::move(flat);
}

}  // namespace stowage
