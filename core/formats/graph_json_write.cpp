// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <utility>

#include "core/formats/json.h"
#include "core/formats/readers.h"
#include "core/graph/claims.h"
#include "core/graph/laid_out.h"

namespace stowage {
namespace {

/// Writes `"key": value` members and lists, one item a line.
class Writer {
 public:
  Writer(const Graph& graph, std::string& out, std::string indent = {})
      : graph_(graph), indent_(std::move(indent)), out_(out) {}

  void document() {
    out_.reserve(64 * (graph_.operator_count() + 2 * graph_.tensor_count()) + 256);
    out_ += R"({"format": "stowage-graph", "version": 1)";
    text_if_any("name", graph_.name());
    // Without this key, a reader would take the alignment of the tensors.
    if (graph_.alignment() != Bytes{1} || graph_.has_alignments()) number("alignment", graph_.alignment().count);
    lists();
    times();
    out_ += "}\n";
  }

 private:
  void body(const Loop& loop) {
    out_ += "{";
    lists();
    list_if_any("carry", loop.carry, [&](Carry carry) { names(std::array{carry.into, carry.from}); });
    if (loop.runs_at_least_once) text("test", "after");
    out_ += "}";
  }

  void branch(const std::string& name) {
    out_ += "{";
    text("name", name);
    lists();
    out_ += "}";
  }

  void lists() {
    extra_of_document();
    list_if_any("streams", graph_.streams(), [&](StreamId s) { stream(s); });
    list("nodes", graph_.operators(), [&](OperatorId o) { node(o); });
    list("tensors", graph_.tensors(), [&](TensorId t) { tensor(t); });
    list_if_any("control", graph_.control(), [&](ControlEdge edge) { names(std::array{edge.before, edge.after}); });
    list_if_any("contiguous", graph_.groups(), [&](GroupId g) { names(graph_.members(g)); });
    list_if_any("views", graph_.views(), [&](const View& v) { view(v); });
    list_if_any("in_place", graph_.in_place(), [&](const InPlace& p) { in_place(p); });
  }

  template <class Items, class Write>
  void list_if_any(std::string_view key, const Items& items, const Write& write) {
    if (items.begin() != items.end()) list(key, items, write);
  }
  template <class Items, class Write>
  void list(std::string_view key, const Items& items, const Write& write) {
    if (out_.back() != '{') out_ += ',';
    out_.append("\n").append(indent_).append(" \"").append(key).append("\": [");
    bool first = true;
    for (const auto& item : items) {
      out_.append(std::exchange(first, false) ? "\n" : ",\n").append(indent_).append("  ");
      write(item);
    }
    if (!first) out_.append("\n").append(indent_).append(" ");
    out_ += ']';
  }

  void key(std::string_view name) { out_.append(out_.back() == '{' ? "\"" : ", \"").append(name).append("\": "); }
  void text(std::string_view name, std::string_view value) {
    key(name);
    append_json_string(out_, value);
  }
  void text_if_any(std::string_view name, std::string_view value) {
    if (!value.empty()) text(name, value);
  }
  void number(std::string_view name, std::int64_t value) {
    key(name);
    out_ += std::to_string(value);
  }

  template <class Ids>
  void names(const Ids& ids) {
    out_ += '[';
    for (auto id : ids) {
      if (out_.back() != '[') out_ += ", ";
      append_json_string(out_, graph_.name(id));
    }
    out_ += ']';
  }

  /// Appends the members of a kept object behind ours.
  void extra(std::string_view object) {
    const std::size_t begin = object.find_first_not_of(" \n\r\t{"), end = object.find_last_of('}');
    if (begin < end && end != std::string_view::npos) out_.append(", ").append(object.substr(begin, end - begin));
  }
  void extra_of(const std::unordered_map<std::size_t, std::string>& all, std::size_t index) {
    if (const auto it = all.find(index); it != all.end()) extra(it->second);
  }
  void extra_of_document() {
    const std::size_t before = out_.size();
    extra(graph_.data().extra);
    if (out_.size() == before) return;
    const std::string line = "\n" + indent_ + " ";  // on lines of their own: they may be long
    out_.replace(before, 2, out_[before - 1] == '{' ? line : "," + line);
  }

  void stream(StreamId s) {
    out_ += '{';
    number("id", graph_.info(s).number);
    text_if_any("name", graph_.info(s).name);
    text_if_any("color", graph_.info(s).color);
    extra_of(graph_.data().stream_extra, s.index());
    out_ += '}';
  }

  void node(OperatorId o) {
    out_ += '{';
    text("id", graph_.name(o));
    text_if_any("op", graph_.kind(o));
    number("stream", graph_.info(graph_.stream(o)).number);
    text_if_any("phase", graph_.phase(o));
    if (const Duration duration = graph_.duration(o); duration != Duration()) {
      number("duration", duration.nanoseconds);
      text_if_any("duration_from", name_of(duration.from));
    }
    extra_of(graph_.data().operator_extra, o.index());
    if (const Loop* loop = graph_.loop(o)) {
      key("loop");
      Writer(loop->body, out_, indent_ + "   ").body(*loop);
    }
    if (const auto branches = graph_.branches(o); !branches.empty()) {
      key("branches");
      out_ += '[';
      for (const Branch& branch : branches) {
        if (out_.back() != '[') out_ += ", ";
        Writer(branch.body, out_, indent_ + "   ").branch(branch.name);
      }
      out_ += ']';
    }
    out_ += '}';
  }

  void tensor(TensorId t) {
    out_ += '{';
    text("id", graph_.name(t));
    const bool known = !has_unknown_size(graph_, t);
    if (!known) out_ += ", \"size\": null";
    if (known || graph_.size(t) > Bytes{}) number(known ? "size" : "size_at_least", graph_.size(t).count);
    if (graph_.producer(t).valid())
      text("producer", graph_.name(graph_.producer(t)));
    else
      out_ += ", \"producer\": null";
    key("consumers");
    names(graph_.consumers(t));
    text_if_any("kind", graph_.kind(t));
    if (graph_.is_output(t)) out_ += ", \"output\": true";
    if (graph_.alignment(t) != 1) number("alignment", graph_.alignment(t));
    extra_of(graph_.data().tensor_extra, t.index());
    out_ += '}';
  }

  void view(const View& view) {
    out_ += '{';
    text("tensor", graph_.name(view.tensor));
    text("of", graph_.name(view.of));
    number("offset", view.offset);
    extra(view.extra);
    out_ += '}';
  }

  void in_place(const InPlace& pair) {
    out_ += '{';
    text("output", graph_.name(pair.output));
    text("input", graph_.name(pair.input));
    if (pair.low != 0 || pair.high != 0) {
      key("shift");
      out_ += '[' + std::to_string(pair.low) + ", " + std::to_string(pair.high) + ']';
    }
    if (pair.must) out_ += ", \"must\": true";
    extra(pair.extra);
    out_ += '}';
  }

  void times() {
    if (graph_.times().empty()) return;
    out_ += ",\n \"times\": [";
    for (std::size_t step = 0; step < graph_.times().size(); ++step)
      out_.append(step == 0 ? "" : ", ").append(std::to_string(graph_.times()[step]));
    out_ += ']';
  }

  const Graph& graph_;
  const std::string indent_;
  std::string& out_;
};

}  // namespace

std::string write_graph_json(const Graph& graph) {
  std::string out;
  Writer(source_of(graph), out).document();
  return out;
}

}  // namespace stowage
