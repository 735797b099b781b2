// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_json.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/name_index.h"
#include "core/io/json.h"
#include "core/io/json_fields.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::size_t kFaultsShown = 100;

std::string quoted(std::string_view name) {
  return "\"" + shown(name) + "\"";
}

/// Faults, the first hundred in full.
class Faults {
 public:
  explicit Faults(std::string file) : file_(std::move(file)) {}
  void add(std::string place, std::string reason) {
    if (++count_ <= kFaultsShown) list_.push_back({file_, std::move(place), std::move(reason)});
  }
  void add_first(std::string place, std::string reason) {
    list_.insert(list_.begin(), {file_, std::move(place), std::move(reason)});
    ++count_;
  }
  [[nodiscard]] bool any() const { return count_ > 0; }
  [[nodiscard]] Error error() && {
    if (count_ > list_.size())
      list_.push_back({file_, "", "and " + std::to_string(count_ - list_.size()) + " more faults"});
    return {Error::Kind::bad_input, std::move(list_)};
  }

 private:
  std::string file_;
  std::vector<Diagnostic> list_;
  std::size_t count_ = 0;
};

/// Offsets by name, against the tensors of a graph.
class OffsetTable {
 public:
  OffsetTable(const Graph& graph, Faults& faults)
      : graph_(graph), faults_(faults), offsets_(graph.tensor_count()), known_(graph.tensor_count()) {
    index_.reserve(graph.tensor_count());
    for (TensorId t : graph.tensors()) index_.add(graph.name(t), t.index(), graph.data().tensor_names);
  }

  /// `place` is asked for only where there is a fault; an offset at fault elsewhere still counts as given.
  template <class Place>
  void set(std::string_view name, std::optional<std::int64_t> offset, Place&& place) {
    const std::uint32_t t = index_.find(name, graph_.data().tensor_names);
    if (t == NameIndex::kNone) {
      mismatch_ = true;
      return faults_.add(place(), "the graph has no tensor " + quoted(name));
    }
    if (known_[t]) return faults_.add(place(), "there are two offsets for tensor " + quoted(name));
    known_[t] = true;
    if (!offset) return;
    if (*offset < 0 || *offset > kMaxTotalSize.count)
      return faults_.add(place(), "offset " + std::to_string(*offset) + " is not between 0 and 2^60");
    offsets_[t] = Offset{*offset};
  }

  /// Reports tensors without an offset, and, if names do not match, which graph the plan is for.
  void finish(std::string_view its_graph) {
    for (TensorId t : graph_.tensors()) {
      if (known_[t.index()]) continue;
      mismatch_ = true;
      faults_.add("/offsets", "there is no offset for tensor " + quoted(graph_.name(t)));
    }
    if (mismatch_ && its_graph != graph_.name())
      faults_.add_first("/graph", "the plan is for graph " + quoted(its_graph) + ", not for " + quoted(graph_.name()));
  }
  [[nodiscard]] std::vector<Offset> take() && { return std::move(offsets_); }

 private:
  const Graph& graph_;
  Faults& faults_;
  NameIndex index_;
  std::vector<Offset> offsets_;
  std::vector<bool> known_;
  bool mismatch_ = false;
};

class PlanReader {
 public:
  PlanReader(std::string_view bytes, const std::string& file, const Graph& graph)
      : reader_(bytes),
        faults_(file),
        fields_(reader_,
                [this](std::string place, std::string reason) { faults_.add(std::move(place), std::move(reason)); }),
        graph_(graph) {}

  Result<Plan> run() {
    if (fields_.is(JsonKind::object, "") && read_document()) {
      if (offsets_)
        read_offsets();
      else
        fields_.fault("offsets", "is missing");
      if (sequence_) read_sequence();
    }
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(plan_);
  }

 private:
  /// False where it is something else or another version.
  bool read_document() {
    JsonKeys keys;
    std::optional<std::string> format;
    std::optional<std::int64_t> version;
    reader_.object([&](std::string_view key) {
      if (!keys.add(key)) return fields_.fault(key, "the key stands twice"), reader_.skip();
      if (key == "format")
        format = fields_.text("format", buffer_);
      else if (key == "version")
        version = fields_.whole("version");
      else
        read_field(key);
    });
    if (keys.add("format") || (format && *format != "stowage-plan"))
      fields_.fault("format", "must be \"stowage-plan\"");
    else if (keys.add("version") || (version && *version != 1))
      fields_.fault("version", "must be 1, the version this program reads");
    const bool ours = format == "stowage-plan" && version == 1;
    if (ours && keys.add("footprint")) fields_.fault("footprint", "is missing");
    return ours;
  }

  void read_field(std::string_view key) {
    if (key == "graph") return read_text(key, plan_.graph);
    if (key == "strategy") return read_text(key, plan_.strategy);
    if (key == "order") return read_text(key, plan_.order);
    if (key == "alignment") return read_bytes(key, 1, plan_.alignment);
    if (key == "footprint") return read_bytes(key, 0, plan_.footprint);
    if (key == "lower_bound") return read_bytes(key, 0, plan_.lower_bound);
    if (key == "proved_optimal")
      plan_.proved_optimal = fields_.boolean(key).value_or(false);
    else if (key == "offsets")
      offsets_ = reader_.offset(), reader_.skip();
    else if (key == "sequence")
      sequence_ = reader_.offset(), reader_.skip();
    else
      reader_.skip();
  }

  void read_text(std::string_view key, std::string& value) { value = fields_.text(key, buffer_).value_or(""); }

  void read_bytes(std::string_view key, std::int64_t least, Bytes& value) {
    const auto number = fields_.whole(key);
    if (!number) return;
    if (*number < least || *number > kMaxTotalSize.count)
      fields_.fault(key, std::to_string(*number) + " is not between " + std::to_string(least) + " and 2^60");
    else
      value = Bytes{*number};
  }

  void read_offsets() {
    reader_.seek(*offsets_);
    if (!fields_.is(JsonKind::object, "offsets")) return;
    OffsetTable table(graph_, faults_);
    fields_.enter("/offsets");
    reader_.object([&](std::string_view name) {
      const auto offset = fields_.whole(name);
      table.set(name, offset, [&] { return fields_.place(name); });
    });
    fields_.enter("");
    table.finish(plan_.graph);
    plan_.offsets = std::move(table).take();
  }

  void read_sequence() {
    reader_.seek(*sequence_);
    if (!fields_.is(JsonKind::array, "sequence")) return;
    NameIndex index;
    const NameTable& names = graph_.data().operator_names;
    for (OperatorId o : graph_.operators()) index.add(graph_.name(o), o.index(), names);
    std::vector<bool> seen(graph_.operator_count());
    fields_.enter("/sequence");
    reader_.array([&](std::size_t at) {
      const auto name = fields_.text(std::to_string(at), buffer_);
      if (!name) return;
      const std::uint32_t o = index.find(*name, names);
      if (o == NameIndex::kNone) return fields_.fault(std::to_string(at), "the graph has no operator " + quoted(*name));
      if (seen[o]) return fields_.fault(std::to_string(at), "operator " + quoted(*name) + " stands twice");
      seen[o] = true;
      plan_.sequence.emplace_back(*name);
    });
    for (OperatorId o : graph_.operators())
      if (!seen[o.index()]) fields_.fault("", "operator " + quoted(graph_.name(o)) + " is missing");
  }

  JsonReader reader_;
  Faults faults_;
  JsonFields fields_;
  const Graph& graph_;
  std::string buffer_;
  std::optional<std::size_t> offsets_, sequence_;
  Plan plan_;
};

}  // namespace

Result<Plan> read_plan_json(std::string_view bytes, const std::string& file, const Graph& graph) {
  if (auto fault = check_json(bytes, file)) return tl::unexpected(Error{Error::Kind::bad_input, {std::move(*fault)}});
  return PlanReader(bytes, file, graph).run();
}

Result<Plan> plan_for(const Graph& graph, const Graph& its_graph, const Plan& plan, const std::string& file) {
  Faults faults(file);
  OffsetTable table(graph, faults);
  for (TensorId t : its_graph.tensors())
    table.set(its_graph.name(t), plan.offsets[t.index()].value, [] { return std::string(); });
  table.finish(its_graph.name());
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  Plan out = plan;
  out.graph = graph.name();
  out.offsets = std::move(table).take();
  return out;
}

std::string write_plan_json(const Graph& graph, const Plan& plan) {
  std::string out = R"({"format": "stowage-plan", "version": 1)";
  const auto text = [&](std::string_view key, std::string_view value) {
    out.append(", \"").append(key).append("\": ");
    append_json_string(out, value);
  };
  const auto number = [&](std::string_view key, std::int64_t value) {
    out.append(", \"").append(key).append("\": ").append(std::to_string(value));
  };
  text("graph", plan.graph);
  text("strategy", plan.strategy);
  text("order", plan.order);
  number("alignment", plan.alignment.count);
  number("footprint", plan.footprint.count);
  number("lower_bound", plan.lower_bound.count);
  out.append(", \"proved_optimal\": ").append(plan.proved_optimal ? "true" : "false");
  out += ",\n \"offsets\": {";
  for (TensorId t : graph.tensors()) {
    out += t.index() == 0 ? "\n  " : ",\n  ";
    append_json_string(out, graph.name(t));
    out.append(": ").append(std::to_string(plan.offsets[t.index()].value));
  }
  out += "}";
  for (std::size_t k = 0; k < plan.sequence.size(); ++k) {
    out += k == 0 ? ",\n \"sequence\": [\n  " : ",\n  ";
    append_json_string(out, plan.sequence[k]);
  }
  out += plan.sequence.empty() ? "}\n" : "]}\n";
  return out;
}

}  // namespace stowage
