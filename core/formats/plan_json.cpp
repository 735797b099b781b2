// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/faults.h"
#include "core/base/name_table.h"
#include "core/formats/document.h"
#include "core/formats/json_reader.h"
#include "core/formats/utf8.h"
#include "core/graph/laid_out.h"
#include "core/safety/chains.h"

namespace stowage {
namespace {

/// Matches offsets by name with the tensors of a graph. With `part`, counts there the names that do not match.
class OffsetTable {
 public:
  explicit OffsetTable(const Graph& graph, PlanInPart* part = nullptr)
      : graph_(graph), part_(part), offsets_(graph.tensor_count(), kNotPlaced), known_(graph.tensor_count()) {
    index_.reserve(graph.tensor_count());
    for (TensorId t : graph.tensors()) index_.add(graph.name(t), t.index(), graph.data().tensor_names);
  }

  [[nodiscard]] std::optional<TensorId> find(std::string_view name) const {
    const std::uint32_t t = index_.find(name, graph_.data().tensor_names);
    return t == NameIndex::kNone ? std::nullopt : std::optional(TensorId(t));
  }

  /// Calls `fault(reason)` for a fault. An offset of none, whose fault is reported elsewhere, still counts as given.
  template <class Fault>
  void set(std::string_view name, std::optional<std::int64_t> offset, Fault&& fault) {
    const auto t = find(name);
    if (!t && part_ != nullptr) {
      ++part_->extra;
      return;
    }
    mismatch_ |= !t;
    if (!t) return fault("the graph has no tensor " + in_quotes(name));
    if (known_[t->index()]) return fault("there are two offsets for tensor " + in_quotes(name));
    known_[t->index()] = true;
    if (offset && (*offset < 0 || *offset > kMaxTotalSize.count))
      return fault("offset " + std::to_string(*offset) + " is not between 0 and 2^60");
    offsets_[t->index()] = Offset{offset.value_or(0)};
  }

  /// A place that a body's table tells; of a tensor outside, which has an offset of its own, to compare.
  void set_place(TensorId t, std::int64_t offset) {
    if (t.index() < graph_.laid_out()->source->tensor_count()) return outside_.emplace_back(t, offset), void();
    known_[t.index()] = true;
    offsets_[t.index()] = Offset{offset};
  }

  /// All offsets. Reports tensors without one, unless there is a part, and the graph that the plan is for if names do
  /// not match; only this graph if no name matches.
  [[nodiscard]] std::vector<Offset> take(std::string_view its_graph, Faults& faults) && {
    const auto is_for = [&] {
      return "the plan is for graph " + in_quotes(its_graph) + ", not for " + in_quotes(graph_.name());
    };
    const bool any = std::ranges::find(known_, true) != known_.end();
    const bool is_named = !its_graph.empty() && its_graph != graph_.name();
    if (!any && !known_.empty() && (is_named || part_ != nullptr)) {
      const std::string none = "the plan names no tensor of " + in_quotes(graph_.name());
      faults.add_only(is_named ? "/graph" : "/offsets", is_named ? is_for() + ": " + none : none);
      return {};
    }
    if (graph_.laid_out() != nullptr) follow_companions();
    if (part_ != nullptr) {
      part_->lacking = static_cast<std::size_t>(std::ranges::count(known_, false));
      return std::move(offsets_);
    }
    if (report_missing_bodies(faults)) return std::move(offsets_);
    for (const auto& [t, offset] : outside_)
      if (offsets_[t.index()].value != offset)
        faults.add("/bodies", "tensor " + in_quotes(graph_.name(t)) + " lies at " + std::to_string(offset) +
                                  " in the table of a body, and at " + std::to_string(offsets_[t.index()].value) +
                                  " outside");
    for (TensorId t : graph_.tensors()) {
      if (known_[t.index()]) continue;
      mismatch_ = true;
      faults.add("/offsets", "there is no offset for tensor " + in_quotes(graph_.name(t)));
    }
    if (mismatch_ && its_graph != graph_.name()) faults.add_first("/graph", is_for());
    return std::move(offsets_);
  }

 private:
  /// Values of bodies that are in no table lie where their companions lie.
  void follow_companions() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [first, second, shift, by_choice] : graph_.companions()) {
        const bool forward = known_[first.index()];
        if (forward == known_[second.index()]) continue;
        const TensorId next = forward ? second : first;
        offsets_[next.index()] = {offsets_[(forward ? first : second).index()].value + (forward ? shift : -shift)};
        known_[next.index()] = changed = true;
      }
    }
    for (TensorId t : graph_.tensors())
      if (!known_[t.index()] && graph_.size(t) == Bytes{0}) offsets_[t.index()] = {}, known_[t.index()] = true;
  }

  /// Names each body that lacks a place.
  bool report_missing_bodies(Faults& faults) const {
    bool any = false;
    if (graph_.laid_out() == nullptr) return any;
    const std::size_t outer = graph_.laid_out()->source->tensor_count();
    for (const BodyTable& body : graph_.laid_out()->tables) {
      const auto is_missing = [&](TensorId t) { return t.index() >= outer && !known_[t.index()]; };
      const auto at = std::ranges::find_if(
          body.places, [&](const std::vector<TensorId>& row) { return std::ranges::any_of(row, is_missing); });
      if (at == body.places.end()) continue;
      any = true;
      faults.add("/bodies", "the table of " + in_quotes(body.path) + " has no place for tensor " +
                                in_quotes(body.body->name(TensorId(at - body.places.begin()))));
    }
    return any;
  }

  const Graph& graph_;
  PlanInPart* part_;
  NameIndex index_;
  std::vector<Offset> offsets_;
  std::vector<bool> known_;
  std::vector<std::pair<TensorId, std::int64_t>> outside_;
  bool mismatch_ = false;
};

constexpr std::string_view kFields[] = {"format",    "version",   "graph",          "strategy", "order",
                                        "alignment", "footprint", "lower_bound",    "offsets",  "sequence",
                                        "streams",   "reserved",  "proved_optimal", "assumed",  "bound_tensors",
                                        "remark",    "bodies"};
constexpr std::string_view kBodyFields[] = {"first", "repeat", "offsets"};
constexpr std::string_view kSerial = "serial";

/// Whether the graph itself makes its streams take turns.
bool takes_turns(const Graph& graph) {
  return graph.stream_count() > 1 && chain_of_all(graph).has_value();
}

/// Whether the graph is a recorded heap that is read in the host's order. Its plans hold only in this order, and not
/// for the same file read without it.
bool is_read_in_turns(const Graph& graph) {
  return !graph.times().empty() && takes_turns(graph);
}

/// Faults of the document come first, then those of the offsets, of the sequence, and of the tensors of the bound.
class PlanReader {
 public:
  PlanReader(const std::string& file, const Graph& graph, PlanInPart* part = nullptr)
      : graph_(graph), file_(file), part_(part) {}
  PlanReader(const PlanReader&) = delete;
  PlanReader& operator=(const PlanReader&) = delete;

  Result<Plan> read(std::string_view bytes) {
    const Task task;
    const JsonSource source{bytes, file_, task};
    source_ = &source;
    const JsonList lists[] = {{.field = "bodies", .items = &body_, .type = Json::value_t::object},
                              {.field = "offsets",
                               .items = &offset_,
                               .type = Json::value_t::object,
                               .required = true,
                               .done = [this] { plan_.offsets = std::move(table_).take(plan_.graph, faults_); }},
                              {.field = "sequence", .items = &operator_, .done = [this] { find_missing_operators(); }},
                              {.field = "bound_tensors", .items = &bound_tensor_, .done = [this] {
                                 std::ranges::sort(plan_.bound_tensors);
                               }}};
    STOWAGE_CHECK(read_json_document(source, document_, lists, [this] { return read_fields(); }));
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    plan_.serial_streams = plan_.serial_streams && !takes_turns(graph_);
    return std::move(plan_);
  }

 private:
  void read_bound_tensor(const JsonItem& item) {
    const auto name = item.text("");
    if (!name) return;
    const auto t = table_.find(*name);
    if (t) plan_.bound_tensors.push_back(*t);
    if (!t && part_ == nullptr) item.fault("", "the graph has no tensor " + in_quotes(*name));
  }

  /// The table of one body: offsets by iteration, or one for all.
  void read_body(const JsonItem& item) {
    static const std::vector<BodyTable> kNone;
    const auto& tables = graph_.laid_out() != nullptr ? graph_.laid_out()->tables : kNone;
    const auto body = std::ranges::find(tables, item.key(), &BodyTable::path);
    if (body == tables.end()) {
      if (part_ == nullptr && graph_.laid_out() != nullptr)
        item.fault("", "the graph has no operator with such a body");
      else if (part_ == nullptr)
        faults_.add_only("/bodies", "places in loops and branches cannot be shown here");
      return;
    }
    const auto first = item.whole("first").value_or(0), repeat = item.whole("repeat").value_or(1);
    const Turns turns{static_cast<std::size_t>(std::max(first, std::int64_t{0})),
                      static_cast<std::size_t>(std::max(repeat, std::int64_t{1}))};
    if (first < 0 || repeat < 1 || turns.first > body->first || body->repeat % turns.repeat != 0)
      return item.fault("repeat", "tables of this body are read with " + std::to_string(body->first) +
                                      " first iterations, then " + std::to_string(body->repeat) + " that repeat, not " +
                                      std::to_string(first) + " and " + std::to_string(repeat));
    JsonItem place(item.place("offsets"), {}, report_to(faults_),
                   [&](const JsonItem& each) { read_place(each, *body, turns); });
    const JsonList list{.field = "offsets", .items = &place, .type = Json::value_t::object, .required = true};
    std::ignore = read_json_lists(*source_, item, {&list, 1});  // the text was checked before
  }
  void read_place(const JsonItem& item, const BodyTable& body, const Turns& turns) {
    const TensorId t = body.body->find_tensor(item.key());
    if (!t.valid()) return item.fault("", "the body has no such tensor");
    const auto& places = body.places[t.index()];
    const bool each = item.value().is_array();
    const auto list = each ? item.list("") : std::span(&item.value(), 1);
    if (places.empty()) return item.fault("", "the tensor lies outside the body");
    if (each && list.size() != turns.first + turns.repeat)
      return item.fault("", "needs " + std::to_string(turns.first + turns.repeat) + " offsets, one for each iteration");
    for (std::size_t k = 0; k < places.size(); ++k) {
      const std::size_t turn = k < turns.first ? k : turns.first + (k - turns.first) % turns.repeat;
      const auto offset = whole_of(list[each ? turn : 0]);
      if (!offset || *offset < 0 || *offset > kMaxTotalSize.count)
        return item.fault("", offset ? "an offset is not between 0 and 2^60" : offset.error());
      table_.set_place(places[k], *offset);
    }
  }

  /// Indexes the operators at the first use: few plans have a sequence.
  void index_operators() {
    if (places_.size() == graph_.operator_count()) return;
    places_.resize(graph_.operator_count());
    for (OperatorId o : graph_.operators()) operators_.add(graph_.name(o), o.index(), graph_.data().operator_names);
  }

  void read_operator(const JsonItem& item) {
    const auto name = item.text("");
    if (!name) return;
    index_operators();
    const std::uint32_t o = operators_.find(*name, graph_.data().operator_names);
    if (o == NameIndex::kNone) {
      if (part_ == nullptr) return item.fault("", "the graph has no operator " + in_quotes(*name));
      ++part_->extra_operators;
      return;
    }
    if (places_[o] > 0) return item.fault("", "operator " + in_quotes(*name) + " stands twice");
    for (OperatorId each : parts_of(OperatorId(o))) {
      plan_.sequence.emplace_back(graph_.name(each));
      places_[each.index()] = plan_.sequence.size();
    }
  }
  /// An operator with bodies runs in one piece.
  [[nodiscard]] std::vector<OperatorId> parts_of(OperatorId last) const {
    std::vector<OperatorId> out{last};
    if (graph_.laid_out() == nullptr) return out;
    const auto& operators = graph_.laid_out()->operators;
    const OperatorId of = operators[last.index()];
    while (out.back().index() > 0 && operators[out.back().index() - 1] == of) out.emplace_back(out.back().index() - 1);
    std::ranges::reverse(out);
    return out;
  }

  void find_missing_operators() {
    index_operators();
    if (part_ != nullptr) return add_missing_operators();
    for (OperatorId o : graph_.operators())
      if (places_[o.index()] == 0) faults_.add("/sequence", "operator " + in_quotes(graph_.name(o)) + " is missing");
  }

  /// Puts each missing operator behind the last one that it waits for.
  void add_missing_operators() {
    part_->lacking_operators = static_cast<std::size_t>(std::ranges::count(places_, 0U));
    if (plan_.sequence.empty()) return;
    const std::vector<std::size_t> read = places_;
    const auto wait = [&](OperatorId o, OperatorId before) {
      if (read[o.index()] == 0) places_[o.index()] = std::max(places_[o.index()], places_[before.index()]);
    };
    for (OperatorId o : graph_.operators()) graph_.for_each_arc(o, [&](OperatorId after) { wait(after, o); });
    std::vector<OperatorId> order(graph_.operators().begin(), graph_.operators().end());
    std::ranges::stable_sort(order, {},
                             [&](OperatorId o) { return std::pair(places_[o.index()], read[o.index()] == 0); });
    plan_.sequence.clear();
    for (OperatorId o : order) plan_.sequence.emplace_back(graph_.name(o));
  }

  /// False where the format or version is another.
  bool read_fields() {
    if (!check_format(document_, "stowage-plan")) return false;
    for (const auto& [field, value] : {std::pair("graph", &plan_.graph),
                                       {"strategy", &plan_.strategy},
                                       {"order", &plan_.order},
                                       {"remark", &plan_.remark}})
      if (const auto text = document_.text(field)) *value = *text;
    read_bytes("alignment", 1, plan_.alignment);
    read_bytes("footprint", 0, plan_.footprint);
    read_bytes("lower_bound", 0, plan_.lower_bound);
    if (document_.has("reserved")) read_bytes("reserved", 0, plan_.reserved_peak.emplace());
    if (const auto streams = document_.text("streams")) {
      plan_.serial_streams = *streams == kSerial;
      if (!plan_.serial_streams) document_.fault("streams", "must be \"serial\", where it is given");
    }
    plan_.assumed = document_.boolean("assumed").value_or(false);
    plan_.proved_optimal = document_.boolean("proved_optimal").value_or(false);
    if (!document_.has("footprint")) document_.fault("footprint", "is missing");
    return true;
  }

  void read_bytes(std::string_view field, std::int64_t least, Bytes& value) {
    const auto number = document_.whole(field);
    if (!number) return;
    if (*number < least || *number > kMaxTotalSize.count)
      document_.fault(field, std::to_string(*number) + " is not between " + std::to_string(least) + " and 2^60");
    else
      value = Bytes{*number};
  }

  const Graph& graph_;
  const std::string& file_;
  PlanInPart* part_;
  Faults faults_{file_};
  OffsetTable table_{graph_, part_};
  NameIndex operators_;
  std::vector<std::size_t> places_;  // by operator, in the sequence, from 1 on; 0: not there
  Plan plan_;
  JsonItem document_{"", kFields, report_to(faults_)};
  JsonItem offset_{"/offsets", {}, report_to(faults_), [this](const JsonItem& item) {
                     table_.set(item.key(), item.whole(""),
                                [&](std::string reason) { item.fault("", std::move(reason)); });
                   }};
  const JsonSource* source_ = nullptr;
  JsonItem body_{"/bodies", kBodyFields, report_to(faults_), [this](const JsonItem& item) { read_body(item); }};
  JsonItem operator_{"/sequence", {}, report_to(faults_), [this](const JsonItem& item) { read_operator(item); }};
  JsonItem bound_tensor_{
      "/bound_tensors", {}, report_to(faults_), [this](const JsonItem& item) { read_bound_tensor(item); }};
};

/// A plan with a graph of its own as a plan for `graph`: tensors are matched by name.
Result<Plan> plan_for(const Graph& graph, const Graph& its_graph, Plan plan, const std::string& file,
                      PlanInPart* part) {
  Faults faults(file);
  OffsetTable table(graph, part);
  for (TensorId t : its_graph.tensors())
    table.set(its_graph.name(t), plan.offsets[t.index()].value,
              [&](std::string reason) { faults.add("", std::move(reason)); });
  plan.offsets = std::move(table).take(its_graph.name(), faults);
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  if (part == nullptr) plan.graph = graph.name();
  plan.footprint = footprint(graph, plan.offsets, plan.alignment);
  plan.serial_streams = plan.serial_streams && !takes_turns(graph);
  return plan;
}

/// Whether the bytes seem to be a plan file: JSON of no format that carries a plan itself.
bool is_plan_file(std::string_view bytes) {
  const auto carries = [&](const Format& format) { return format.use != FormatUse::model && format.looks_like(bytes); };
  return is_json_object_with(bytes, "\"stowage-plan\"") ||
         (begins_as_json(bytes) && std::ranges::none_of(formats(), carries));
}

Result<Plan> read_any(std::string_view bytes, const std::string& file, const Graph& graph, const ReadOptions& options,
                      PlanInPart* part) {
  if (is_plan_file(bytes)) return PlanReader(file, graph, part).read(bytes);
  STOWAGE_TRY(const auto document, read_document(bytes, file, options));
  if (!document.plan) return bad_input(file, "", "the file has no offsets, so it is not a plan");
  return plan_for(graph, *document.graph, *document.plan, file, part);
}

/// `"while": {"first": 1, "repeat": 2, "offsets": {"x": [0, 8, 0], "w": 16}}`.
void write_body(const BodyTable& body, const Plan& plan, std::string& out) {
  append_json_string(out, body.path);
  out.append(": {\"first\": ").append(std::to_string(body.first));
  out.append(", \"repeat\": ").append(std::to_string(body.repeat)).append(", \"offsets\": {");
  for (TensorId t : body.body->tensors()) {
    const auto& places = body.places[t.index()];
    if (places.empty()) continue;
    if (out.back() != '{') out += ", ";
    append_json_string(out, body.body->name(t));
    const auto at = [&](TensorId place) { return plan.offsets[place.index()].value; };
    out += ": ";
    if (std::ranges::all_of(places, [&](TensorId place) { return at(place) == at(places[0]); })) {
      out += std::to_string(at(places[0]));
      continue;
    }
    for (std::size_t k = 0; k < places.size(); ++k)
      out.append(k == 0 ? "[" : ", ").append(std::to_string(at(places[k])));
    out += ']';
  }
  out += "}}";
}

}  // namespace

Result<Plan> read_plan(std::string_view bytes, const std::string& file, const Graph& graph,
                       const ReadOptions& options) {
  return read_any(bytes, file, graph, options, nullptr);
}

Result<PlanInPart> read_plan_in_part(std::string_view bytes, const std::string& file, const Graph& graph,
                                     const ReadOptions& options) {
  PlanInPart out;
  STOWAGE_TRY(out.plan, read_any(bytes, file, graph, options, &out));
  return out;
}

BodyTurns turns_in_plan(std::string_view bytes) {
  if (!is_plan_file(bytes)) return {};
  const std::string file;
  const Task task;
  const JsonSource source{bytes, file, task};
  BodyTurns out;
  Faults faults(file);
  JsonItem document("", kFields, report_to(faults));
  JsonItem body("/bodies", kBodyFields, report_to(faults), [&](const JsonItem& item) {
    const auto first = item.whole("first").value_or(0), repeat = item.whole("repeat").value_or(1);
    if (first >= 0 && repeat >= 1)
      out[item.key()] = {static_cast<std::size_t>(first), static_cast<std::size_t>(repeat)};
  });
  const JsonList list{.field = "bodies", .items = &body, .type = Json::value_t::object};
  std::ignore = read_json_document(source, document, {&list, 1}, [] { return true; });
  return out;
}

std::string write_plan(const Graph& graph, const Plan& plan) {
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
  if (!plan.remark.empty()) text("remark", plan.remark);
  number("alignment", plan.alignment.count);
  number("footprint", plan.footprint.count);
  const bool claims = !plan.without_in_place;
  number("lower_bound", claims ? plan.lower_bound.count : 0);
  out.append(", \"proved_optimal\": ").append(claims && plan.proved_optimal ? "true" : "false");
  if (plan.serial_streams || is_read_in_turns(graph)) text("streams", kSerial);
  if (plan.reserved_peak) number("reserved", plan.reserved_peak->count);
  if (plan.assumed) out += ", \"assumed\": true";
  const auto list = [&](std::string_view key, std::string_view brackets, const auto& items, const auto& write) {
    out.append(",\n \"").append(key).append("\": ") += brackets[0];
    bool first = true;
    for (const auto& item : items) {
      out += std::exchange(first, false) ? "\n  " : ",\n  ";
      write(item);
    }
    out += brackets[1];
  };
  const LaidOut* const bodies = graph.laid_out();
  list("offsets", "{}", bodies != nullptr ? bodies->source->tensors() : graph.tensors(), [&](TensorId t) {
    append_json_string(out, graph.name(t));
    out.append(": ").append(std::to_string(plan.offsets[t.index()].value));
  });
  if (bodies != nullptr)
    list("bodies", "{}", bodies->tables, [&](const BodyTable& body) { write_body(body, plan, out); });
  std::vector<std::string> sequence = plan.sequence;
  if (bodies != nullptr)
    std::erase_if(sequence, [&](const std::string& name) { return !bodies->source->find_operator(name).valid(); });
  if (!sequence.empty())
    list("sequence", "[]", sequence, [&](const std::string& name) { append_json_string(out, name); });
  if (claims && !plan.bound_tensors.empty())
    list("bound_tensors", "[]", plan.bound_tensors, [&](TensorId t) { append_json_string(out, graph.name(t)); });
  out += "}\n";
  return out;
}

}  // namespace stowage
