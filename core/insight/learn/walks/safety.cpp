// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "core/insight/learn/walks/walks.h"
#include "core/papers/somas/somas_safety.h"

namespace stowage {
namespace {

/// A square a pair, and the names of the tensors between.
class PairSquares {
 public:
  PairSquares(const Graph& graph, WalkMaker& maker)
      : maker_(maker), count_(graph.tensor_count()), shown_(count_ * count_) {
    maker.set_plane(WalkPlane::Along::tensors, WalkPlane::Up::rows);
  }
  /// Names on the diagonal, from this step on.
  void name_all(std::span<const TensorId> tensors) {
    names_.assign(tensors.begin(), tensors.end());
    for (std::size_t k = 0; k < tensors.size(); ++k) maker_.add(name(WalkMark::Role::waiting, k));
  }
  /// An answer stays; one that is safe is final. The pair and both names are framed.
  void judge(std::size_t a, std::size_t b, bool safe) {
    const auto [low, high] = std::minmax(a, b);
    maker_.once(square(WalkMark::Role::current, low, high));
    for (const std::size_t k : {low, high}) maker_.once(name(WalkMark::Role::current, k));
    auto& [mark, is_safe] = shown_[low * count_ + high];
    if (mark != 0 && (is_safe || !safe)) return;
    if (mark != 0) maker_.end(mark - 1);
    is_safe = safe;
    WalkMark answer = square(safe ? WalkMark::Role::placed : WalkMark::Role::refused, low, high);
    answer.label = safe ? WalkText::tr("safe") : WalkText::tr("unsafe");
    mark = maker_.add(std::move(answer)) + 1;
  }

 private:
  struct Shown {
    std::size_t mark = 0;  // plus 1; 0: none
    bool safe = false;
  };
  [[nodiscard]] static WalkMark square(WalkMark::Role role, std::size_t row, std::size_t column) {
    return {.role = role,
            .begin = static_cast<double>(column),
            .end = static_cast<double>(column + 1),
            .run = {static_cast<std::int64_t>(row), static_cast<std::int64_t>(row + 1)}};
  }

  [[nodiscard]] WalkMark name(WalkMark::Role role, std::size_t k) const {
    WalkMark mark = square(role, k, k);
    mark.tensor = names_[k];
    return mark;
  }

  WalkMaker& maker_;
  std::vector<TensorId> names_;
  std::size_t count_;
  std::vector<Shown> shown_;  // [low][high]
};

std::string names_of(const Graph& graph, std::span<const OperatorId> operators) {
  std::string out;
  for (OperatorId o : operators) out += (out.empty() ? "" : ", ") + std::string(graph.name(o));
  return out;
}

Result<Walk> walk_algorithm_1(const WalkInput& in, const Task& task) {
  const Graph& graph = *in.graph;
  std::vector<AncestorTest> tests;
  if (auto made = run_algorithm_1(graph, &tests, task); !made) return tl::unexpected(made.error());
  WalkMaker maker(in, {{0, WalkText::tr("all pairs are unsafe; AncNodes[n]: all operators with a path to n")},
                       {0, WalkText::tr("for each pair of tensors a, b:")},
                       {1, WalkText::tr("if AncNodes of b's producer has all of DestNodes[a]: the pair is safe")},
                       {1, WalkText::tr("if AncNodes of a's producer has all of DestNodes[b]: the pair is safe")}});
  PairSquares squares(graph, maker);
  std::vector<TensorId> tensors;
  std::vector<std::size_t> place(graph.tensor_count());
  WalkTable table{{WalkText::tr("Tensor"), WalkText::tr("Producer"), WalkText::tr("DestNodes")}, {}};
  for (TensorId t : graph.tensors()) {
    if (!graph.is_needed(t)) continue;
    place[t.index()] = tensors.size();
    tensors.push_back(t);
    const OperatorId producer = graph.producer(t);
    const auto users = graph.consumers(t);
    table.rows.push_back(walk_row(graph.name(t), producer.valid() ? graph.name(producer) : std::string_view("SRC"),
                                  users.empty() ? WalkText::tr("its producer, as nothing uses it")
                                                : WalkWords{"%1"}.with(names_of(graph, users))));
  }
  maker.step(0, WalkText::tr("Tensors: %1. Pairs of them: %2. At first, all pairs are unsafe.")
                    .with(tensors.size(), tests.size()));
  squares.name_all(tensors);
  maker.table(std::move(table));
  TensorId first = tests.empty() ? TensorId() : tests[0].first;
  for (const AncestorTest& test : tests) {
    if (test.first != first) maker.begin_block();
    first = test.first;
    const auto a = graph.name(test.first), b = graph.name(test.second);
    const auto producer = [&](TensorId t) -> std::string_view {
      return graph.producer(t).valid() ? graph.name(graph.producer(t)) : std::string_view("SRC");
    };
    const auto missing = [&](OperatorId o) { return o.valid() ? graph.name(o) : std::string_view("SNK"); };
    if (test.first_before.safe || test.second_before.safe) {
      const bool forth = test.first_before.safe;
      maker.step(forth ? 2 : 3,
                 WalkText::tr(
                     "All of DestNodes[%1] lead to %2, which makes %3: %1 is over before %3 is made. The pair is safe.")
                     .with(forth ? a : b, producer(forth ? test.second : test.first), forth ? b : a));
    } else {
      maker.step(3, WalkText::tr("%1 uses %2 and does not lead to %3, which makes %4; %5 uses %4 and does not lead to "
                                 "%6, which makes %2. The pair stays unsafe.")
                        .with(missing(test.first_before.missing), a, producer(test.second), b,
                              missing(test.second_before.missing), producer(test.first)));
    }
    const std::size_t i = place[test.first.index()], j = place[test.second.index()];
    squares.judge(i, j, test.first_before.safe || test.second_before.safe);
    maker.table({}, {static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
  }
  return maker.take();
}

/// Algorithm 2 in words.
class StreamWalk {
 public:
  StreamWalk(const WalkInput& in, const StreamGraphTold& told)
      : graph_(*in.graph),
        told_(told),
        maker_(
            in,
            {{0, WalkText::tr("all pairs are unsafe; StartTime, EndTime, MaxAncId, AncStreams as in the table")},
             {0, WalkText::tr("for each stream s1, for each stream s2 in AncStreams[s1], made there: t1, t2")},
             {1, WalkText::tr("if t2 stays in s2: safe if EndTime[t2][s2] ≤ MaxAncId[t1][s2]")},
             {1, WalkText::tr("if not: safe if ValidAncestor(t2, t1)")},
             {0,
              WalkText::tr(
                  "for each pair of one stream: safe if one ends before the other starts, or is its ValidAncestor")}}),
        squares_(graph_, maker_) {}

  [[nodiscard]] Walk walk() {
    begin();
    for (std::uint32_t s = 0; s < told_.ancestor_streams.size(); ++s) {
      if (told_.ancestor_streams[s].empty()) continue;
      std::string names;
      for (std::uint32_t other : told_.ancestor_streams[s]) names += (names.empty() ? "" : ", ") + name(other);
      maker_.step(0, WalkText::tr("AncStreams[%1] has %2: an operator of it leads to one of %1.").with(name(s), names));
      maker_.table({});
    }
    std::optional<std::pair<std::uint32_t, std::uint32_t>> block;
    for (const StreamGraphTold::Test& test : told_.tests) {
      const bool same = test.line == Line::same_stream;
      const std::pair now{told_.rows[test.first].stream, told_.rows[test.second].stream};
      if (block.value_or(now) != now) maker_.begin_block();
      block = now;
      maker_.step(same ? 4 : test.line == Line::end_time ? 2 : 3, words_of(test));
      squares_.judge(test.first, test.second, test.safe);
      maker_.table({}, {static_cast<std::uint32_t>(test.first), static_cast<std::uint32_t>(test.second)});
    }
    return maker_.take();
  }

 private:
  using Row = StreamGraphTold::Row;
  using Line = StreamGraphTold::Line;

  [[nodiscard]] std::string name(std::uint32_t stream) const {
    if (stream == graph_.stream_count()) return "SRC";
    if (stream > graph_.stream_count()) return "SNK";
    return std::to_string(graph_.info(StreamId(std::size_t{stream})).number);
  }
  [[nodiscard]] std::string_view name(const Row& row) const { return graph_.name(row.tensor); }

  /// The table: a column a stream for EndTime, one for MaxAncId.
  void begin() {
    std::vector<std::uint32_t> streams;  // that mean anything
    for (std::uint32_t s = 0; s < told_.ancestor_streams.size(); ++s)
      if (s < graph_.stream_count() || std::ranges::any_of(told_.rows, [&](const Row& row) {
            return row.max_ancestors[s] > 0 ||
                   std::ranges::find(row.ends, s, &StreamGraphTold::End::stream) != row.ends.end();
          }))
        streams.push_back(s);
    WalkTable table{{WalkText::tr("Tensor"), WalkText::tr("Stream"), WalkText::tr("StartTime")}, {}};
    for (std::uint32_t s : streams) table.columns.push_back(WalkText::tr("EndTime %1").with(name(s)));
    for (std::uint32_t s : streams) table.columns.push_back(WalkText::tr("MaxAncId %1").with(name(s)));
    std::vector<TensorId> tensors;
    for (const Row& row : told_.rows) {
      tensors.push_back(row.tensor);
      std::vector<WalkWords> cells = walk_row(name(row), name(row.stream), row.start);
      for (std::uint32_t s : streams) {
        const auto end = std::ranges::find(row.ends, s, &StreamGraphTold::End::stream);
        cells.push_back(end == row.ends.end() ? WalkWords() : WalkWords{"%1"}.with(end->time));
      }
      for (std::uint32_t s : streams) cells.push_back(WalkWords{"%1"}.with(row.max_ancestors[s]));
      table.rows.push_back(std::move(cells));
    }
    maker_.step(0, WalkText::tr("The table has for each tensor: the place of its producer in its stream, of its last "
                                "use in each stream, and of the last ancestor of its producer in each stream."));
    squares_.name_all(tensors);
    maker_.table(std::move(table));
  }

  [[nodiscard]] WalkWords words_of(const StreamGraphTold::Test& test) const {
    const Row &t1 = told_.rows[test.first], &t2 = told_.rows[test.second];
    if (test.line == Line::end_time)
      return (test.safe ? WalkText::tr("%1 stays in stream %2: EndTime %3 ≤ MaxAncId %4 of %5. Safe.")
                        : WalkText::tr("%1 stays in stream %2: EndTime %3 > MaxAncId %4 of %5. Not shown safe."))
          .with(name(t2), name(t2.stream), t2.ends.front().time, t1.max_ancestors[t2.stream], name(t1));
    if (test.line == Line::same_stream)
      return (test.safe ? WalkText::tr("%1 and %2, made in stream %3 at %4 and %5: one is over before the other. Safe.")
                        : WalkText::tr("%1 and %2, made in stream %3 at %4 and %5: neither is over before the other."))
          .with(name(t1), name(t2), name(t1.stream), t1.start, t2.start);
    if (test.safe)
      return WalkText::tr("ValidAncestor(%1, %2): the producer of %2 waits for each EndTime of %1. Safe.")
          .with(name(t2), name(t1));
    const auto [stream, end] = *test.blocks;
    const std::uint32_t waits = stream == t1.stream ? t1.start - 1 : t1.max_ancestors[stream];
    return WalkText::tr(
               "Not ValidAncestor(%1, %2): the EndTime of %1 in stream %3 is %4, and %2 waits for %5 there. Not shown "
               "safe.")
        .with(name(t2), name(t1), name(stream), end, waits);
  }

  const Graph& graph_;
  const StreamGraphTold& told_;
  WalkMaker maker_;
  PairSquares squares_;
};

Result<Walk> walk_algorithm_2(const WalkInput& in, const Task& task) {
  StreamGraphTold told;
  if (auto made = run_algorithm_2(*in.graph, &told, task); !made) return tl::unexpected(made.error());
  return StreamWalk(in, told).walk();
}

}  // namespace

constexpr WalkInfo kWalkSafety1{.id = "safety.1",
                                .title = StrategyText::tr("Safe pairs, Algorithm 1"),
                                .source = "Lamprou et al., SOMAS, Algorithm 1",
                                .unit = StrategyText::tr("tensor"),
                                .strategy = nullptr,
                                .most = kMostWalkPairs,
                                .make = walk_algorithm_1};
constexpr WalkInfo kWalkSafety2{.id = "safety.2",
                                .title = StrategyText::tr("Safe pairs, Algorithm 2"),
                                .source = "Lamprou et al., SOMAS, Algorithms 2 to 5",
                                .unit = StrategyText::tr("stream pair"),
                                .strategy = nullptr,
                                .most = kMostWalkPairs,
                                .make = walk_algorithm_2};

}  // namespace stowage
