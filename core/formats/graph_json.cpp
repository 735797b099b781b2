// SPDX-License-Identifier: Apache-2.0
#include "core/formats/readers.h"

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/faults.h"
#include "core/formats/json_reader.h"
#include "core/formats/utf8.h"
#include "core/graph/builder.h"

namespace stowage {
namespace {

constexpr std::string_view kStreamFields[] = {"id", "name", "color"};
constexpr std::string_view kNodeFields[] = {"id",   "op",       "phase",    "stream",
                                            "loop", "branches", "duration", "duration_from"};
constexpr std::string_view kTensorFields[] = {"id",        "size", "size_at_least", "producer",
                                              "consumers", "kind", "output",        "alignment"};
/// The kind of tensors of unknown size in older files, which do not have "size": null.
constexpr std::string_view kUnknownSize = "unknown size";
constexpr std::string_view kViewFields[] = {"tensor", "of", "offset"};
constexpr std::string_view kInPlaceFields[] = {"output", "input", "node", "shift", "must"};

/// The item's id. An item without one gets a stand-in, so that the items after it keep their numbers.
std::string id_of(const JsonItem& item) {
  const auto id = item.text("id");
  if (id && !id->empty()) return std::string(*id);
  if (id) item.fault("id", "an id must not be empty");
  return "(no id " + std::to_string(item.index()) + ")";
}

/// Reports the fields that an item lacks, if it is an object.
void require(const JsonItem& item, std::initializer_list<std::string_view> fields) {
  for (std::string_view field : fields)
    if (item.value().is_object() && !item.has(field)) item.fault("", "\"" + std::string(field) + "\" is missing");
}

constexpr std::string_view kDocument[] = {"format",  "version", "name",       "alignment", "streams",  "nodes",
                                          "tensors", "control", "contiguous", "views",     "in_place", "times"};
constexpr std::string_view kBody[] = {"streams",  "nodes", "tensors", "control", "contiguous", "views",
                                      "in_place", "times", "carry",   "test",    "name"};

/// Reads the graph of a file, or of a body; the body of a loop has a list of carries, too. Bodies are read behind
/// everything around them, each by a reader of its own.
class GraphReader {
 public:
  /// With an `offset`: reads the body that begins there in a text that was checked before.
  explicit GraphReader(const JsonSource& source, const std::string& place = {}, std::size_t offset = 0)
      : source_(source),
        offset_(offset),
        document_(place, is_body() ? std::span<const std::string_view>(kBody) : kDocument, report()),
        builder_(source.file, [this](const InputItem& item) { return place_of(item); }) {
    items_.reserve(kSections.size());
    for (const Section& section : std::span(kSections).first(kSections.size() - (is_body() ? 0 : 1))) {
      const auto read = [this, &section](const JsonItem& item) {
        const auto type = section.fields.empty() ? JsonAs<void>() : check_object(item.value());
        if (!type) item.fault("", type.error());
        (this->*section.read)(item);
      };
      items_.emplace_back(document_.place(section.name), section.fields, report(), read);
      lists_.push_back(
          {.field = section.name, .items = &items_.back(), .required = section.required, .example = section.example});
    }
  }
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;

  Result<BuiltGraph> read() {
    const auto accepts = [this] { return is_body() ? check_body() : check_document(); };
    STOWAGE_CHECK(read_json_document(source_, document_, lists_, accepts, offset_));
    take_times();
    STOWAGE_CHECK(take_bodies());
    const bool empty = builder_.operator_count() == 0 && !is_branch_ && (is_body() || builder_.tensor_count() == 0);
    if (!builder_.has_faults() && empty)
      builder_.add_fault(document_.place(), is_body() ? "the body of the loop has no operators"
                                                      : "the graph has no operators and no tensors");
    builder_.set_extra(document_.extra());
    return std::move(builder_).build();
  }

  /// Reads the body of the loop of that name; the carries are in `carry_`.
  Result<BuiltGraph> read_body(std::string_view name) {
    builder_.set_name(std::string(name));
    STOWAGE_TRY(auto body, read());
    STOWAGE_CHECK(check_carries(body));
    return body;
  }

 private:
  /// A list of the document, the fields of its items (none where they are lists or values), and their reader. Lists are
  /// in the order in which they must be read: tensors name nodes, groups and carries name tensors.
  struct Section {
    std::string_view name;
    std::span<const std::string_view> fields;
    void (GraphReader::*read)(const JsonItem& item);
    bool required = false;
    std::string_view example = {};  // for a required list
  };
  static const std::array<Section, 9> kSections;

  [[nodiscard]] bool is_body() const { return offset_ > 0; }
  JsonItem::Report report() {
    return [this](std::string place, std::string reason) { builder_.add_fault(std::move(place), std::move(reason)); };
  }

  /// False where the format or version is another: faults of its lists would mean nothing.
  bool check_document() {
    const bool right = check_format(document_, "stowage-graph");
    if (document_.value().is_object()) builder_.set_name(std::string(document_.text("name").value_or("")));
    if (const auto alignment = right ? document_.whole("alignment") : std::nullopt) builder_.set_alignment(*alignment);
    return right;
  }

  bool check_body() {
    if (document_.has("times")) document_.fault("times", "a body has no time axis");
    if (const auto name = document_.text("name")) body_name_ = *name;
    if (const auto test = document_.text("test")) {
      tested_after_ = *test == "after";
      if (!tested_after_ && *test != "before") document_.fault("test", "must be \"before\" or \"after\"");
    }
    for (const std::string_view field : {"carry", "test"})
      if (is_branch_ && document_.has(field)) document_.fault(field, "is for loops: a branch runs once");
    return !document_.has("times");
  }

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

  /// Reads the bodies of loops and branches. Their faults are faults of the graph.
  Result<void> take_bodies() {
    for (const BodyAt& at : bodies_) {
      std::vector<Branch> branches;
      const auto offsets = at.is_loop ? std::vector{at.offset} : items_at(at.offset);
      for (std::size_t k = 0; k < offsets.size(); ++k) {
        GraphReader reader(source_, at.is_loop ? at.place : at.place + "/" + std::to_string(k), offsets[k]);
        reader.is_branch_ = !at.is_loop;
        auto body = reader.read_body(builder_.name(at.op));
        if (!body && body.error().kind != Error::Kind::bad_input) return tl::unexpected(std::move(body.error()));
        if (!body) {
          for (Diagnostic& fault : body.error().faults)
            builder_.add_fault(std::move(fault.place), std::move(fault.reason));
          continue;
        }
        for (Diagnostic& warning : body->warnings)
          builder_.add_warning(std::move(warning.place), std::move(warning.reason));
        if (at.is_loop)
          builder_.set_loop(at.op, std::make_shared<const Loop>(
                                       Loop{std::move(body->graph), std::move(reader.carry_), reader.tested_after_}));
        else
          branches.push_back({reader.body_name_.value_or(std::to_string(k)), std::move(body->graph)});
      }
      if (at.is_loop) continue;
      if (branches.empty()) builder_.add_fault(at.place, "needs at least one branch");
      for (std::size_t k = 0; k < branches.size(); ++k)
        if (std::ranges::count(branches, branches[k].name, &Branch::name) > 1)
          builder_.add_fault(at.place + "/" + std::to_string(k) + "/name", "two branches have this name");
      builder_.set_branches(at.op, std::move(branches));
    }
    return {};
  }

  /// Where the items of the list begin that begins at `offset`, in a text that was checked before.
  [[nodiscard]] std::vector<std::size_t> items_at(std::size_t offset) const {
    std::vector<std::size_t> out;
    std::size_t depth = 0;
    bool in_text = false;
    for (std::size_t at = offset; at < source_.text.size(); ++at) {
      const char c = source_.text[at];
      if (in_text) {
        if (c == '\\') ++at;
        if (c == '"') in_text = false;
      } else if (c == '"') {
        in_text = true;
      } else if (c == '[' || c == '{') {
        if (++depth == 2) out.push_back(at);
      } else if ((c == ']' || c == '}') && --depth == 0) {
        break;
      }
    }
    return out;
  }

  /// The place of an item. The builder counts only valid edges; `edge_` counts all.
  [[nodiscard]] std::string place_of(const InputItem& item) const {
    const std::size_t index = item.section == InputItem::Section::control ? edge_ : item.index;
    std::string out = document_.place(kSections[static_cast<std::size_t>(item.section)].name);
    if (item.index != InputItem::kAll) out += "/" + std::to_string(index);
    return item.field.empty() ? out : out + pointer_step(item.field);
  }

  void read_stream(const JsonItem& item) {
    const auto number = item.whole("id");
    const auto name = item.text("name"), color = item.text("color");
    require(item, {"id"});
    if (number) builder_.add_stream(*number, name.value_or(""), item.extra(), color.value_or(""));
  }

  void read_node(const JsonItem& item) {
    const std::string id = id_of(item), extra = item.extra();
    GraphBuilder::Operator node{.name = id, .stream = {}, .extra = extra};
    node.kind = item.text("op").value_or("");
    node.phase = item.text("phase").value_or("");
    node.duration = duration_of(item);
    const auto stream = item.whole("stream");
    require(item, {"id"});
    const bool good = item.value().is_object() && stream.has_value() == item.has("stream");
    node.stream = stream_of(item, stream.value_or(0), good);
    const OperatorId id_now = builder_.add_operator(node);
    for (const std::string_view field : {"loop", "branches"}) {
      if (!item.has(field)) continue;
      const bool is_loop = field == "loop";
      const auto right = is_loop ? check_object(item.at(field)) : list_of(item.at(field)).map([](auto) {});
      if (!right)
        item.fault(field, right.error());
      else
        bodies_.push_back({id_now, is_loop, item.place(field), item.offset(field)});
    }
    if (item.has("loop") && item.has("branches")) item.fault("branches", "a loop has none of its own");
  }

  static Duration duration_of(const JsonItem& item) {
    Duration out{.nanoseconds = item.whole("duration").value_or(0)};
    const auto from = item.text("duration_from");
    if (!from) return out;
    const auto known = duration_source(*from);
    if (!known) item.fault("duration_from", "must be \"measured\", \"estimated\" or \"modelled\"");
    if (!item.has("duration")) item.fault("duration_from", "needs a \"duration\"");
    out.from = known.value_or(Duration::From::unsaid);
    return out;
  }

  void read_tensor(const JsonItem& item) {
    const std::string id = id_of(item), extra = item.extra();
    GraphBuilder::Tensor tensor{.name = id, .size = {}, .extra = extra};
    read_size(item, tensor);
    if (item.has("producer") && !item.at("producer").is_null())
      tensor.producer = find_operator(item, "producer", item.at("producer"));
    consumers_.clear();
    for (const Json& consumer : item.list("consumers"))
      consumers_.push_back(find_operator(item, "consumers", consumer, consumers_.size()));
    tensor.consumers = consumers_;
    if (const auto kind = item.text("kind"); kind == kUnknownSize && tensor.size == Bytes{})
      tensor.at_least = true;
    else
      tensor.kind = kind.value_or("");
    tensor.output = item.boolean("output").value_or(false);
    tensor.alignment = item.whole("alignment").value_or(1);
    require(item, {"id"});
    builder_.add_tensor(tensor);
  }

  static void read_size(const JsonItem& item, GraphBuilder::Tensor& tensor) {
    const bool least = item.has("size_at_least");
    tensor.at_least = least || (item.has("size") && item.at("size").is_null());
    tensor.size =
        Bytes{(tensor.at_least ? least ? item.whole("size_at_least") : std::nullopt : item.whole("size")).value_or(0)};
    if (!tensor.at_least) require(item, {"size"});
    if (least && item.has("size") && !item.at("size").is_null())
      item.fault("size_at_least", "the tensor has a size, so that this says nothing");
  }

  void read_control(const JsonItem& item) {
    edge_ = item.index();
    if (!is_pair(item, "operators")) return;
    const auto before = find_operator(item, "", item.value()[0], 0),
               after = find_operator(item, "", item.value()[1], 1);
    if (before.valid() && after.valid()) builder_.add_control(before, after);
  }

  void read_group(const JsonItem& item) {
    std::vector<TensorId> members;
    const auto names = item.list("");
    for (std::size_t index = 0; index < names.size(); ++index)
      if (const auto t = find_tensor(item, "", names[index], index); t.valid()) members.push_back(t);
    if (!members.empty() || (item.value().is_array() && names.empty())) builder_.add_group(members);
  }

  /// Adds a view, also one that names no tensor, so that the items after it keep their numbers.
  void read_view(const JsonItem& item) {
    View view{.tensor = tensor_at(item, "tensor"), .of = tensor_at(item, "of"), .extra = item.extra()};
    view.offset = item.whole("offset").value_or(0);
    require(item, {"tensor", "of"});
    builder_.add_view(std::move(view));
  }

  static void read_shift(const JsonItem& item, InPlace& pair) {
    const auto shift = item.list("shift");
    if (!item.at("shift").is_array()) return;
    if (shift.size() != 2)
      return item.fault("shift", "must hold the least and the largest shift, not " + std::to_string(shift.size()) +
                                     (shift.size() == 1 ? " number" : " numbers"));
    const auto low = whole_of(shift[0]), high = whole_of(shift[1]);
    if (!low) item.fault("shift", 0, low.error());
    if (!high) item.fault("shift", 1, high.error());
    if (low && high) pair.low = *low, pair.high = *high;
  }

  void read_in_place(const JsonItem& item) {
    InPlace pair{.output = tensor_at(item, "output"), .input = tensor_at(item, "input"), .extra = item.extra()};
    pair.must = item.boolean("must").value_or(false);
    if (item.has("shift")) read_shift(item, pair);
    require(item, {"output", "input"});
    if (item.has("node")) {
      const OperatorId node = find_operator(item, "node", item.at("node"));
      if (node.valid() && pair.output.valid() && builder_.producer(pair.output) != node)
        item.fault("node", "operator " + in_quotes(builder_.name(node)) + " does not make the output");
    }
    builder_.add_in_place(std::move(pair));
  }

  void read_carry(const JsonItem& item) {
    if (!is_pair(item, "tensors")) return;
    const auto into = find_tensor(item, "", item.value()[0], 0), from = find_tensor(item, "", item.value()[1], 1);
    if (into.valid() && from.valid()) carry_.push_back({into, from});
  }

  void read_time(const JsonItem& item) { times_.push_back(item.whole("").value_or(0)); }

  /// The stream that a node names. It must be in the list of streams; without a list, the first use adds it.
  [[nodiscard]] StreamId stream_of(const JsonItem& item, std::int64_t number, bool complain) {
    const StreamId known = builder_.find_stream(number);
    if (known.valid()) return known;
    if (!document_.has("streams")) return builder_.add_stream(number);
    if (complain) item.fault("stream", "stream " + std::to_string(number) + " is not in the list of streams");
    if (!any_stream_.valid()) any_stream_ = builder_.add_stream(std::numeric_limits<std::int64_t>::min());
    return any_stream_;
  }

  /// Whether the item is a list of two names; a fault if not.
  static bool is_pair(const JsonItem& item, const std::string& what) {
    const auto names = item.list("");
    if (item.value().is_array() && names.size() != 2)
      item.fault("", "must name two " + what + ", not " + std::to_string(names.size()));
    return names.size() == 2;
  }

  /// The operator that a value of a field, or of its list, names; none, with a fault, where there is none.
  [[nodiscard]] OperatorId find_operator(const JsonItem& item, std::string_view field, const Json& value,
                                         std::size_t index = JsonItem::kWhole) const {
    const auto name = text_of(value);
    const OperatorId id = name ? builder_.find_operator(*name) : OperatorId();
    if (!id.valid()) item.fault(field, index, name ? "there is no operator " + in_quotes(*name) : name.error());
    return id;
  }
  [[nodiscard]] TensorId find_tensor(const JsonItem& item, std::string_view field, const Json& value,
                                     std::size_t index = JsonItem::kWhole) const {
    const auto name = text_of(value);
    const TensorId id = name ? builder_.find_tensor(*name) : TensorId();
    if (!id.valid()) item.fault(field, index, name ? "there is no tensor " + in_quotes(*name) : name.error());
    return id;
  }
  /// The tensor that a field names; none where it is absent.
  [[nodiscard]] TensorId tensor_at(const JsonItem& item, std::string_view field) const {
    return item.has(field) ? find_tensor(item, field, item.at(field)) : TensorId();
  }

  Result<void> check_carries(BuiltGraph& built) const {
    Faults faults(source_.file);
    const Graph& body = built.graph;
    std::vector<bool> into(body.tensor_count());
    for (std::size_t k = 0; k < carry_.size(); ++k) {
      const std::string place = document_.place("carry") + "/" + std::to_string(k);
      const auto fault = [&](int end, std::string reason) {
        faults.add(place + "/" + std::to_string(end), std::move(reason));
      };
      const auto [t, from] = carry_[k];
      if (body.producer(t).valid())
        fault(0, in_quotes(body.name(t)) + " is made in the body, by " + in_quotes(body.name(body.producer(t))) +
                     "; only what nobody makes can be carried into");
      if (into[t.index()]) fault(0, "something is carried into " + in_quotes(body.name(t)) + " already");
      into[t.index()] = true;
      for (int end : {0, 1})
        if (const TensorId member = end == 0 ? t : from; body.group(member).valid())
          fault(end, in_quotes(body.name(member)) + " is in a contiguous group, which stays where it is");
      if (body.size(t) != body.size(from))
        built.warnings.push_back({source_.file, place,
                                  in_quotes(body.name(t)) + " and " + in_quotes(body.name(from)) +
                                      " differ in size; both are given the larger"});
    }
    if (faults.any()) return tl::unexpected(std::move(faults).error());
    return {};
  }

  /// The body or the branches of an operator: their place, and the byte at which they begin.
  struct BodyAt {
    OperatorId op;
    bool is_loop;
    std::string place;
    std::size_t offset;
  };

  const JsonSource source_;
  const std::size_t offset_;
  JsonItem document_;
  GraphBuilder builder_;
  std::vector<JsonItem> items_;  // of the lists
  std::vector<JsonList> lists_;
  std::size_t edge_ = 0;
  StreamId any_stream_;
  std::vector<OperatorId> consumers_;  // of the tensor being read; a member to spare allocations
  std::vector<std::int64_t> times_;
  std::vector<BodyAt> bodies_;
  bool is_branch_ = false, tested_after_ = false;
  std::optional<std::string> body_name_;
  std::vector<Carry> carry_;
};

constinit const std::array<GraphReader::Section, 9> GraphReader::kSections = {{
    {"streams", kStreamFields, &GraphReader::read_stream},
    {"nodes", kNodeFields, &GraphReader::read_node, true, R"([{"id": "conv1", "stream": 0}])"},
    {"tensors", kTensorFields, &GraphReader::read_tensor, true,
     R"([{"id": "a", "size": 4096, "producer": "conv1", "consumers": ["relu1"]}])"},
    {"control", {}, &GraphReader::read_control},
    {"contiguous", {}, &GraphReader::read_group},
    {"views", kViewFields, &GraphReader::read_view},
    {"in_place", kInPlaceFields, &GraphReader::read_in_place},
    {"times", {}, &GraphReader::read_time},
    {"carry", {}, &GraphReader::read_carry},
}};

}  // namespace

Result<Document> read_graph_json(std::string_view bytes, const std::string& file, const Task& task) {
  return make_document(GraphReader({bytes, file, task}).read(), "stowage-graph");
}

}  // namespace stowage
