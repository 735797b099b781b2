// SPDX-License-Identifier: Apache-2.0
#include "tests/support/graphs.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>
#include <utility>

#include "core/graph/claims.h"
#include "core/graph/graph.h"

namespace stowage::test {
namespace {

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "bad test graph: " << why << '\n';
  std::abort();
}

StreamId stream_of(GraphBuilder& builder, std::int64_t number) {
  const StreamId known = builder.find_stream(number);
  return known.valid() ? known : builder.add_stream(number);
}

void add_operator_line(GraphBuilder& builder, std::istringstream& line) {
  std::vector<std::string> names;
  const auto add = [&](std::int64_t number) {
    const StreamId stream = stream_of(builder, number);
    for (const std::string& name : std::exchange(names, {})) builder.add_operator({.name = name, .stream = stream});
  };
  for (std::string word; line >> word;) word[0] == '@' ? add(std::stoll(word.substr(1))) : names.push_back(word);
  if (!names.empty()) add(0);
}

void add_tensor_line(GraphBuilder& builder, std::istringstream& line) {
  std::string name, word, producer;
  std::int64_t size = 0;
  line >> name >> size >> word >> producer >> word;
  std::vector<OperatorId> consumers;
  bool output = false;
  while (line >> word) {
    if (word == "!")
      output = true;
    else
      consumers.push_back(builder.find_operator(word));
  }
  builder.add_tensor({.name = name,
                      .size = {size},
                      .producer = producer == "-" ? OperatorId() : builder.find_operator(producer),
                      .consumers = consumers,
                      .output = output});
}

}  // namespace

Graph built(GraphBuilder builder) {
  auto out = std::move(builder).build();
  if (!out) give_up(out.error().text());
  return std::move(out->graph);
}

Graph graph_of(const std::string& text) {
  GraphBuilder builder;
  std::string by_lines = text;
  std::ranges::replace(by_lines, ';', '\n');
  std::istringstream lines(by_lines);
  for (std::string raw; std::getline(lines, raw);) {
    std::istringstream line(raw);
    std::string what, word, other;
    if (!(line >> what)) continue;
    if (what == "streams:") {
      for (std::int64_t number; line >> number;) stream_of(builder, number);
    } else if (what == "op") {
      add_operator_line(builder, line);
    } else if (what == "t") {
      add_tensor_line(builder, line);
    } else if (what == "sync") {
      line >> word >> other;
      builder.add_control(builder.find_operator(word), builder.find_operator(other));
    } else if (what == "group") {
      std::vector<TensorId> members;
      while (line >> word) members.push_back(builder.find_tensor(word));
      builder.add_group(members);
    } else if (what == "view") {
      std::int64_t offset = 0;
      line >> word >> other >> offset;
      builder.add_view({.tensor = builder.find_tensor(word), .of = builder.find_tensor(other), .offset = offset});
    } else if (what == "over" || what == "must") {
      InPlace pair;
      pair.must = what == "must";
      line >> word >> other;
      pair.output = builder.find_tensor(word);
      pair.input = builder.find_tensor(other);
      if (line >> pair.low && !(line >> pair.high)) give_up("a shift is two numbers: " + raw);
      builder.add_in_place(pair);
    } else {
      give_up("unknown line: " + raw);
    }
  }
  return built(std::move(builder));
}

std::vector<std::string> consumers_of(const Graph& graph, std::string_view tensor) {
  std::vector<std::string> out;
  for (OperatorId o : graph.consumers(graph.find_tensor(tensor))) out.emplace_back(graph.name(o));
  return out;
}

std::string producer_of(const Graph& graph, std::string_view tensor) {
  return std::string(graph.name(graph.producer(graph.find_tensor(tensor))));
}

Graph figure_6() {
  return graph_of(R"(
    op o0 o1 o2 o3 o4
    t A 10 : o0 -> o1; t B 5 : o0 -> o2; t C 3 : o0 -> o1; t D 8 : o3 -> o3; t E 6 : o2 -> o2
    t F 6 : o4 -> o4
    group D E F)");
}

Graph figure_7() {
  return intervals({{"A", 1024, 0, 2}, {"B", 768, 3, 5}, {"C", 640, 1, 3}, {"D", 512, 4, 6}, {"E", 256, 2, 5}});
}

Graph roam_figure_2() {
  return graph_of(
      "op A B C D @0\n"
      "t ab 30 : A -> B\nt ac 40 : A -> C\nt bd 50 : B -> D\nt cd 10 : C -> D");
}

Graph unknown_size() {
  Graph::Data data = graph_of("op a @0\nt x 8 : a ->\nt y 0 : a ->").data();
  set_unknown_size(data, 1, true);
  return Graph(std::move(data));
}

Graph graph_with_loop() {
  Graph::Data data = graph_of("op a @0\nt x 8 : a ->").data();
  data.loops.emplace(0, std::make_shared<const Loop>(Loop{graph_of("op b @0\nt y 4 : b ->"), {}}));
  return Graph(std::move(data));
}

Graph one_sync() {
  return graph_of(R"(
    op a b @0 c d @1
    t x 4096 : a -> b; t y 512 : b ->; t z 4096 : c -> d
    sync b c)");
}

Graph intervals(const std::vector<IntervalRow>& rows) {
  GraphBuilder builder;
  const StreamId stream = builder.add_stream(0);
  std::uint32_t steps = 0;
  for (const IntervalRow& row : rows) steps = std::max(steps, row.end);
  for (std::uint32_t step = 0; step < steps; ++step)
    builder.add_operator({.name = std::to_string(step), .stream = stream});
  for (const IntervalRow& row : rows) {
    const OperatorId last(row.end - 1);
    builder.add_tensor(
        {.name = row.name, .size = {row.size}, .producer = OperatorId(row.begin), .consumers = {&last, 1}});
  }
  return built(std::move(builder));
}

Intervals drawn_intervals(std::mt19937_64& engine, std::size_t count, std::uint32_t steps, std::uint32_t most_life,
                          std::int64_t most_size) {
  Intervals rows;
  for (std::size_t k = 0; k < count; ++k) {
    const auto begin = static_cast<std::uint32_t>(engine() % steps);
    const auto size = static_cast<std::int64_t>(1 + engine() % static_cast<std::uint64_t>(most_size));
    rows.push_back(
        {"t" + std::to_string(k), size, begin, begin + 1 + static_cast<std::uint32_t>(engine() % most_life)});
  }
  return rows;
}

Intervals random_intervals(std::uint64_t seed, std::size_t most_rows, bool equal_sizes) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(engine() % n); };
  const std::uint32_t steps = 2 + below(20);
  Intervals rows;
  for (std::uint32_t count = 1 + below(most_rows); count-- > 0;) {
    if (!rows.empty() && below(8) == 0) {
      rows.push_back(rows[below(rows.size())]);
    } else {
      const std::uint32_t begin = below(steps - 1);
      rows.push_back({"", equal_sizes ? 48 : std::int64_t{1} + below(below(3) == 0 ? 100 : 12), begin,
                      begin + 1 + below(std::min(steps - begin, 1 + below(steps)))});
    }
    rows.back().name = "t" + std::to_string(rows.size());
  }
  return rows;
}

Graph random_graph(const RandomGraph& options) {
  // std:: distributions differ between standard libraries; plain remainders do not.
  std::mt19937_64 engine(options.seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(engine() % n); };
  static constexpr std::int64_t kSizes[] = {1, 2, 3, 5, 8, 13, 64, 100, 256, 1000};

  GraphBuilder builder;
  builder.set_name("random " + std::to_string(options.seed));
  for (std::size_t s = 0; s < options.streams; ++s) builder.add_stream(static_cast<std::int64_t>(s));
  const std::size_t n = options.operators;
  for (std::size_t o = 0; o < n; ++o)
    builder.add_operator({.name = "n" + std::to_string(o), .stream = StreamId(below(options.streams))});

  for (std::size_t o = 0; o < n; ++o) {
    for (std::size_t k = below(4) == 0 ? 2 : 1; k-- > 0;) {
      std::vector<OperatorId> consumers;
      const std::size_t ahead = std::min(options.window, n - 1 - o);
      const std::size_t least = options.plain ? 1 : 0;
      if (ahead > 0)
        for (std::size_t c = least + below(options.fan + 1 - least); c-- > 0;)
          consumers.emplace_back(o + 1 + below(ahead));
      Bytes size{kSizes[below(std::size(kSizes))] * (below(2) == 0 ? 4 : 1)};
      bool output = false;
      if (!options.plain) {
        const std::size_t special = below(25);
        if (special == 0) size = {0};
        if (special == 1) output = true;
        if (special == 2) consumers.assign(1, OperatorId(o));
      }
      const std::string name = "t" + std::to_string(o) + "." + std::to_string(k);
      builder.add_tensor(
          {.name = name, .size = size, .producer = OperatorId(o), .consumers = consumers, .output = output});
    }
    if (!options.plain && below(20) == 0) {
      std::vector<OperatorId> users;
      for (std::size_t c = below(3); c-- > 0;) users.emplace_back(below(n));
      builder.add_tensor(
          {.name = "in" + std::to_string(o), .size = {1 + std::int64_t(below(500))}, .consumers = users});
    }
  }
  for (std::size_t s = 0; s < options.syncs && n > 1; ++s) {
    const std::size_t after = 1 + below(n - 1);
    builder.add_control(OperatorId(below(after)), OperatorId(after));
  }
  std::vector<TensorId> free;
  for (std::size_t t = 0; t < builder.tensor_count(); ++t) free.emplace_back(t);
  for (std::size_t i = free.size(); i > 1; --i) std::swap(free[i - 1], free[below(i)]);
  for (std::size_t g = 0; g < options.groups; ++g) {
    const std::size_t count = 2 + below(3);
    if (free.size() < count) break;
    builder.add_group(std::span(free).last(count));
    free.resize(free.size() - count);
  }
  return built(std::move(builder));
}

Graph varied_graph(std::uint64_t seed, std::size_t operators, std::size_t streams, std::size_t groups) {
  return random_graph({.seed = seed,
                       .operators = operators,
                       .streams = streams,
                       .fan = 1 + seed % 3,
                       .window = 2 + seed % 15,
                       .groups = groups,
                       .syncs = seed % 7,
                       .plain = seed % 4 == 0});
}

}  // namespace stowage::test
