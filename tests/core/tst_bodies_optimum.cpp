// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <random>

#include "core/check/bound_check.h"
#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"
#include "tests/support/core_test.h"
#include "tests/support/results.h"

namespace {

/// All places of a graph with one loop, tried one by one. Says when each value is in use by walking through the
/// iterations, without the graph in which they are laid out. Nothing is copied from one iteration to the next; each
/// value made in the loop has a place in each of `first` + `repeat` turns.
class EveryPlace {
 public:
  EveryPlace(const Graph& graph, OperatorId looping, std::size_t first, std::size_t repeat)
      : graph_(graph), looping_(looping), loop_(*graph.loop(looping)), first_(first), repeat_(repeat) {
    const auto time_of = [&](OperatorId o) { return o < looping_ ? static_cast<int>(o.index()) : kAfter; };
    for (TensorId t : graph_.tensors()) {
      const int made = graph_.producer(t).valid() ? time_of(graph_.producer(t)) : -1;
      const bool by_loop = graph_.producer(t) == looping_;
      int end = by_loop ? kAfter : made;
      bool in_loop = false;
      for (OperatorId use : graph_.consumers(t)) {
        in_loop = in_loop || use == looping_;
        if (use != looping_) end = std::max(end, time_of(use));
      }
      const TensorId inside = in_loop ? loop_.body.find_tensor(graph_.name(t)) : TensorId();
      const bool carried = inside.valid() && from(inside).valid();
      if (in_loop && !carried) end = std::max(end, kAfter - 1);
      if (graph_.is_output(t)) end = kAfter + 1;
      outer_[t.index()] = add({"", t.index()}, graph_.size(t));
      in_use(outer_[t.index()], by_loop ? kAfter : made, end);
    }
    // As of any operator: the results lie apart from all that the loop consumes.
    for (TensorId in : graph_.inputs(looping_))
      for (TensorId out : graph_.outputs(looping_))
        apart_.insert(std::minmax(outer_.at(in.index()), outer_.at(out.index())));
    walk();
    for (std::size_t a = 0; a < uses_.size(); ++a)
      for (std::size_t b = 0; b < a; ++b)
        if (uses_[a].place != uses_[b].place ? meet(uses_[a], uses_[b])
                                             : uses_[a].value != uses_[b].value && meet(uses_[a], uses_[b])) {
          possible_ = possible_ && uses_[a].place != uses_[b].place;
          apart_.insert(std::minmax(uses_[a].place, uses_[b].place));
        }
  }

  /// Whether all of it fits into so many bytes.
  [[nodiscard]] bool fits(std::int64_t bytes) {
    bytes_ = bytes;
    at_.assign(sizes_.size(), 0);
    return possible_ && place(0);
  }

 private:
  static constexpr int kStart = 100, kIteration = 20, kAfter = 100'000;
  struct Use {
    std::size_t place;
    std::size_t value;
    int begin, end;
  };

  [[nodiscard]] TensorId from(TensorId t) const {
    for (const Carry& carry : loop_.carry)
      if (carry.into == t) return carry.from;
    return {};
  }
  std::size_t add(const std::pair<std::string, std::size_t>& key, Bytes size) {
    const auto [at, is_new] = places_.try_emplace(key, sizes_.size());
    if (is_new) sizes_.push_back(size.count);
    return at->second;
  }
  void in_use(std::size_t place, int begin, int end) { uses_.push_back({place, values_++, begin, end}); }
  static bool meet(const Use& a, const Use& b) { return a.begin <= b.end && b.begin <= a.end; }

  /// Follows each value from where it is made through all that read it.
  void walk() {
    const Graph& body = loop_.body;
    const std::size_t iterations = first_ + 3 * repeat_ + 3;
    const auto begin_of = [&](std::size_t c) { return kStart + kIteration * static_cast<int>(c); };
    struct Value {
      std::size_t place;
      int begin, end;
    };
    std::map<std::pair<std::size_t, std::size_t>, Value> values;  // by tensor that it was made as, and iteration
    using Key = std::pair<std::size_t, std::size_t>;
    std::vector<Key> held(body.tensor_count()), last;
    for (std::size_t c = 0; c < iterations; ++c) {
      last = held;
      const std::size_t turn = c < first_ ? c : first_ + (c - first_) % repeat_;
      for (TensorId t : body.tensors()) {
        Key& now = held[t.index()];
        if (body.producer(t).valid()) {
          now = {t.index(), c};
          const int made = begin_of(c) + 1 + static_cast<int>(body.producer(t).index());
          values[now] = {add({"turn " + std::to_string(turn), t.index()}, body.size(t)), made, made};
        } else if (c > 0 && from(t).valid()) {
          now = last[from(t).index()];
        } else if (c == 0) {
          now = {t.index(), 1'000 + c};
          TensorId outside;
          for (TensorId in : graph_.inputs(looping_))
            if (graph_.name(in) == body.name(t)) outside = in;
          values[now] = {outside.valid() ? outer_.at(outside.index()) : add({"begin", t.index()}, body.size(t)), kStart,
                         kStart};
        }
      }
      const auto used = [&](const Key& key, int time) { values[key].end = std::max(values[key].end, time); };
      for (TensorId t : body.tensors()) {
        for (OperatorId use : body.consumers(t)) used(held[t.index()], begin_of(c) + 1 + static_cast<int>(use.index()));
        if (!body.producer(t).valid() && !from(t).valid()) used(held[t.index()], begin_of(c + 1));
        for (TensorId out : graph_.outputs(looping_))
          if (graph_.name(out) == body.name(t)) used(held[t.index()], begin_of(c + 1) - 1);
      }
      for (const Carry& carry : loop_.carry) used(held[carry.from.index()], begin_of(c + 1) - 1);
    }
    for (const auto& [key, value] : values) in_use(value.place, value.begin, value.end);
  }

  [[nodiscard]] bool place(std::size_t k) {
    if (k == at_.size()) return true;
    for (at_[k] = 0; at_[k] + sizes_[k] <= bytes_; ++at_[k]) {
      bool free = true;
      for (std::size_t other = 0; other < k && free; ++other)
        free = !apart_.contains({other, k}) || at_[other] + sizes_[other] <= at_[k] || at_[k] + sizes_[k] <= at_[other];
      if (free && place(k + 1)) return true;
    }
    return false;
  }

  const Graph& graph_;
  const OperatorId looping_;
  const Loop& loop_;
  const std::size_t first_, repeat_;
  std::map<std::pair<std::string, std::size_t>, std::size_t> places_;
  std::map<std::size_t, std::size_t> outer_;  // by tensor of the graph
  std::vector<std::int64_t> sizes_, at_;
  std::vector<Use> uses_;
  std::set<std::pair<std::size_t, std::size_t>> apart_;
  std::size_t values_ = 0;
  std::int64_t bytes_ = 0;
  bool possible_ = true;
};

/// `pre`, a loop with a few operators, and `post`.
Graph small_loop(std::mt19937_64& engine) {
  const auto below = [&](int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); };
  const int operators = 1 + below(3), carries = 1 + below(2);
  std::string nodes, tensors, carry, outer;
  std::vector<std::string> reads(static_cast<std::size_t>(operators));
  const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
  for (int o = 0; o < operators; ++o) add(nodes, R"({"id": "n)" + std::to_string(o) + "\"}");
  const auto tensor = [&](const std::string& id, int size, int producer, const std::vector<int>& consumers) {
    std::string uses;
    for (int use : consumers) add(uses, "\"n" + std::to_string(use) + "\"");
    add(tensors, R"({"id": ")" + id + R"(", "size": )" + std::to_string(size) + R"(, "producer": )" +
                     (producer < 0 ? "null" : "\"n" + std::to_string(producer) + "\"") + R"(, "consumers": [)" + uses +
                     "]}");
  };
  for (int k = 0; k < carries; ++k) {
    const std::string x = "x" + std::to_string(k), y = "y" + std::to_string(k);
    const int size = 1 + below(3), maker = below(operators);
    std::vector<int> uses;
    for (int o = 0; o < operators; ++o)
      if (below(2) == 0) uses.push_back(o);
    tensor(x, size, -1, uses);
    tensor(y, size, maker, maker + 1 < operators && below(2) == 0 ? std::vector<int>{maker + 1} : std::vector<int>{});
    add(carry, R"([")" + x + R"(", ")" + y + R"("])");
    if (below(2) == 0)
      add(outer,
          R"({"id": ")" + x + R"(", "size": )" + std::to_string(size) + R"(, "producer": "pre", "consumers": ["op"]})");
    if (k == 0 && below(2) == 0)
      add(outer, R"({"id": ")" + y + R"(", "size": )" + std::to_string(size) +
                     R"(, "producer": "op", "consumers": ["post"]})");
  }
  for (int o = 0; o + 1 < operators; ++o) tensor("t" + std::to_string(o), 1 + below(3), o, {o + 1});
  if (below(3) == 0)
    add(outer, R"({"id": "around", "size": )" + std::to_string(1 + below(3)) +
                   R"(, "producer": "pre", "consumers": ["post"]})");
  return *must(
              read_document(
                  R"({"format": "stowage-graph", "version": 1, "nodes": [{"id": "pre"}, {"id": "op", "loop": {"nodes": [)" +
                      nodes + R"(], "tensors": [)" + tensors + R"(], "carry": [)" + carry +
                      R"(], "test": "after"}}, {"id": "post"}], "tensors": [)" + outer + "]}",
                  "a.stowage.json"))
              .graph;
}

TEST_CASE("no plan of a small loop is smaller, whichever turns its values take") {
  std::mt19937_64 engine(3);
  std::size_t proved = 0, several = 0;
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    const Graph graph = small_loop(engine);
    const auto flat = must(lay_out_bodies(std::make_shared<const Graph>(graph)));
    const Plan plan = must(make_plans(*flat, {.strategies = {find_layout_strategy("search")}})).best();
    REQUIRE(must(check_claim(*flat, plan, true)).verdict == ClaimedBound::Verdict::certified);
    const OperatorId looping = graph.find_operator("op");
    const BodyTable& table = flat->laid_out()->tables.front();
    REQUIRE(EveryPlace(graph, looping, table.first, table.repeat).fits(plan.footprint.count));
    for (const std::size_t repeat : {1, 2, 3})
      REQUIRE(!EveryPlace(graph, looping, 1, repeat).fits(plan.footprint.count - 1));
    proved += plan.proved_optimal ? 1 : 0;
    several += table.repeat > 1 ? 1 : 0;
  }
  REQUIRE_GT(proved, 200u);
  REQUIRE_GT(several, 60u);
}

}  // namespace
