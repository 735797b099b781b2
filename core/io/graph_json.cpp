// SPDX-License-Identifier: Apache-2.0
#include "core/io/graph_json.h"

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/graph/builder.h"
#include "core/io/json.h"
#include "core/io/json_fields.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

using Section = InputItem::Section;

/// The sections that hold lists, in the order in which they must be read: tensors name nodes, groups name tensors.
constexpr std::array<std::string_view, 6> kLists = {"streams", "nodes", "tensors", "control", "contiguous", "times"};
constexpr std::size_t kItemsBetweenLooks = 4096;

std::string quoted(std::string_view name) {
  return "\"" + shown(name) + "\"";
}

/// One pass finds the sections, a second reads them in the order of kLists straight into the builder.
class GraphReader {
 public:
  GraphReader(std::string_view bytes, const std::string& file, const Task& task)
      : bytes_(bytes),
        task_(task),
        reader_(bytes),
        builder_(file, [this](const InputItem& item) { return place_of(item); }),
        fields_(reader_, [this](std::string place, std::string reason) {
          builder_.add_fault(std::move(place), std::move(reason));
        }) {}

  Result<Document> run() {
    const bool ours = fields_.is(JsonKind::object, "") && read_document();
    for (std::size_t list = 0; ours && list < kLists.size(); ++list) read_list(list);
    if (stopped_) return tl::unexpected(task_.why_stopped());
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
  /// The builder counts only the edges it was given; we know which one we are at.
  [[nodiscard]] std::string place_of(const InputItem& item) const {
    const std::size_t index = item.section == Section::control ? item_ : item.index;
    std::string out = pointer_step(kLists[static_cast<std::size_t>(item.section)]) + "/" + std::to_string(index);
    return item.field.empty() ? out : out + pointer_step(item.field);
  }

  /// False where it is something else or another version: then all that follows would be noise.
  bool read_document() {
    JsonKeys keys;
    std::optional<std::string> format;
    std::optional<std::int64_t> version;
    std::string buffer, extra;
    reader_.object([&](std::string_view key) {
      if (!keys.add(key)) return twice(key);
      for (std::size_t list = 0; list < kLists.size(); ++list)
        if (key == kLists[list]) {
          lists_[list] = reader_.offset();
          return reader_.skip();
        }
      if (key == "format")
        format = fields_.text("format", buffer);
      else if (key == "version")
        version = fields_.whole("version");
      else if (key == "name")
        builder_.set_name(std::string(fields_.text("name", buffer).value_or("")));
      else
        fields_.keep(extra, key);
    });
    if (!extra.empty()) builder_.set_extra(extra + "}");
    const bool has_format = !keys.add("format"), has_version = !keys.add("version");
    if (!has_format || (format && *format != "stowage-graph"))
      fields_.fault("format", "must be \"stowage-graph\"");
    else if (!has_version)
      fields_.fault("version", "is missing; this program reads version 1");
    else if (version && *version != 1)
      fields_.fault("version", "version " + std::to_string(*version) + " is unknown; this program reads version 1");
    return format == "stowage-graph" && version == 1;
  }

  void read_list(std::size_t list) {
    const std::string_view name = kLists[list];
    fields_.enter("");
    if (!lists_[list]) {
      if (name == "nodes" || name == "tensors") fields_.fault(name, "is missing");
      return;
    }
    reader_.seek(*lists_[list]);
    if (!fields_.is(JsonKind::array, name)) return;
    const std::string prefix = pointer_step(name);
    reader_.array([&](std::size_t index) {
      if (index % kItemsBetweenLooks == 0) look_up();
      if (stopped_) return reader_.skip();
      item_ = index;
      fields_.enter(prefix, index);
      read_item(list);
    });
    if (name == "times") take_times();
  }

  void look_up() {
    stopped_ = stopped_ || task_.should_stop();
    task_.report(static_cast<double>(reader_.offset()) / static_cast<double>(bytes_.size()));
  }

  void read_item(std::size_t list) {
    switch (list) {
      case 0:
        return read_stream();
      case 1:
        return read_node();
      case 2:
        return read_tensor();
      case 3:
        return read_control();
      case 4:
        return read_group();
      default:
        times_.push_back(fields_.whole("").value_or(0));
    }
  }

  /// Calls `member(key)` for each member of the object that comes next; `member` says whether it knows the key (and
  /// then reads the value). The others are kept in extra_. False where it is no object.
  template <class Member>
  bool read_object(Member&& member) {
    extra_.clear();
    if (!fields_.is(JsonKind::object, "")) return false;
    JsonKeys keys;
    reader_.object([&](std::string_view key) {
      if (!keys.add(key)) return twice(key);
      if (!member(key)) fields_.keep(extra_, key);
    });
    if (!extra_.empty()) extra_ += "}";
    return true;
  }

  void twice(std::string_view key) {
    fields_.fault(key, "the key stands twice");
    reader_.skip();
  }

  void missing(std::string_view field) { fields_.fault("", "\"" + std::string(field) + "\" is missing"); }

  /// What stands in for the id of an item at fault, so that the items after it keep their numbers.
  [[nodiscard]] std::string stand_in() const { return std::string("\0", 1) + std::to_string(item_); }

  void read_stream() {
    std::optional<std::int64_t> number;
    std::string_view name;
    bool has_id = false;
    const bool object = read_object([&](std::string_view key) {
      if (key == "id")
        has_id = true, number = fields_.whole("id");
      else if (key == "name")
        name = fields_.text("name", buffers_[0]).value_or("");
      else
        return false;
      return true;
    });
    if (object && !has_id) missing("id");
    if (number) builder_.add_stream(*number, name, extra_);
  }

  void read_node() {
    std::optional<std::string_view> id;
    GraphBuilder::Operator node;
    std::int64_t stream = 0;
    bool has_id = false, good_stream = true;
    const bool object = read_object([&](std::string_view key) {
      if (key == "id")
        has_id = true, id = fields_.id("id", buffers_[0]);
      else if (key == "op")
        node.kind = fields_.text("op", buffers_[1]).value_or("");
      else if (key == "phase")
        node.phase = fields_.text("phase", buffers_[2]).value_or("");
      else if (key == "stream")
        stream = read_stream_number(good_stream);
      else
        return false;
      return true;
    });
    if (object && !has_id) missing("id");
    const std::string unnamed = id ? std::string() : stand_in();
    node.name = id ? *id : unnamed;
    node.stream = stream_of(stream, object && good_stream);
    node.extra = extra_;
    builder_.add_operator(node);
  }

  std::int64_t read_stream_number(bool& good) {
    const auto number = fields_.whole("stream");
    good = number.has_value();
    return number.value_or(0);
  }

  /// The stream a node names. With a list of streams it must be one of them; else it appears when first named.
  StreamId stream_of(std::int64_t number, bool complain) {
    const StreamId known = builder_.find_stream(number);
    if (known.valid()) return known;
    if (!lists_[0]) return builder_.add_stream(number);
    if (complain) fields_.fault("stream", "stream " + std::to_string(number) + " is not in the list of streams");
    if (!any_stream_.valid()) any_stream_ = builder_.add_stream(std::numeric_limits<std::int64_t>::min());
    return any_stream_;
  }

  void read_tensor() {
    std::optional<std::string_view> id;
    GraphBuilder::Tensor tensor;
    bool has_id = false, has_size = false;
    consumers_.clear();
    const bool object = read_object([&](std::string_view key) {
      if (key == "id")
        has_id = true, id = fields_.id("id", buffers_[0]);
      else if (key == "size")
        has_size = true, tensor.size = Bytes{fields_.whole("size").value_or(0)};
      else if (key == "producer")
        tensor.producer = read_producer();
      else if (key == "consumers")
        read_consumers();
      else if (key == "kind")
        tensor.kind = fields_.text("kind", buffers_[1]).value_or("");
      else if (key == "output")
        tensor.output = fields_.boolean("output").value_or(false);
      else if (key == "alignment")
        tensor.alignment = fields_.whole("alignment").value_or(1);
      else
        return false;
      return true;
    });
    if (object && !has_id) missing("id");
    if (object && !has_size) missing("size");
    const std::string unnamed = id ? std::string() : stand_in();
    tensor.name = id ? *id : unnamed;
    tensor.consumers = consumers_;
    tensor.extra = extra_;
    builder_.add_tensor(tensor);
  }

  OperatorId read_producer() {
    if (reader_.kind() == JsonKind::null) return reader_.skip(), OperatorId();
    return read_operator("producer");
  }

  void read_consumers() {
    if (!fields_.is(JsonKind::array, "consumers")) return;
    reader_.array([&](std::size_t index) { consumers_.push_back(read_operator("consumers", index)); });
  }

  /// The operator that the next value names, or none and a fault at the field (or at item `index` of it).
  OperatorId read_operator(std::string_view field, std::optional<std::size_t> index = {}) {
    const auto place = [&] { return fields_.place(field) + (index ? "/" + std::to_string(*index) : std::string()); };
    if (reader_.kind() != JsonKind::string) {
      builder_.add_fault(place(), "must be the id of an operator, not " + std::string(name_of(reader_.kind())));
      return reader_.skip(), OperatorId();
    }
    const std::string_view name = reader_.string(buffers_[2]);
    const OperatorId id = builder_.find_operator(name);
    if (!id.valid()) builder_.add_fault(place(), "there is no operator " + quoted(name));
    return id;
  }

  void read_control() {
    if (!fields_.is(JsonKind::array, "")) return;
    std::array<OperatorId, 2> ends;
    std::size_t count = 0;
    reader_.array([&](std::size_t index) {
      ++count;
      if (index >= ends.size()) return reader_.skip();
      ends[index] = read_operator("", index);
    });
    if (count != ends.size()) return fields_.fault("", "must name two operators, not " + std::to_string(count));
    if (ends[0].valid() && ends[1].valid()) builder_.add_control(ends[0], ends[1]);
  }

  void read_group() {
    std::vector<TensorId> members;
    bool good = fields_.is(JsonKind::array, "");
    if (good)
      reader_.array([&](std::size_t index) {
        const auto name = fields_.text(std::to_string(index), buffers_[0]);
        const TensorId tensor = name ? builder_.find_tensor(*name) : TensorId();
        if (name && !tensor.valid()) fields_.fault(std::to_string(index), "there is no tensor " + quoted(*name));
        if (tensor.valid()) members.push_back(tensor);
        good = good && tensor.valid();
      });
    if (good || !members.empty()) builder_.add_group(members);
  }

  void take_times() {
    fields_.enter("");
    if (builder_.has_faults()) return;
    if (times_.size() != builder_.operator_count() + 1)
      return fields_.fault("times", "must hold one number more than there are nodes, " +
                                        std::to_string(builder_.operator_count() + 1) + ", not " +
                                        std::to_string(times_.size()));
    for (std::size_t step = 1; step < times_.size(); ++step)
      if (times_[step] <= times_[step - 1])
        return builder_.add_fault("/times/" + std::to_string(step), "the times must ascend");
    builder_.set_times(std::move(times_));
  }

  std::string_view bytes_;
  const Task& task_;
  JsonReader reader_;
  GraphBuilder builder_;
  JsonFields fields_;
  std::array<std::optional<std::size_t>, kLists.size()> lists_;
  std::size_t item_ = 0;
  bool stopped_ = false;
  StreamId any_stream_;
  std::array<std::string, 3> buffers_;
  std::string extra_;
  std::vector<OperatorId> consumers_;
  std::vector<std::int64_t> times_;
};

}  // namespace

Result<Document> read_graph_json(std::string_view bytes, const std::string& file, const Task& task) {
  if (auto fault = check_json(bytes, file)) return tl::unexpected(Error{Error::Kind::bad_input, {std::move(*fault)}});
  return GraphReader(bytes, file, task).run();
}

}  // namespace stowage
