// SPDX-License-Identifier: Apache-2.0
#include "core/graph/builder.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <numeric>
#include <ranges>

#include "core/base/text.h"
#include "core/graph/claims.h"
#include "core/graph/indexing.h"

namespace stowage {
namespace {

static_assert(!OperatorId(NameTable::kNone).valid() && !TensorId(NameTable::kNone).valid());

constexpr std::int64_t kMaxAlignment = std::int64_t{1} << 30;

std::string json_pointer(const InputItem& item) {
  static constexpr const char* kSections[] = {"streams",    "nodes", "tensors", "control",
                                              "contiguous", "views", "in_place"};
  std::string place = "/";
  place.append(kSections[static_cast<int>(item.section)]);
  if (item.index != InputItem::kAll) place.append("/").append(std::to_string(item.index));
  if (!item.field.empty()) place.append("/").append(item.field);
  return place;
}

/// Such names are refused: ids are printed one or two a line, and drawn as text in images.
bool has_control_character(std::string_view name) {
  return std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

/// Whether 32-bit offsets (Csr) suffice for every table of arcs, and for arcs of all kinds together.
bool fits_tables(const Graph::Data& data) {
  constexpr std::size_t kMax = std::numeric_limits<std::uint32_t>::max();
  return data.tensor_consumers.item_count() + data.control.size() + data.groups.item_count() +
             data.operator_stream.size() + data.tensor_size.size() <=
         kMax;
}

}  // namespace

using Section = InputItem::Section;

GraphBuilder::GraphBuilder(std::string file, Places places)
    : file_(std::move(file)), places_(places ? std::move(places) : Places(json_pointer)), faults_(file_) {
  intern("");
}

void GraphBuilder::reserve(std::size_t operators, std::size_t tensors) {
  operator_index_.reserve(operators);
  tensor_index_.reserve(tensors);
  d_.operator_stream.reserve(operators);
  d_.operator_kind.reserve(operators);
  d_.operator_phase.reserve(operators);
  d_.tensor_size.reserve(tensors);
  d_.tensor_producer.reserve(tensors);
  d_.tensor_names.reserve(tensors, 0);
  d_.tensor_consumers.reserve(tensors, tensors);
  d_.tensor_kind.reserve(tensors);
  d_.tensor_group.reserve(tensors);
}

Graph::Label GraphBuilder::intern(std::string_view text) {
  if (text.empty() && d_.labels.size() > 0) return 0;
  const std::uint32_t known = label_index_.find(text, d_.labels);
  if (known != NameIndex::kNone) return static_cast<Graph::Label>(known);
  if (d_.labels.size() > std::numeric_limits<Graph::Label>::max()) {
    add_fault("", "more than 65,536 different operator kinds, phases and tensor kinds");
    return 0;
  }
  label_index_.add(text, d_.labels.size(), d_.labels);
  return static_cast<Graph::Label>(d_.labels.add(text));
}

StreamId GraphBuilder::add_stream(std::int64_t number, std::string_view name, std::string_view extra,
                                  std::string_view color) {
  const StreamId id(d_.streams.size());
  d_.streams.push_back({number, std::string(name), std::string(color)});
  if (!extra.empty()) d_.stream_extra.emplace(id.index(), extra);
  if (!stream_index_.try_emplace(number, static_cast<std::uint32_t>(id.index())).second)
    add_fault({Section::streams, id.index(), "id"}, "stream " + std::to_string(number) + " is listed twice");
  return id;
}

StreamId GraphBuilder::find_stream(std::int64_t number) const {
  const auto it = stream_index_.find(number);
  return it == stream_index_.end() ? StreamId() : StreamId(it->second);
}

void GraphBuilder::add_name(const InputItem& item, const char* what, std::string_view name, NameTable& names,
                            NameIndex& index) {
  if (!index.add(name, item.index, names)) add_fault(item, "duplicate " + std::string(what) + " id " + quoted(name));
  if (has_control_character(name)) add_fault(item, "the id holds a control character");
  names.add(name);
}

OperatorId GraphBuilder::add_operator(const Operator& spec) {
  const OperatorId id(operator_count());
  add_name({Section::nodes, id.index(), "id"}, "operator", spec.name, d_.operator_names, operator_index_);
  if (!spec.stream.valid() || spec.stream.index() >= d_.streams.size())
    add_fault({Section::nodes, id.index(), "stream"}, "no such stream");
  d_.operator_stream.push_back(spec.stream);
  d_.operator_kind.push_back(intern(spec.kind));
  d_.operator_phase.push_back(intern(spec.phase));
  if (!spec.extra.empty()) d_.operator_extra.emplace(id.index(), spec.extra);
  const bool good_duration = spec.duration.nanoseconds >= 0 && spec.duration.nanoseconds <= kMaxDuration;
  if (!good_duration)
    add_fault({Section::nodes, id.index(), "duration"},
              "duration " + std::to_string(spec.duration.nanoseconds) + " is not between 0 and 2^53 ns");
  if (spec.duration != Duration()) {
    d_.operator_duration.resize(id.index() + 1);
    if (good_duration) d_.operator_duration.back() = spec.duration;
  }
  return id;
}

void GraphBuilder::add_steps(std::vector<std::int64_t> times) {
  assert(operator_count() == 0);
  const std::size_t count = std::max<std::size_t>(times.size(), 1) - 1;
  d_.operator_stream.assign(count, add_stream(0));
  d_.operator_kind.assign(count, 0);
  d_.operator_phase.assign(count, 0);
  d_.operator_names.reserve(count, 0);
  for (std::size_t k = 0; k < count; ++k) d_.operator_names.add("t=" + std::to_string(times[k]));
  d_.times = std::move(times);
}

TensorId GraphBuilder::add_tensor(const Tensor& spec) {
  const TensorId id(tensor_count());
  const auto fault = [&](std::string_view field, std::string reason) {
    add_fault({Section::tensors, id.index(), field}, std::move(reason));
  };
  const auto known = [&](OperatorId o) { return o.index() < operator_count(); };
  add_name({Section::tensors, id.index(), "id"}, "tensor", spec.name, d_.tensor_names, tensor_index_);
  const bool good_size = spec.size >= Bytes{0} && spec.size <= kMaxTensorSize;
  if (!good_size) fault("size", "size " + std::to_string(spec.size.count) + " is not between 0 and 2^53");
  if (spec.alignment < 1 || spec.alignment > kMaxAlignment)
    fault("alignment", "alignment " + std::to_string(spec.alignment) + " is not between 1 and 2^30");
  if (spec.producer.valid() && !known(spec.producer)) fault("producer", "no such operator");

  consumers_.clear();
  for (OperatorId consumer : spec.consumers) {
    if (!consumer.valid()) continue;
    if (known(consumer))
      consumers_.push_back(consumer);
    else
      fault("consumers", "no such operator");
  }
  sort_distinct(consumers_);

  d_.tensor_size.push_back(good_size ? spec.size : Bytes{0});
  if (spec.at_least) set_unknown_size(d_, id.index(), true);
  d_.tensor_producer.push_back(spec.producer.valid() && known(spec.producer) ? spec.producer : OperatorId());
  d_.tensor_consumers.add_row(consumers_);
  d_.tensor_kind.push_back(intern(spec.kind));
  d_.tensor_output.push_back(spec.output);
  d_.tensor_group.push_back(GroupId());
  if (spec.alignment != 1) {
    d_.tensor_alignment.resize(id.index() + 1, 1);
    d_.tensor_alignment.back() = static_cast<std::uint32_t>(spec.alignment);
  }
  if (!spec.extra.empty()) d_.tensor_extra.emplace(id.index(), spec.extra);
  return id;
}

void GraphBuilder::add_control(OperatorId before, OperatorId after) {
  const std::size_t index = d_.control.size();
  if (before.index() >= operator_count() || after.index() >= operator_count())
    return add_fault({Section::control, index, ""}, "no such operator");
  if (before == after)
    add_fault({Section::control, index, ""},
              "operator " + quoted(d_.operator_names[before.index()]) + " cannot wait for itself");
  d_.control.push_back({before, after});
}

void GraphBuilder::add_group(std::span<const TensorId> members) {
  const GroupId id(d_.groups.row_count());
  const InputItem item{Section::contiguous, id.index(), ""};
  if (members.empty()) add_fault(item, "the group is empty");
  for (TensorId member : members) {
    if (member.index() >= tensor_count()) {
      add_fault(item, "no such tensor");
      continue;
    }
    GroupId& group = d_.tensor_group[member.index()];
    const std::string name = "tensor " + quoted(d_.tensor_names[member.index()]);
    if (group == id)
      add_fault(item, name + " stands twice in the group");
    else if (group.valid())
      add_fault(item, name + " is in group " + std::to_string(group.index()) + " already");
    if (has_own_alignment(member))
      add_fault(item, name + " has an alignment of its own, which a contiguous group cannot keep");
    group = id;
  }
  d_.groups.add_row(members);
}

bool GraphBuilder::has_own_alignment(TensorId t) const {
  return t.index() < d_.tensor_alignment.size() && d_.tensor_alignment[t.index()] != 1;
}

OperatorId GraphBuilder::find_operator(std::string_view name) const {
  return OperatorId(operator_index_.find(name, d_.operator_names));
}

TensorId GraphBuilder::find_tensor(std::string_view name) const {
  return TensorId(tensor_index_.find(name, d_.tensor_names));
}

void GraphBuilder::add_fault(std::string place, std::string reason) {
  faults_.add(std::move(place), std::move(reason));
}

void GraphBuilder::add_fault(const InputItem& item, std::string reason) {
  add_fault(faults_.is_full() ? std::string() : places_(item), std::move(reason));
}

void GraphBuilder::add_warning(std::string place, std::string reason) {
  warnings_.push_back({file_, std::move(place), std::move(reason)});
}

/// Keeps the sum of sizes, and the time of a run on one stream, within 64 bits, with room to add.
void GraphBuilder::check_sums() {
  const auto check = [&](const auto& values, const auto& amount, std::int64_t limit, InputItem item,
                         const char* reason) {
    std::int64_t sum = 0;  // each is at most 2^53, and we stop at 2^60: no overflow
    for (; item.index < values.size(); ++item.index)
      if ((sum += values[item.index].*amount) >= limit) return add_fault(item, reason);
  };
  check(d_.tensor_size, &Bytes::count, kMaxTotalSize.count, {Section::tensors, 0, "size"},
        "the sizes up to here add up to 2^60 bytes or more");
  check(d_.operator_duration, &Duration::nanoseconds, kMaxTotalDuration, {Section::nodes, 0, "duration"},
        "the durations up to here add up to 2^60 ns or more");
}

/// Checks all but circles, which add_circle_of_views() looks for once the rest is right.
void GraphBuilder::check_views() {
  std::vector<bool> is_view(tensor_count());
  for (std::size_t k = 0; k < d_.views.size(); ++k) {
    const auto& [tensor, of, offset, extra] = d_.views[k];
    const auto fault = [&](std::string_view field, std::string reason) {
      add_fault({Section::views, k, field}, std::move(reason));
    };
    if (!tensor.valid() || !of.valid()) continue;
    if (tensor.index() >= tensor_count() || of.index() >= tensor_count()) {
      fault("", "no such tensor");
      continue;
    }
    const std::string name = "tensor " + quoted(d_.tensor_names[tensor.index()]);
    const Bytes size = d_.tensor_size[tensor.index()], room = d_.tensor_size[of.index()];
    if (is_view[tensor.index()]) fault("tensor", name + " is a view already");
    is_view[tensor.index()] = true;
    if (tensor == of) fault("of", name + " cannot be a view of itself");
    if (offset < 0)
      fault("offset", "offset " + std::to_string(offset) + " is negative");
    else if (offset > room.count - size.count)
      fault("offset", name + " has " + std::to_string(size.count) + " bytes, which do not fit at byte " +
                          std::to_string(offset) + " of the " + std::to_string(room.count) + " of " +
                          quoted(d_.tensor_names[of.index()]));
    if (d_.tensor_group[tensor.index()].valid())
      fault("tensor", name + " is in a contiguous group, so it cannot be a view");
    if (has_own_alignment(tensor)) fault("tensor", name + " has an alignment of its own, which a view cannot keep");
  }
  if (has_faults() || index_views(d_)) return;
  add_circle_of_views();
}

/// Names the first circle.
void GraphBuilder::add_circle_of_views() {
  std::vector<std::size_t> view_of(tensor_count(), InputItem::kAll), reached_from(tensor_count(), InputItem::kAll);
  for (std::size_t k = 0; k < d_.views.size(); ++k) view_of[d_.views[k].tensor.index()] = k;
  for (std::size_t k = 0; k < d_.views.size(); ++k) {
    std::size_t t = d_.views[k].tensor.index();
    for (; view_of[t] != InputItem::kAll && reached_from[t] == InputItem::kAll; t = d_.views[view_of[t]].of.index())
      reached_from[t] = k;
    if (reached_from[t] != k) continue;
    constexpr int kShown = 8;
    std::string names = quoted(d_.tensor_names[t]);
    std::size_t at = t;
    int shown = 0;
    do {
      at = d_.views[view_of[at]].of.index();
      names += " in " + (++shown < kShown || at == t ? quoted(d_.tensor_names[at]) : std::string("…"));
    } while (at != t && shown < kShown);
    return add_fault({Section::views, view_of[t], "of"}, "the views form a circle: " + names);
  }
}

void GraphBuilder::check_in_place() {
  std::unordered_set<std::uint64_t> given;
  for (std::size_t k = 0; k < d_.in_place.size(); ++k) {
    const InPlace& pair = d_.in_place[k];
    const auto fault = [&](std::string_view field, std::string reason) {
      add_fault({Section::in_place, k, field}, std::move(reason));
    };
    const auto [output, input] = std::pair(pair.output, pair.input);
    if (!output.valid() || !input.valid()) continue;
    if (output.index() >= tensor_count() || input.index() >= tensor_count()) {
      fault("", "no such tensor");
      continue;
    }
    const auto name = [&](TensorId t) { return quoted(d_.tensor_names[t.index()]); };
    const OperatorId producer = d_.tensor_producer[output.index()];
    const auto uses = d_.tensor_consumers[input.index()];
    if (output == input)
      fault("input", "tensor " + name(output) + " cannot be written over itself");
    else if (!producer.valid())
      fault("output", "no operator makes tensor " + name(output) + ", so it is written over nothing");
    else if (!std::ranges::binary_search(uses, producer))
      fault("input", "operator " + quoted(d_.operator_names[producer.index()]) + ", which makes " + name(output) +
                         ", does not consume " + name(input));
    else if (d_.tensor_producer[input.index()] == producer)
      fault("input", "operator " + quoted(d_.operator_names[producer.index()]) + " makes both " + name(output) +
                         " and " + name(input));
    if (pair.low > pair.high)
      fault("shift",
            "the least shift, " + std::to_string(pair.low) + ", is above the largest, " + std::to_string(pair.high));
    for (const std::int64_t bound : {pair.low, pair.high})
      if (bound < -kMaxTensorSize.count || bound > kMaxTensorSize.count)
        fault("shift", "shift " + std::to_string(bound) + " is not between -2^53 and 2^53");
    if (!given.insert(std::uint64_t{output.index()} << 32 | input.index()).second)
      fault("", "the pair of " + name(output) + " and " + name(input) + " is given twice");
  }
}

void GraphBuilder::settle_alignment() {
  std::int64_t common = 0;
  for (std::size_t t = 0; t < tensor_count(); ++t)
    if (d_.tensor_size[t] > Bytes{})
      common = std::gcd(common, d_.tensor_alignment.empty() ? 1 : d_.tensor_alignment[t]);
  const std::int64_t bytes = alignment_.value_or(std::max<std::int64_t>(common, 1));
  if (bytes < 1 || bytes > kMaxAlignment)
    add_fault("/alignment", "alignment " + std::to_string(bytes) + " is not between 1 and 2^30");
  d_.alignment = Bytes{bytes};
}

/// Makes the order added the global order, or derives a stable one; false (and a fault) where there is a cycle.
bool GraphBuilder::settle_order() {
  bool in_order = true;
  for_each_arc(d_, [&](Arc arc) { in_order &= arc.from < arc.to; });
  if (in_order) return true;

  const auto successors = Csr<std::uint32_t>::from_each(operator_count(), [&](const auto& add) {
    for_each_arc(d_, [&](Arc arc) { add(arc.from.index(), static_cast<std::uint32_t>(arc.to.index())); });
  });
  const TopologicalOrder order = stable_topological_order(successors);
  if (!order.cycle.empty()) {
    add_fault({Section::nodes, InputItem::kAll, ""},
              "the operators form a cycle: " + describe_cycle(order.cycle, d_.operator_names));
    return false;
  }
  if (!d_.times.empty()) {
    add_fault("", "the steps of a time axis must be in a topological order");
    return false;
  }
  add_warning(places_({Section::nodes, InputItem::kAll, ""}),
              "the nodes are not in a topological order; a stable topological order was derived");
  reorder_operators(d_, order.order);
  return true;
}

Result<BuiltGraph> GraphBuilder::build() && {
  if (!fits_tables(d_))
    return tl::unexpected(Error::of(Error::Kind::too_large, "the graph has 2^32 or more uses and control edges"));
  if (!d_.operator_duration.empty()) d_.operator_duration.resize(operator_count());
  if (!d_.tensor_alignment.empty()) d_.tensor_alignment.resize(tensor_count(), 1);
  check_sums();
  check_in_place();
  check_views();
  settle_alignment();
  operator_index_ = tensor_index_ = {};  // their memory is needed for the tables that follow
  if (!has_faults() && settle_order()) {
    assert(d_.times.empty() || d_.times.size() == operator_count() + 1);
    index_all(d_);
    return BuiltGraph{Graph(std::move(d_)), std::move(warnings_)};
  }
  return tl::unexpected(std::move(faults_).error());
}

}  // namespace stowage
