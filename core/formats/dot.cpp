// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <algorithm>
#include <iterator>

#include "core/base/text.h"

namespace stowage {
namespace {

constexpr std::string_view kColors[] = {"#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6",
                                        "#fb9a99", "#ffff99", "#d9d9d9", "#8dd3c7"};

/// One line in Graphviz's quotes, or two. Backslashes of names are doubled, because `\n` begins a line there.
std::string in_quotes(std::string_view first, std::string_view second = {}) {
  std::string out = "\"";
  for (const std::string_view text : {first, second}) {
    if (!text.empty() && out.size() > 1) out += "\\n";
    for (const char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

std::string id_of(OperatorId o) {
  return "op" + std::to_string(o.index());
}

class DotWriter {
 public:
  DotWriter(const Graph& graph, const Plan* plan) : graph_(graph), plan_(plan) {}

  std::string write() {
    out_ = "digraph " + in_quotes(graph_.name()) + " {\n  rankdir=LR;\n  node [shape=box, style=filled];\n";
    for (StreamId s : graph_.streams()) add_stream(s);
    for (TensorId t : graph_.tensors()) add_tensor(t);
    for (const ControlEdge& edge : graph_.control())
      out_ += "  " + id_of(edge.before) + " -> " + id_of(edge.after) + " [style=dashed];\n";
    return std::move(out_ += "}\n");
  }

 private:
  void add_stream(StreamId s) {
    const std::string_view own = graph_.info(s).color;
    const std::string_view color = is_color(own) ? own : kColors[s.index() % std::size(kColors)];
    out_ += "  subgraph cluster_" + std::to_string(s.index()) + " {\n    label=" + in_quotes(graph_.label(s)) +
            ";\n    node [fillcolor=" + in_quotes(color) + "];\n";
    for (OperatorId o : graph_.operators_of(s)) {
      out_ += "    " + id_of(o) + " [label=" + in_quotes(graph_.name(o), graph_.kind(o)) +
              (graph_.loop(o) ? ", peripheries=2" : "") + "];\n";
    }
    out_ += "  }\n";
  }

  /// "4096 bytes, group 1, at 512".
  [[nodiscard]] std::string about(TensorId t) const {
    std::string out = std::to_string(graph_.size(t).count) + " bytes";
    if (graph_.group(t).valid()) out += ", group " + std::to_string(graph_.group(t).index() + 1);
    if (plan_ != nullptr) out += ", at " + std::to_string(plan_->offsets[t.index()].value);
    return out;
  }

  /// Draws a tensor's edges. An ellipse stands for a missing producer or consumer.
  void add_tensor(TensorId t) {
    const std::string own = "t" + std::to_string(t.index()), label = in_quotes(graph_.name(t), about(t));
    const bool made = graph_.producer(t).valid();
    if (!made || graph_.is_output(t) || graph_.consumers(t).empty()) {
      out_ += "  " + own + " [shape=ellipse, style=solid, label=" + label;
      if (graph_.is_output(t)) out_ += ", peripheries=2";
      out_ += "];\n";
      if (made) out_ += "  " + id_of(graph_.producer(t)) + " -> " + own + ";\n";
    }
    for (OperatorId use : graph_.consumers(t)) {
      out_ += "  " + (made ? id_of(graph_.producer(t)) : own) + " -> " + id_of(use);
      out_ += made ? " [label=" + label + "];\n" : ";\n";
    }
  }

  const Graph& graph_;
  const Plan* plan_;
  std::string out_;
};

}  // namespace

bool looks_like_dot(std::string_view bytes) {
  const std::size_t begin = bytes.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return false;
  bytes.remove_prefix(begin);
  return std::ranges::any_of(std::initializer_list<std::string_view>{"digraph ", "digraph{", "strict digraph "},
                             [&](std::string_view word) { return bytes.starts_with(word); });
}

Result<Document> read_dot(const FileToRead& in) {
  return bad_input(in.file, "", "a Graphviz drawing cannot be read: it is only written, from a graph");
}

Result<std::string> write_dot(const Graph& graph, const Plan* plan) {
  return DotWriter(graph, plan).write();
}

}  // namespace stowage
