// SPDX-License-Identifier: Apache-2.0
// The lists of a graph, of a file or of a loop's body, as a graph file has them: for graph_json.cpp alone.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/graph/builder.h"
#include "core/graph/loop.h"
#include "core/io/json.h"
#include "core/io/utf8.h"

namespace stowage {

/// Reads the items of the lists into a builder.
class GraphLists {
 public:
  /// `body`: of a loop, which has a list of carries too.
  GraphLists(const std::string& file, const JsonItem& document, bool body)
      : document_(document),
        sections_(std::span(kSections).first(kSections.size() - (body ? 0 : 1))),
        builder_(file, [this](const InputItem& item) { return place_of(item); }) {}
  GraphLists(const GraphLists&) = delete;
  GraphLists& operator=(const GraphLists&) = delete;

  [[nodiscard]] GraphBuilder& builder() { return builder_; }

  /// What reads the list that begins in the document, or null where it must wait for a list that did not come yet.
  JsonItem* take(std::string_view name) {
    const auto section = std::ranges::find(sections_, name, &Section::name);
    if (section == sections_.end() || !document_.at(name).is_array()) return nullptr;
    for (const Section& other : sections_)
      if (&other < &*section ? other.required && !taken(other) : taken(other)) in_order_ = false;
    if (!in_order_) return nullptr;
    taken_[index_of(*section)] = true;
    return begin(*section);
  }

  /// Whether the document's lists were all taken and none is missing.
  [[nodiscard]] bool complete() const {
    return std::ranges::all_of(sections_, [&](const Section& section) {
      return document_.has(section.name) ? taken(section) : !section.required;
    });
  }

  /// Reads all lists of a text that was checked, in the order of kSections, wherever they stand.
  Result<void> read(const JsonSource& source) {
    for (const Section& section : sections_) {
      const Json& value = document_.at(section.name);
      const auto list = list_of(value);
      if (value.is_discarded()) {
        if (section.required) document_.fault(section.name, "is missing");
      } else if (!list) {
        document_.fault(section.name, list.error());
      } else if (auto read = read_json_items(source, document_.offset(section.name), *begin(section)); !read) {
        return read;
      }
    }
    return {};
  }

  /// An operator that is a loop: where its node stands, and where in the text its body begins.
  struct LoopAt {
    OperatorId op;
    std::string place;
    std::size_t offset;
  };
  [[nodiscard]] const std::vector<LoopAt>& loops() const { return loops_; }
  [[nodiscard]] const std::vector<Carry>& carry() const { return carry_; }

  /// To be called once all lists were read.
  void warn_of_durations() {
    if (durations_ > 0)
      builder_.add_warning(document_.place("nodes"), "durations are kept and not used: " + std::to_string(durations_) +
                                                         (durations_ == 1 ? " node has one" : " nodes have one"));
  }

  /// To be called once all lists were read.
  void take_times() {
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

 private:
  /// A list of the document, the fields of its items (none: they are lists or values), and who reads them.
  struct Section {
    std::string_view name;
    std::span<const std::string_view> fields;
    void (GraphLists::*read)(const JsonItem& item);
    bool required = false;
  };
  static constexpr std::string_view kStreamFields[] = {"id", "name", "color"};
  static constexpr std::string_view kNodeFields[] = {"id", "op", "phase", "stream", "loop"};
  static constexpr std::string_view kTensorFields[] = {"id",   "size",   "producer", "consumers",
                                                       "kind", "output", "alignment"};
  static const std::array<Section, 7> kSections;

  static std::size_t index_of(const Section& section) { return static_cast<std::size_t>(&section - kSections.data()); }
  [[nodiscard]] bool taken(const Section& section) const { return taken_[index_of(section)]; }

  JsonItem* begin(const Section& section) {
    const auto report = [this](std::string place, std::string reason) {
      builder_.add_fault(std::move(place), std::move(reason));
    };
    return &item_.emplace(document_.place(section.name), section.fields, report, [&](const JsonItem& item) {
      const auto type = section.fields.empty() ? JsonAs<void>() : check_object(item.value());
      if (!type) item.fault("", type.error());
      (this->*section.read)(item);
    });
  }

  /// The builder counts only the edges it was given; we know which one we are at.
  [[nodiscard]] std::string place_of(const InputItem& item) const {
    const std::size_t index = item.section == InputItem::Section::control ? edge_ : item.index;
    std::string out = document_.place(kSections[static_cast<std::size_t>(item.section)].name);
    if (item.index != InputItem::kAll) out += "/" + std::to_string(index);
    return item.field.empty() ? out : out + pointer_step(item.field);
  }

  /// The item's id. Where it has none, something stands in for it, so that the items after it keep their numbers.
  static std::string id_of(const JsonItem& item) {
    const auto id = item.text("id");
    if (id && !id->empty()) return std::string(*id);
    if (id) item.fault("id", "an id must not be empty");
    return "(no id " + std::to_string(item.index()) + ")";
  }

  /// Reports the fields that an item lacks, where it is an object at all.
  static void require(const JsonItem& item, std::initializer_list<std::string_view> fields) {
    for (std::string_view field : fields)
      if (item.value().is_object() && !item.has(field)) item.fault("", "\"" + std::string(field) + "\" is missing");
  }

  void read_stream(const JsonItem& item) {
    const auto number = item.whole("id");
    const auto name = item.text("name"), color = item.text("color");
    require(item, {"id"});
    if (number) builder_.add_stream(*number, name.value_or(""), item.extra(), color.value_or(""));
  }

  void read_node(const JsonItem& item) {
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
  StreamId stream_of(const JsonItem& item, std::int64_t number, bool complain) {
    const StreamId known = builder_.find_stream(number);
    if (known.valid()) return known;
    if (!document_.has("streams")) return builder_.add_stream(number);
    if (complain) item.fault("stream", "stream " + std::to_string(number) + " is not in the list of streams");
    if (!any_stream_.valid()) any_stream_ = builder_.add_stream(std::numeric_limits<std::int64_t>::min());
    return any_stream_;
  }

  void read_tensor(const JsonItem& item) {
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

  /// The operator that a value names, or none and a fault at its place.
  template <class Place>
  OperatorId find_operator(const Json& value, Place&& place) {
    const auto name = text_of(value);
    const OperatorId id = name ? builder_.find_operator(*name) : OperatorId();
    if (!name)
      builder_.add_fault(place(), name.error());
    else if (!id.valid())
      builder_.add_fault(place(), "there is no operator " + in_quotes(*name));
    return id;
  }

  void read_control(const JsonItem& item) {
    edge_ = item.index();
    const auto names = item.list("");
    if (!item.value().is_array()) return;
    if (names.size() != 2) return item.fault("", "must name two operators, not " + std::to_string(names.size()));
    const OperatorId before = find_operator(names[0], [&] { return item.place() + "/0"; });
    const OperatorId after = find_operator(names[1], [&] { return item.place() + "/1"; });
    if (before.valid() && after.valid()) builder_.add_control(before, after);
  }

  void read_group(const JsonItem& item) {
    std::vector<TensorId> members;
    const auto names = item.list("");
    for (std::size_t index = 0; index < names.size(); ++index) {
      const auto name = text_of(names[index]);
      const TensorId tensor = name ? builder_.find_tensor(*name) : TensorId();
      if (tensor.valid())
        members.push_back(tensor);
      else
        item.fault("", index, name ? "there is no tensor " + in_quotes(*name) : name.error());
    }
    if (!members.empty() || (item.value().is_array() && names.empty())) builder_.add_group(members);
  }

  void read_carry(const JsonItem& item) {
    const auto names = item.list("");
    if (!item.value().is_array()) return;
    if (names.size() != 2) return item.fault("", "must name two tensors, not " + std::to_string(names.size()));
    std::array<TensorId, 2> tensors;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto name = text_of(names[k]);
      if (name) tensors[k] = builder_.find_tensor(*name);
      if (!tensors[k].valid()) item.fault("", k, name ? "there is no tensor " + in_quotes(*name) : name.error());
    }
    if (tensors[0].valid() && tensors[1].valid()) carry_.push_back({tensors[0], tensors[1]});
  }

  void read_time(const JsonItem& item) { times_.push_back(item.whole("").value_or(0)); }

  const JsonItem& document_;
  const std::span<const Section> sections_;
  GraphBuilder builder_;
  std::optional<JsonItem> item_;
  std::array<bool, 7> taken_{};
  bool in_order_ = true;
  std::size_t edge_ = 0, durations_ = 0;
  StreamId any_stream_;
  std::vector<OperatorId> consumers_;  // of the tensor being read: kept to spare an allocation a tensor
  std::vector<std::int64_t> times_;
  std::vector<LoopAt> loops_;
  std::vector<Carry> carry_;
};

/// In the order in which they must be read: tensors name nodes, groups and carries name tensors.
inline const std::array<GraphLists::Section, 7> GraphLists::kSections = {{
    {"streams", kStreamFields, &GraphLists::read_stream},
    {"nodes", kNodeFields, &GraphLists::read_node, true},
    {"tensors", kTensorFields, &GraphLists::read_tensor, true},
    {"control", {}, &GraphLists::read_control},
    {"contiguous", {}, &GraphLists::read_group},
    {"times", {}, &GraphLists::read_time},
    {"carry", {}, &GraphLists::read_carry},
}};

}  // namespace stowage
