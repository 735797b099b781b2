// SPDX-License-Identifier: Apache-2.0
// Modules of operators' names: against what the names say, part by part.
#include "core/insight/analysis/modules.h"
#include "tests/support/core_test.h"

namespace {

struct Named {
  std::string name, phase{};
};

/// The names as they are, also those that no file may have.
Graph graph_named(const std::vector<Named>& operators) {
  GraphBuilder builder;
  const StreamId stream = builder.add_stream(0);
  OperatorId before;
  for (std::size_t k = 0; k < operators.size(); ++k) {
    const std::string id = "o" + std::to_string(k);
    const OperatorId o = builder.add_operator({.name = id, .stream = stream, .phase = operators[k].phase});
    builder.add_tensor(
        {.name = "t" + id, .size = {1 + std::int64_t(k * 37 % 11)}, .producer = before, .consumers = {&o, 1}});
    before = o;
  }
  Graph::Data data = std::move(builder).build()->graph.data();
  data.operator_names = {};
  for (const Named& each : operators) data.operator_names.add(each.name);
  return Graph(std::move(data));
}

std::string line_of(const Graph& graph, const ModuleTree& tree, std::uint32_t node) {
  return std::string(tree.label(graph, node)) + (tree.nodes[node].kind == ModuleTree::Kind::op ? "" : "/") + ' ' +
         std::to_string(tree.count(node));
}

/// A line for each node, those below it further in.
void list(const Graph& graph, const ModuleTree& tree, std::uint32_t node, std::size_t depth, std::string& out) {
  for (std::uint32_t k = 0; k < tree.nodes[node].children; ++k) {
    const std::uint32_t child = tree.nodes[node].first + k;
    out += std::string(depth, ' ') + line_of(graph, tree, child) + '\n';
    list(graph, tree, child, depth + 1, out);
  }
}
std::string listed(const std::vector<Named>& operators) {
  const Graph graph = graph_named(operators);
  const ModuleTree tree = module_tree(graph);
  std::string out;
  list(graph, tree, 0, 0, out);
  return out;
}

/// The parts of a name, by the words of the definition.
std::vector<std::string> parts_of(const std::string& name) {
  const char separator = name.find('/') != std::string::npos ? '/' : '.';
  std::vector<std::string> out;
  std::string part;
  for (const char c : name + separator) {
    if (c != separator) {
      part += c;
    } else if (!part.empty()) {
      out.push_back(part);
      part.clear();
    }
  }
  return out;
}

using Module = std::pair<std::string, std::vector<std::string>>;  // phase, parts
/// What holds two operators or more that do not all go on with the same part.
std::map<Module, std::set<std::size_t>> modules_by_definition(const std::vector<Named>& operators) {
  std::set<std::string> phases;
  for (const Named& each : operators) phases.insert(each.phase);
  std::map<Module, std::set<std::size_t>> all;
  std::map<Module, std::set<std::string>> goes_on;
  for (std::size_t k = 0; k < operators.size(); ++k) {
    std::vector<std::string> parts = parts_of(operators[k].name);
    std::string next = "(ends) " + std::to_string(k);
    for (; !parts.empty(); next = parts.back(), parts.pop_back()) {
      const Module module{phases.size() > 1 ? operators[k].phase : "", parts};
      all[module].insert(k);
      goes_on[module].insert(next);
    }
  }
  std::erase_if(all, [&](const auto& each) { return goes_on[each.first].size() < 2; });
  return all;
}

void verify_consistent(const Graph& graph, const ModuleTree& tree) {
  REQUIRE(tree.nodes.size() <= 2 * graph.operator_count() + 8);
  REQUIRE_EQ(tree.count(0), graph.operator_count());
  std::uint32_t next = 1;
  for (std::uint32_t k = 0; k < tree.nodes.size(); ++k) {
    const ModuleTree::Node& node = tree.nodes[k];
    REQUIRE_EQ(node.first, next);
    next += node.children;
    std::uint32_t begin = node.begin, first = 0;
    for (std::uint32_t child = node.first; child < next; ++child) {
      REQUIRE_EQ(tree.nodes[child].parent, k);
      REQUIRE_EQ(tree.nodes[child].begin, begin);
      begin = tree.nodes[child].end;
      const auto earliest = static_cast<std::uint32_t>(tree.operators[tree.nodes[child].begin].index());
      REQUIRE((child == node.first || earliest > first));
      first = earliest;
    }
    REQUIRE_EQ(node.kind == ModuleTree::Kind::op, (node.children == 0 && k > 0));
    if (node.children > 0) REQUIRE_EQ(begin, node.end);
    if (node.kind == ModuleTree::Kind::op) {
      REQUIRE_EQ(tree.count(k), 1u);
      REQUIRE_EQ(tree.leaf[tree.operators[node.begin].index()], k);
    }
  }
  REQUIRE_EQ(next, tree.nodes.size());
  std::set<OperatorId> once(tree.operators.begin(), tree.operators.end());
  REQUIRE_EQ(once.size(), graph.operator_count());
}

std::vector<Named> random_names(std::mt19937& random) {
  const auto below = [&](std::size_t n) { return random() % n; };
  std::vector<Named> out;
  std::set<std::string> taken;
  const std::size_t count = 1 + below(60);
  const std::vector<std::string> phases{"", "forward", "backward"};
  const std::size_t most = below(3);
  while (out.size() < count) {
    std::string name;
    const char separator = below(4) == 0 ? '/' : '.';
    for (std::size_t depth = below(6); depth > 0; --depth) {
      name += std::string(below(8) == 0 ? below(3) : 1, separator);
      name += "abc"[below(3)];
    }
    if (below(12) == 0) name += separator;
    if (taken.insert(name).second || below(4) == 0) out.push_back({name, phases[below(most + 1)]});
  }
  return out;
}

}  // namespace

TEST_CASE("levels are phase, modules and operators") {
  REQUIRE_EQ(listed({{"conv1", "forward"},
                     {"layer1.0.conv1", "forward"},
                     {"layer1.0.conv1.bn", "forward"},
                     {"layer1.0.conv2", "forward"},
                     {"layer1.1.conv1", "forward"},
                     {"fc", "forward"},
                     {"fc.grad", "backward"},
                     {"layer4.0.a", "backward"},
                     {"layer4.0.b", "backward"},
                     {"reduce"}}),
             "forward/ 6\n"
             " conv1 1\n"
             " layer1/ 4\n"
             "  0/ 3\n"
             "   conv1/ 2\n"
             "    conv1 1\n"
             "    bn 1\n"
             "   conv2 1\n"
             "  1.conv1 1\n"
             " fc 1\n"
             "backward/ 3\n"
             " fc.grad 1\n"
             " layer4.0/ 2\n"
             "  a 1\n"
             "  b 1\n"
             "reduce 1\n");
  // One phase is no level; a slash divides where there is one.
  REQUIRE_EQ(listed({{"/layer1/layer1.0/conv/Conv", "forward"},
                     {"/layer1/layer1.0/conv/Relu", "forward"},
                     {"/layer1/layer1.1/Relu", "forward"}}),
             "layer1/ 3\n"
             " layer1.0/conv/ 2\n"
             "  Conv 1\n"
             "  Relu 1\n"
             " layer1.1/Relu 1\n");
}

TEST_CASE("modules hold what the names say") {
  std::mt19937 random(5);
  for (int round = 0; round < 400; ++round) {
    const std::vector<Named> names = random_names(random);
    const Graph graph = graph_named(names);
    const ModuleTree tree = module_tree(graph);
    verify_consistent(graph, tree);
    std::map<Module, std::set<std::size_t>> found;
    bool several = false;
    for (const ModuleTree::Node& node : tree.nodes) several = several || node.kind == ModuleTree::Kind::phase;
    for (std::uint32_t k = 0; k < tree.nodes.size(); ++k) {
      if (tree.nodes[k].kind != ModuleTree::Kind::module) continue;
      std::set<std::size_t> operators;
      for (const OperatorId o : tree.operators_of(k)) operators.insert(o.index());
      const std::string& sample = names[tree.operators_of(k)[0].index()].name;
      // The path is the beginning of the names of all, but for empty parts.
      std::vector<std::string> parts = parts_of(std::string(tree.path(graph, k)));
      if (sample.find('/') != std::string::npos && tree.path(graph, k).find('/') == std::string_view::npos)
        parts = {std::string(tree.path(graph, k))};
      REQUIRE(found.emplace(Module{several ? names[*operators.begin()].phase : "", parts}, operators).second);
    }
    REQUIRE_EQ(found, modules_by_definition(names));
    REQUIRE_EQ(has_modules(graph), !found.empty());
    for (const OperatorId o : graph.operators()) {
      const std::vector<std::string> own = parts_of(names[o.index()].name);
      const std::string label(tree.label(graph, tree.leaf[o.index()]));
      if (own.empty())
        REQUIRE_EQ(label, names[o.index()].name);
      else
        REQUIRE(label.ends_with(own.back()));
    }
  }
}

TEST_CASE("bytes are those of all operators inside") {
  std::mt19937 random(6);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Graph::Data data = random_graph({.seed = seed, .operators = 40}).data();
    const std::vector<Named> names = random_names(random);
    data.operator_names = {};
    for (std::size_t k = 0; k < 40; ++k) data.operator_names.add(names[k % names.size()].name);
    const Graph graph(std::move(data));
    const ModuleTree tree = module_tree(graph);
    verify_consistent(graph, tree);
    const auto lives = lifetimes(graph);
    const auto step = static_cast<std::uint32_t>(random() % graph.operator_count());
    const auto bytes = module_bytes(graph, tree, lives, step, {16});
    for (std::uint32_t k = 0; k < tree.nodes.size(); ++k) {
      ModuleBytes expected;
      for (const OperatorId o : tree.operators_of(k))
        for (const TensorId t : graph.outputs(o)) {
          const Bytes size{(graph.size(t).count + 15) / 16 * 16};
          expected.made += size;
          if (lives[t.index()].begin <= step && step < lives[t.index()].end) expected.alive += size;
        }
      REQUIRE(bytes[k] == expected);
    }
  }
}

TEST_CASE("open modules divide the operators") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const Graph graph = graph_named(random_names(random));
    const ModuleTree tree = module_tree(graph);
    const auto holds = [&](std::uint32_t node, OperatorId o) {
      return std::ranges::count(tree.operators_of(node), o) == 1;
    };
    for (const std::size_t most : {0, 3, 8, 20, 1000}) {
      const auto open = open_levels(tree, most);
      REQUIRE_EQ(open.front(), 0u);
      const auto seen = seen_nodes(tree, open);
      const std::set<std::uint32_t> nodes(seen.begin(), seen.end());
      REQUIRE(nodes.size() <= std::max<std::size_t>(most, tree.nodes[0].children));
      if (most == 1000) REQUIRE_EQ(nodes.size(), graph.operator_count());
      const std::set<std::uint32_t> opened(open.begin(), open.end());
      for (const OperatorId o : graph.operators()) {
        // From the operator up: it is the outermost that is not open itself.
        std::uint32_t expected = tree.leaf[o.index()];
        for (std::uint32_t at = expected; at != 0; at = tree.nodes[at].parent)
          if (!opened.contains(at)) expected = at;
        REQUIRE_EQ(seen[o.index()], expected);
        REQUIRE(holds(seen[o.index()], o));
      }
      for (const std::uint32_t node : open) REQUIRE(opened.contains(tree.nodes[node].parent));
    }
    std::vector<OperatorId> some;
    for (const OperatorId o : graph.operators())
      if (random() % 3 == 0) some.push_back(o);
    const std::uint32_t holds_all = tree.innermost(some);
    for (const OperatorId o : some) REQUIRE(holds(holds_all, o));
    for (std::uint32_t child = tree.nodes[holds_all].first;
         child < tree.nodes[holds_all].first + tree.nodes[holds_all].children; ++child)
      REQUIRE((some.empty() || !std::ranges::all_of(some, [&](OperatorId o) { return holds(child, o); })));
  }
}

TEST_CASE("odd names are harmless") {
  REQUIRE_EQ(listed({}), "");
  REQUIRE_EQ(listed({{""}, {"..."}, {"/"}, {"a"}, {".a."}}),
             " 1\n"
             "... 1\n"
             "/ 1\n"
             "a/ 2\n"
             " a 1\n"
             " a 1\n");
  REQUIRE(!has_modules(graph_named({{"a"}, {"b"}, {"..."}, {"c.d"}})));
  REQUIRE(!has_modules(Graph()));
  // Very deep, apart at the very end, halfway and at the beginning.
  std::string deep;
  for (int k = 0; k < 100'000; ++k) deep += "m.";
  std::vector<Named> names;
  for (int k = 0; k < 20; ++k) names.push_back({deep + std::to_string(k)});
  names.push_back({deep.substr(0, 100'000) + "x"});
  names.push_back({"m.x"});
  const Graph graph = graph_named(names);
  const ModuleTree tree = module_tree(graph);
  verify_consistent(graph, tree);
  REQUIRE_EQ(tree.nodes.size(), 1 + 3 + names.size());
  // A comb: each name goes one level further than the one before.
  std::vector<Named> comb;
  std::string stem;
  for (int k = 0; k < 3'000; ++k) comb.push_back({(stem += "m.") + "x"});
  const Graph combed = graph_named(comb);
  verify_consistent(combed, module_tree(combed));
  REQUIRE_EQ(seen_nodes(module_tree(combed), open_levels(module_tree(combed), 100'000)).size(), comb.size());
}

TEST_CASE("a million operators") {
  Graph::Data data;
  constexpr std::size_t kCount = 1'000'000;
  for (std::size_t k = 0; k < kCount; ++k)
    data.operator_names.add("block" + std::to_string(k / 1000) + ".layer" + std::to_string(k / 10 % 100) + ".op" +
                            std::to_string(k));
  data.operator_stream.resize(kCount);
  data.operator_phase.resize(kCount);
  data.labels.add("");
  const Graph graph(std::move(data));
  const ModuleTree tree = module_tree(graph);
  REQUIRE_EQ(tree.nodes.front().children, 1000u);
  REQUIRE_EQ(tree.nodes.size(), 1 + 1000 + 100'000 + kCount);
  REQUIRE_EQ(tree.count(1), 1000u);
  REQUIRE_EQ(open_levels(tree, 60).size(), 1u);
  REQUIRE_EQ(open_levels(tree, 1099).size(), 2u);
}
