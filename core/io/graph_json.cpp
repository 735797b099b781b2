// SPDX-License-Identifier: Apache-2.0
#include "core/io/graph_json.h"

#include <array>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "core/graph/builder.h"
#include "core/io/json.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kDocument[] = {"format",  "version", "name",       "streams", "nodes",
                                          "tensors", "control", "contiguous", "times"};
constexpr std::string_view kStream[] = {"id", "name"};
constexpr std::string_view kNode[] = {"id", "op", "phase", "stream"};
constexpr std::string_view kTensor[] = {"id", "size", "producer", "consumers", "kind", "output", "alignment"};

/// A first pass checks the text and finds the lists, a second reads them in the order of kSections into the builder.
class GraphReader {
 public:
  GraphReader(std::string_view bytes, const std::string& file, const Task& task)
      : source_{bytes, file, task},
        builder_(file, [this](const InputItem& item) { return place_of(item); }),
        document_("", kDocument, report()) {}

  Result<Document> run() {
    if (auto read = read_json_document(source_, document_); !read) return tl::unexpected(std::move(read.error()));
    if (check_document())
      for (const Section& section : kSections)
        if (auto read = read_section(section); !read) return tl::unexpected(std::move(read.error()));
    if (!builder_.has_faults() && builder_.operator_count() == 0 && builder_.tensor_count() == 0)
      builder_.add_fault("", "the graph has no operators and no tensors");
    auto built = std::move(builder_).build();
    if (!built) return tl::unexpected(std::move(built.error()));
    return Document{.graph = std::make_shared<const Graph>(std::move(built->graph)),
                    .plan = {},
                    .format = "stowage-graph",
                    .warnings = std::move(built->warnings)};
  }

 private:
  /// A list of the document, the fields of its items (none: they are lists or values), and who reads them.
  struct Section {
    std::string_view name;
    std::span<const std::string_view> fields;
    void (GraphReader::*read)(const JsonItem& item);
    bool required = false;
  };
  static const std::array<Section, 6> kSections;

  JsonItem::Report report() {
    return [this](std::string place, std::string reason) { builder_.add_fault(std::move(place), std::move(reason)); };
  }

  /// The builder counts only the edges it was given; we know which one we are at.
  [[nodiscard]] std::string place_of(const InputItem& item) const {
    const std::size_t index = item.section == InputItem::Section::control ? edge_ : item.index;
    std::string out =
        pointer_step(kSections[static_cast<std::size_t>(item.section)].name) + "/" + std::to_string(index);
    return item.field.empty() ? out : out + pointer_step(item.field);
  }

  /// False where it is something else or another version: then all that follows would be noise.
  bool check_document() {
    if (auto object = check_object(document_.value()); !object) return document_.fault("", object.error()), false;
    builder_.set_name(std::string(document_.text("name").value_or("")));
    builder_.set_extra(document_.extra());
    const auto format = document_.text("format");
    const auto version = document_.whole("version");
    if (!document_.has("format") || (format && *format != "stowage-graph"))
      document_.fault("format", "must be \"stowage-graph\"");
    else if (!document_.has("version"))
      document_.fault("version", "is missing; this program reads version 1");
    else if (version && *version != 1)
      document_.fault("version", "version " + std::to_string(*version) + " is unknown; this program reads version 1");
    return format == "stowage-graph" && version == 1;
  }

  Result<void> read_section(const Section& section) {
    if (!document_.has(section.name)) {
      if (section.required) document_.fault(section.name, "is missing");
      return {};
    }
    if (auto list = list_of(document_.at(section.name)); !list)
      return document_.fault(section.name, list.error()), Result<void>();
    JsonItem item(pointer_step(section.name), section.fields, report());
    auto read = read_json_items(source_, document_.offset(section.name), item, [&] {
      const auto type = section.fields.empty() ? JsonAs<void>() : check_object(item.value());
      if (!type) item.fault("", type.error());
      (this->*section.read)(item);
    });
    if (read && section.name == "times") take_times();
    return read;
  }

  /// The item's id. Where it has none, something stands in for it, so that the items after it keep their numbers.
  static std::string id_of(const JsonItem& item) {
    const auto id = item.text("id");
    if (id && !id->empty()) return std::string(*id);
    if (id) item.fault("id", "an id must not be empty");
    return std::string("\0", 1) + std::to_string(item.index());
  }

  /// Reports the fields that an item lacks, where it is an object at all.
  static void require(const JsonItem& item, std::initializer_list<std::string_view> fields) {
    for (std::string_view field : fields)
      if (item.value().is_object() && !item.has(field)) item.fault("", "\"" + std::string(field) + "\" is missing");
  }

  void read_stream(const JsonItem& item) {
    const auto number = item.whole("id");
    const auto name = item.text("name");
    require(item, {"id"});
    if (number) builder_.add_stream(*number, name.value_or(""), item.extra());
  }

  void read_node(const JsonItem& item) {
    const std::string id = id_of(item), extra = item.extra();
    GraphBuilder::Operator node{.name = id, .stream = {}, .extra = extra};
    node.kind = item.text("op").value_or("");
    node.phase = item.text("phase").value_or("");
    const auto stream = item.whole("stream");
    require(item, {"id"});
    const bool good = item.value().is_object() && stream.has_value() == item.has("stream");
    node.stream = stream_of(item, stream.value_or(0), good);
    builder_.add_operator(node);
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

  void read_time(const JsonItem& item) { times_.push_back(item.whole("").value_or(0)); }

  void take_times() {
    if (builder_.has_faults()) return;
    if (times_.size() != builder_.operator_count() + 1)
      return document_.fault("times", "must hold one number more than there are nodes, " +
                                          std::to_string(builder_.operator_count() + 1) + ", not " +
                                          std::to_string(times_.size()));
    for (std::size_t step = 1; step < times_.size(); ++step)
      if (times_[step] <= times_[step - 1]) return document_.fault("times", step, "the times must ascend");
    builder_.set_times(std::move(times_));
  }

  const JsonSource source_;
  GraphBuilder builder_;
  JsonItem document_;
  std::size_t edge_ = 0;
  StreamId any_stream_;
  std::vector<OperatorId> consumers_;  // of the tensor being read: kept to spare an allocation a tensor
  std::vector<std::int64_t> times_;
};

/// In the order in which they must be read: tensors name nodes, groups name tensors.
const std::array<GraphReader::Section, 6> GraphReader::kSections = {{
    {"streams", kStream, &GraphReader::read_stream},
    {"nodes", kNode, &GraphReader::read_node, true},
    {"tensors", kTensor, &GraphReader::read_tensor, true},
    {"control", {}, &GraphReader::read_control},
    {"contiguous", {}, &GraphReader::read_group},
    {"times", {}, &GraphReader::read_time},
}};

}  // namespace

Result<Document> read_graph_json(std::string_view bytes, const std::string& file, const Task& task) {
  return GraphReader(bytes, file, task).run();
}

}  // namespace stowage
