// SPDX-License-Identifier: Apache-2.0
#include "core/io/graph_json.h"

#include <memory>
#include <optional>
#include <utility>

#include "core/base/faults.h"
#include "core/io/graph_lists.h"
#include "core/io/utf8.h"

namespace stowage {
namespace {

constexpr std::string_view kDocument[] = {"format",  "version", "name",       "streams", "nodes",
                                          "tensors", "control", "contiguous", "times"};
constexpr std::string_view kBody[] = {"streams", "nodes", "tensors", "control", "contiguous", "times", "carry"};

/// Checks the text, finds the lists and reads them at once: one pass, as nearly all files have them in our order. Else,
/// or where the document itself has faults, which come first, a second pass reads the lists. Bodies of loops are read
/// when all else is known, each by a reader of its own.
class GraphReader {
 public:
  explicit GraphReader(const JsonSource& source)
      : source_(source), document_("", kDocument, report()), lists_(source.file, document_, false) {}
  /// Of the body of a loop, an object of a text that was checked.
  GraphReader(const JsonSource& source, std::string place, std::size_t offset)
      : source_(source),
        offset_(offset),
        document_(std::move(place), kBody, report()),
        lists_(source.file, document_, true) {}
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;

  Result<Document> read_document() { return make_document(run(), "stowage-graph"); }

  struct ReadLoop {
    Loop loop;
    std::vector<Diagnostic> warnings;
  };
  Result<ReadLoop> read_loop(std::string_view name) {
    name_ = name;
    auto built = run();
    if (!built) return tl::unexpected(std::move(built.error()));
    ReadLoop out{{std::move(built->graph), std::move(carry_)}, std::move(built->warnings)};
    if (auto checked = check_carries(out); !checked) return tl::unexpected(std::move(checked.error()));
    return out;
  }

 private:
  [[nodiscard]] bool is_body() const { return offset_.has_value(); }

  JsonItem::Report report() {
    return [this](std::string place, std::string reason) {
      lists_.builder().add_fault(std::move(place), std::move(reason));
    };
  }

  Result<BuiltGraph> run() {
    std::optional<GraphLists> at_once(std::in_place, source_.file, document_, is_body());
    const auto in_order = read_json_in_order(source_, document_, at_once->lists(), offset_.value_or(0));
    if (!in_order) return tl::unexpected(in_order.error());
    const bool right = is_body() ? check_body() : check_document();
    if (*in_order && !lists_.builder().has_faults()) return finish(*at_once);
    at_once.reset();
    if (right)
      if (auto read = read_json_lists(source_, document_, lists_.lists()); !read)
        return tl::unexpected(std::move(read.error()));
    return finish(lists_);
  }

  /// False where it is something else or another version: then all that follows would be noise.
  bool check_document() {
    if (auto object = check_object(document_.value()); !object) return document_.fault("", object.error()), false;
    name_ = document_.text("name").value_or("");
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

  bool check_body() {
    if (document_.has("times")) document_.fault("times", "the body of a loop has no time axis");
    return !document_.has("times");
  }

  /// Keys of the format that are kept as unknown ones are: what they say is not planned yet.
  void warn_of_ignored(GraphBuilder& builder) {
    static constexpr std::pair<const char*, const char*> kIgnored[] = {
        {"views", "views are kept and not used: each tensor that is a view counts with its full size"},
        {"in_place", "in-place pairs are kept and not used: an output never takes the place of its input"}};
    for (const auto& [key, reason] : kIgnored)
      if (document_.has_extra(key) && has_content(document_.extra(), key))
        builder.add_warning(document_.place(key), reason);
  }
  static bool has_content(const std::string& object, const char* key) {
    const Json parsed = Json::parse(object, nullptr, false);
    return !parsed.is_object() || !parsed[key].empty();
  }

  Result<BuiltGraph> finish(GraphLists& lists) {
    lists.take_times();
    lists.warn_of_durations();
    warn_of_ignored(lists.builder());
    if (auto taken = take_loops(lists); !taken) return tl::unexpected(std::move(taken.error()));
    GraphBuilder& builder = lists.builder();
    const bool empty = builder.operator_count() == 0 && (is_body() || builder.tensor_count() == 0);
    if (!builder.has_faults() && empty)
      builder.add_fault(document_.place(), is_body() ? "the body of the loop has no operators"
                                                     : "the graph has no operators and no tensors");
    builder.set_name(std::move(name_));
    builder.set_extra(document_.extra());
    carry_ = lists.carry();
    return std::move(builder).build();
  }

  /// Faults of a body are faults of the graph.
  Result<void> take_loops(GraphLists& lists) {
    GraphBuilder& builder = lists.builder();
    for (const GraphLists::LoopAt& at : lists.loops()) {
      auto read = GraphReader(source_, at.place, at.offset).read_loop(builder.name(at.op));
      if (!read && read.error().kind != Error::Kind::bad_input) return tl::unexpected(std::move(read.error()));
      if (!read) {
        for (Diagnostic& fault : read.error().faults)
          builder.add_fault(std::move(fault.place), std::move(fault.reason));
        continue;
      }
      for (Diagnostic& warning : read->warnings)
        builder.add_warning(std::move(warning.place), std::move(warning.reason));
      builder.set_loop(at.op, std::make_shared<const Loop>(std::move(read->loop)));
    }
    return {};
  }

  Result<void> check_carries(ReadLoop& read) const {
    Faults faults(source_.file);
    const auto& [body, carry] = read.loop;
    std::vector<bool> into(body.tensor_count());
    for (std::size_t k = 0; k < carry.size(); ++k) {
      const std::string place = document_.place("carry") + "/" + std::to_string(k);
      const auto fault = [&](int end, std::string reason) {
        faults.add(place + "/" + std::to_string(end), std::move(reason));
      };
      const auto [t, from] = carry[k];
      if (body.producer(t).valid())
        fault(0, in_quotes(body.name(t)) + " is made in the body, by " + in_quotes(body.name(body.producer(t))) +
                     "; only what nobody makes can be carried into");
      if (into[t.index()]) fault(0, "something is carried into " + in_quotes(body.name(t)) + " already");
      into[t.index()] = true;
      for (int end : {0, 1})
        if (const TensorId member = end == 0 ? t : from; body.group(member).valid())
          fault(end, in_quotes(body.name(member)) + " is in a contiguous group, which stays where it is");
      if (body.size(t) != body.size(from))
        read.warnings.push_back({source_.file, place,
                                 in_quotes(body.name(t)) + " and " + in_quotes(body.name(from)) +
                                     " differ in size; both are given the larger"});
    }
    if (faults.any()) return tl::unexpected(std::move(faults).error());
    return {};
  }

  const JsonSource source_;
  const std::optional<std::size_t> offset_{};
  JsonItem document_;
  GraphLists lists_;  // of the second pass, with the document's faults
  std::string name_;
  std::vector<Carry> carry_;
};

}  // namespace

Result<Document> read_graph_json(std::string_view bytes, const std::string& file, const Task& task) {
  return GraphReader({bytes, file, task}).read_document();
}

}  // namespace stowage
