// SPDX-License-Identifier: Apache-2.0
#include "core/io/plan_json.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/faults.h"
#include "core/base/name_index.h"
#include "core/io/json_reader.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

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
      return faults_.add(place(), "the graph has no tensor " + in_quotes(name));
    }
    if (known_[t]) return faults_.add(place(), "there are two offsets for tensor " + in_quotes(name));
    known_[t] = true;
    if (!offset) return;
    if (*offset < 0 || *offset > kMaxTotalSize.count)
      return faults_.add(place(), "offset " + std::to_string(*offset) + " is not between 0 and 2^60");
    offsets_[t] = Offset{*offset};
  }

  /// Reports tensors without an offset, and, if names do not match, which graph the plan is for: where no name does,
  /// only that.
  void finish(std::string_view its_graph) {
    const bool any = std::ranges::find(known_, true) != known_.end();
    if (!any && !known_.empty() && !its_graph.empty() && its_graph != graph_.name())
      return faults_.add_only("/graph", "the plan is for graph " + in_quotes(its_graph) + ", not for " +
                                            in_quotes(graph_.name()) + ": it has none of its tensors");
    for (TensorId t : graph_.tensors()) {
      if (known_[t.index()]) continue;
      mismatch_ = true;
      faults_.add("/offsets", "there is no offset for tensor " + in_quotes(graph_.name(t)));
    }
    if (mismatch_ && its_graph != graph_.name())
      faults_.add_first("/graph",
                        "the plan is for graph " + in_quotes(its_graph) + ", not for " + in_quotes(graph_.name()));
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

constexpr std::string_view kFields[] = {"format",         "version",   "graph",     "strategy",
                                        "order",          "alignment", "footprint", "lower_bound",
                                        "proved_optimal", "offsets",   "sequence"};

/// Reads the table of offsets and the sequence of operators.
class PlanLists {
 public:
  PlanLists(const Graph& graph, const JsonItem& document, Faults& faults)
      : graph_(graph), document_(document), faults_(faults), table_(graph, faults) {}
  PlanLists(const PlanLists&) = delete;
  PlanLists& operator=(const PlanLists&) = delete;

  [[nodiscard]] std::span<const JsonList> offsets() const { return both().first(1); }
  [[nodiscard]] std::span<const JsonList> sequence() const { return both().last(1); }
  [[nodiscard]] std::span<const JsonList> both() const { return lists_; }

  /// To be called once the items were read.
  void finish_offsets(Plan& plan) {
    if (!document_.at("offsets").is_object()) return;
    table_.finish(plan.graph);
    plan.offsets = std::move(table_).take();
  }
  void finish_sequence(Plan& plan) {
    if (!document_.at("sequence").is_array()) return;
    index_operators();
    for (OperatorId o : graph_.operators())
      if (!seen_[o.index()]) faults_.add("/sequence", "operator " + in_quotes(graph_.name(o)) + " is missing");
    plan.sequence = std::move(sequence_);
  }

 private:
  /// Few plans have a sequence.
  void index_operators() {
    if (seen_.size() == graph_.operator_count()) return;
    seen_.resize(graph_.operator_count());
    for (OperatorId o : graph_.operators()) operators_.add(graph_.name(o), o.index(), graph_.data().operator_names);
  }

  void read_operator(const JsonItem& item) {
    const auto name = item.text("");
    if (!name) return;
    index_operators();
    const std::uint32_t o = operators_.find(*name, graph_.data().operator_names);
    if (o == NameIndex::kNone) return item.fault("", "the graph has no operator " + in_quotes(*name));
    if (seen_[o]) return item.fault("", "operator " + in_quotes(*name) + " stands twice");
    seen_[o] = true;
    sequence_.emplace_back(*name);
  }

  const Graph& graph_;
  const JsonItem& document_;
  Faults& faults_;
  OffsetTable table_;
  NameIndex operators_;
  std::vector<bool> seen_;  // by operator
  std::vector<std::string> sequence_;
  JsonItem offset_{"/offsets", {}, report_to(faults_), [this](const JsonItem& item) {
                     table_.set(item.key(), item.whole(""), [&] { return item.place(); });
                   }};
  JsonItem operator_{"/sequence", {}, report_to(faults_), [this](const JsonItem& item) { read_operator(item); }};
  const std::array<JsonList, 2> lists_ = {
      {{"offsets", &offset_, Json::value_t::object, true}, {"sequence", &operator_}}};
};

/// Checks the text and reads its lists at once: one pass, as nearly all files have them in our order. Else, or where
/// the lists have faults, which come after those of the document, a second pass reads them.
class PlanReader {
 public:
  PlanReader(std::string_view bytes, const std::string& file, const Graph& graph)
      : source_{bytes, file, task_}, faults_(file), document_("", kFields, report_to(faults_)), graph_(graph) {}

  Result<Plan> run() {
    Faults found(source_.file);
    std::optional<PlanLists> at_once(std::in_place, graph_, document_, found);
    const auto in_order = read_json_in_order(source_, document_, at_once->both());
    if (!in_order) return tl::unexpected(in_order.error());
    if (check_format(document_, "stowage-plan")) {
      read_fields();
      at_once->finish_offsets(plan_);
      at_once->finish_sequence(plan_);
      at_once.reset();
      if (!*in_order || found.any()) read_again();
    }
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return std::move(plan_);
  }

 private:
  void read_again() {
    PlanLists lists(graph_, document_, faults_);
    read(lists.offsets());
    lists.finish_offsets(plan_);
    read(lists.sequence());
    lists.finish_sequence(plan_);
  }
  void read(std::span<const JsonList> lists) const {
    [[maybe_unused]] const auto done = read_json_lists(source_, document_, lists);
    assert(done.has_value());  // the text was checked, and nobody can stop us
  }

  void read_fields() {
    for (const auto& [field, value] :
         {std::pair("graph", &plan_.graph), {"strategy", &plan_.strategy}, {"order", &plan_.order}})
      if (const auto text = document_.text(field)) *value = *text;
    read_bytes("alignment", 1, plan_.alignment);
    read_bytes("footprint", 0, plan_.footprint);
    read_bytes("lower_bound", 0, plan_.lower_bound);
    plan_.proved_optimal = document_.boolean("proved_optimal").value_or(false);
    if (!document_.has("footprint")) document_.fault("footprint", "is missing");
  }

  void read_bytes(std::string_view field, std::int64_t least, Bytes& value) {
    const auto number = document_.whole(field);
    if (!number) return;
    if (*number < least || *number > kMaxTotalSize.count)
      document_.fault(field, std::to_string(*number) + " is not between " + std::to_string(least) + " and 2^60");
    else
      value = Bytes{*number};
  }

  const Task task_;
  const JsonSource source_;
  Faults faults_;
  JsonItem document_;
  const Graph& graph_;
  Plan plan_;
};

}  // namespace

Result<Plan> read_plan_json(std::string_view bytes, const std::string& file, const Graph& graph) {
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
