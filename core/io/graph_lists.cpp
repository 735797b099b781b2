// SPDX-License-Identifier: Apache-2.0
#include "core/io/graph_lists.h"

#include <limits>

#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kStreamFields[] = {"id", "name", "color"};
constexpr std::string_view kNodeFields[] = {"id", "op", "phase", "stream", "loop"};
constexpr std::string_view kTensorFields[] = {"id", "size", "producer", "consumers", "kind", "output", "alignment"};

/// The item's id. Where it has none, something stands in for it, so that the items after it keep their numbers.
std::string id_of(const JsonItem& item) {
  const auto id = item.text("id");
  if (id && !id->empty()) return std::string(*id);
  if (id) item.fault("id", "an id must not be empty");
  return "(no id " + std::to_string(item.index()) + ")";
}

/// Reports the fields that an item lacks, where it is an object at all.
void require(const JsonItem& item, std::initializer_list<std::string_view> fields) {
  for (std::string_view field : fields)
    if (item.value().is_object() && !item.has(field)) item.fault("", "\"" + std::string(field) + "\" is missing");
}

}  // namespace

/// A list of the document, the fields of its items (none: they are lists or values), and who reads them.
struct GraphLists::Section {
  std::string_view name;
  std::span<const std::string_view> fields;
  void (GraphLists::*read)(const JsonItem& item);
  bool required = false;
};

constinit const std::array<GraphLists::Section, 7> GraphLists::kSections = {{
    {"streams", kStreamFields, &GraphLists::read_stream},
    {"nodes", kNodeFields, &GraphLists::read_node, true},
    {"tensors", kTensorFields, &GraphLists::read_tensor, true},
    {"control", {}, &GraphLists::read_control},
    {"contiguous", {}, &GraphLists::read_group},
    {"times", {}, &GraphLists::read_time},
    {"carry", {}, &GraphLists::read_carry},
}};

GraphLists::GraphLists(const std::string& file, const JsonItem& document, bool body)
    : document_(document), builder_(file, [this](const InputItem& item) { return place_of(item); }) {
  const auto report = [this](std::string place, std::string reason) {
    builder_.add_fault(std::move(place), std::move(reason));
  };
  items_.reserve(kSections.size());
  for (const Section& section : std::span(kSections).first(kSections.size() - (body ? 0 : 1))) {
    const auto read = [this, &section](const JsonItem& item) {
      const auto type = section.fields.empty() ? JsonAs<void>() : check_object(item.value());
      if (!type) item.fault("", type.error());
      (this->*section.read)(item);
    };
    items_.emplace_back(document.place(section.name), section.fields, report, read);
    lists_.push_back({.field = section.name, .items = &items_.back(), .required = section.required});
  }
}

void GraphLists::warn_of_durations() {
  if (durations_ > 0)
    builder_.add_warning(document_.place("nodes"), "durations are kept and not used: " + std::to_string(durations_) +
                                                       (durations_ == 1 ? " node has one" : " nodes have one"));
}

void GraphLists::take_times() {
  if (builder_.has_faults() || !document_.has("times")) return;
  if (times_.size() != builder_.operator_count() + 1)
    return builder_.add_fault(document_.place("times"), "must hold one number more than there are nodes, " +
                                                            std::to_string(builder_.operator_count() + 1) + ", not " +
                                                            std::to_string(times_.size()));
  for (std::size_t step = 1; step < times_.size(); ++step)
    if (times_[step] <= times_[step - 1])
      return builder_.add_fault(document_.place("times") + "/" + std::to_string(step), "the times must ascend");
  builder_.set_times(std::move(times_));
}

/// The builder counts only the edges it was given; we know which one we are at.
std::string GraphLists::place_of(const InputItem& item) const {
  const std::size_t index = item.section == InputItem::Section::control ? edge_ : item.index;
  std::string out = document_.place(kSections[static_cast<std::size_t>(item.section)].name);
  if (item.index != InputItem::kAll) out += "/" + std::to_string(index);
  return item.field.empty() ? out : out + pointer_step(item.field);
}

void GraphLists::read_stream(const JsonItem& item) {
  const auto number = item.whole("id");
  const auto name = item.text("name"), color = item.text("color");
  require(item, {"id"});
  if (number) builder_.add_stream(*number, name.value_or(""), item.extra(), color.value_or(""));
}

void GraphLists::read_node(const JsonItem& item) {
  const std::string id = id_of(item), extra = item.extra();
  if (item.has_extra("duration")) ++durations_;
  GraphBuilder::Operator node{.name = id, .stream = {}, .extra = extra};
  node.kind = item.text("op").value_or("");
  node.phase = item.text("phase").value_or("");
  const auto stream = item.whole("stream");
  require(item, {"id"});
  const bool good = item.value().is_object() && stream.has_value() == item.has("stream");
  node.stream = stream_of(item, stream.value_or(0), good);
  const OperatorId id_now = builder_.add_operator(node);
  if (!item.has("loop")) return;
  if (const auto body = check_object(item.at("loop")); !body) return item.fault("loop", body.error());
  loops_.push_back({id_now, item.place("loop"), item.offset("loop")});
}

/// The stream a node names. With a list of streams it must be one of them; else it appears when first named.
StreamId GraphLists::stream_of(const JsonItem& item, std::int64_t number, bool complain) {
  const StreamId known = builder_.find_stream(number);
  if (known.valid()) return known;
  if (!document_.has("streams")) return builder_.add_stream(number);
  if (complain) item.fault("stream", "stream " + std::to_string(number) + " is not in the list of streams");
  if (!any_stream_.valid()) any_stream_ = builder_.add_stream(std::numeric_limits<std::int64_t>::min());
  return any_stream_;
}

/// The operator that a value names, or none and a fault at its place.
template <class Place>
OperatorId GraphLists::find_operator(const Json& value, Place&& place) {
  const auto name = text_of(value);
  const OperatorId id = name ? builder_.find_operator(*name) : OperatorId();
  if (!name)
    builder_.add_fault(place(), name.error());
  else if (!id.valid())
    builder_.add_fault(place(), "there is no operator " + in_quotes(*name));
  return id;
}

void GraphLists::read_tensor(const JsonItem& item) {
  const std::string id = id_of(item), extra = item.extra();
  GraphBuilder::Tensor tensor{.name = id, .size = Bytes{item.whole("size").value_or(0)}, .extra = extra};
  if (item.has("producer") && !item.at("producer").is_null())
    tensor.producer = find_operator(item.at("producer"), [&] { return item.place("producer"); });
  consumers_.clear();
  for (const Json& consumer : item.list("consumers"))
    consumers_.push_back(
        find_operator(consumer, [&] { return item.place("consumers") + "/" + std::to_string(consumers_.size()); }));
  tensor.consumers = consumers_;
  tensor.kind = item.text("kind").value_or("");
  tensor.output = item.boolean("output").value_or(false);
  tensor.alignment = item.whole("alignment").value_or(1);
  require(item, {"id", "size"});
  builder_.add_tensor(tensor);
}

void GraphLists::read_control(const JsonItem& item) {
  edge_ = item.index();
  const auto names = item.list("");
  if (!item.value().is_array()) return;
  if (names.size() != 2) return item.fault("", "must name two operators, not " + std::to_string(names.size()));
  const OperatorId before = find_operator(names[0], [&] { return item.place() + "/0"; });
  const OperatorId after = find_operator(names[1], [&] { return item.place() + "/1"; });
  if (before.valid() && after.valid()) builder_.add_control(before, after);
}

/// The tensor that a value of the item, a list, names, or none and a fault at its place.
TensorId GraphLists::find_tensor(const JsonItem& item, std::size_t index) {
  const auto name = text_of(item.value()[index]);
  const TensorId tensor = name ? builder_.find_tensor(*name) : TensorId();
  if (!tensor.valid()) item.fault("", index, name ? "there is no tensor " + in_quotes(*name) : name.error());
  return tensor;
}

void GraphLists::read_group(const JsonItem& item) {
  std::vector<TensorId> members;
  const auto names = item.list("");
  for (std::size_t index = 0; index < names.size(); ++index)
    if (const TensorId tensor = find_tensor(item, index); tensor.valid()) members.push_back(tensor);
  if (!members.empty() || (item.value().is_array() && names.empty())) builder_.add_group(members);
}

void GraphLists::read_carry(const JsonItem& item) {
  const auto names = item.list("");
  if (!item.value().is_array()) return;
  if (names.size() != 2) return item.fault("", "must name two tensors, not " + std::to_string(names.size()));
  const TensorId into = find_tensor(item, 0), from = find_tensor(item, 1);
  if (into.valid() && from.valid()) carry_.push_back({into, from});
}

void GraphLists::read_time(const JsonItem& item) {
  times_.push_back(item.whole("").value_or(0));
}

}  // namespace stowage
