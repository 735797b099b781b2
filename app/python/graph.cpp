// SPDX-License-Identifier: Apache-2.0
// stowage.Graph: from files, from arrays, and as arrays.
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "app/python/arrays.h"
#include "app/python/values.h"
#include "app/python/waiting.h"
#include "core/formats/document.h"
#include "core/formats/durations.h"
#include "core/formats/file.h"
#include "core/formats/formats.h"
#include "core/formats/interval_csv.h"
#include "core/formats/readers.h"
#include "core/graph/builder.h"
#include "core/graph/claims.h"
#include "core/graph/lifetimes.h"

namespace py = pybind11;

namespace stowage::python {
namespace {

using Section = InputItem::Section;

/// As Python's warnings, one each, so that they are shown once and can be filtered.
void warn(const std::vector<Diagnostic>& warnings) {
  const py::object category = python_value("InputWarning");
  for (const Diagnostic& warning : warnings)
    if (PyErr_WarnFormat(category.ptr(), 2, "%U", sentence_of(warning.text()).ptr()) != 0)
      throw py::error_already_set();
}

GraphValue built(BuiltGraph&& made) {
  GraphValue out{.graph = std::make_shared<const Graph>(std::move(made.graph)), .warnings = std::move(made.warnings)};
  warn(out.warnings);
  return out;
}

// ---- from files

IntervalMeaning meaning_of(const std::string& text) {
  if (text == "half-open") return IntervalMeaning::half_open;
  if (text == "closed") return IntervalMeaning::closed;
  if (text == "open") return IntervalMeaning::open;
  raise_bad_argument("intervals", "must be \"half-open\", \"closed\" or \"open\", not \"" + text + '"');
}

Result<Document> read(const std::string& path, ReadOptions options, const std::optional<std::string>& durations,
                      const Task& task) {
  options.open_beside = [&](const std::string& beside) { return read_document_file(beside, task); };
  auto document = read_document_file(path, task).and_then([&](const std::string& bytes) {
    return read_document(bytes, path, options, task);
  });
  if (!document || !durations) return document;
  return read_file(*durations, kMaxFileSize, task)
      .and_then([&](const std::string& bytes) { return with_durations(*document->graph, bytes, *durations, task); })
      .map([&](TimedGraph&& timed) {
        document->graph = std::make_shared<const Graph>(std::move(timed.graph));
        for (Diagnostic& warning : timed.warnings) document->warnings.push_back(std::move(warning));
        return *std::move(document);
      });
}

GraphValue load(const py::object& path, const std::optional<std::string>& intervals,
                const std::map<std::string, std::int64_t>& dims, std::optional<std::int64_t> device,
                bool serial_streams, const py::object& durations, std::optional<std::string> graph,
                std::optional<std::string> space) {
  const std::string file = file_name(path, "path");
  const auto timed = durations.is_none() ? std::nullopt : std::optional(file_name(durations, "durations"));
  ReadOptions options;
  if (intervals) options.intervals = meaning_of(*intervals);
  for (const auto& [name, size] : dims)
    if (size < 1) raise_bad_argument("dims[\"" + name + "\"]", "must be 1 or more, not " + std::to_string(size));
  options.dimensions = dims;
  options.device = device;
  options.serial_streams = serial_streams;
  options.graph = std::move(graph);
  options.space = std::move(space);
  Document document = wait_for([&](const Task& task) { return read(file, options, timed, task); }).value();
  warn(document.warnings);
  return {
      .graph = std::move(document.graph), .warnings = std::move(document.warnings), .plan = std::move(document.plan)};
}

void save(const GraphValue& self, const py::object& path) {
  const std::string file = file_name(path, "path");
  const Format* const format = format_for_path(file);
  if (format == nullptr) {
    std::string known;
    for (const Format& each : formats())
      if (each.write != nullptr) known += (known.empty() ? "" : ", ") + std::string(each.extension);
    raise(Error::bad_input(file, "", "the name must end in one of " + known));
  }
  const Plan* const plan = format->carries_plan && self.plan ? &*self.plan : nullptr;
  std::ignore = wait_for([&](const Task&) {
                  return format->write(*self.graph, plan).and_then([&](const std::string& bytes) {
                    return write_file_atomically(file, bytes).map([] { return true; });
                  });
                }).value();
}

// ---- in pickles, by what is in files

py::tuple reduced(const GraphValue& self) {
  py::list warnings;
  for (const Diagnostic& warning : self.warnings)
    warnings.append(py::make_tuple(py::bytes(warning.file), py::bytes(warning.place), py::bytes(warning.reason)));
  const auto plan = self.plan ? py::object(py::bytes(write_plan(*self.graph, *self.plan))) : py::none();
  return py::make_tuple(python_value("restored"),
                        py::make_tuple("Graph", py::bytes(write_graph_json(*self.graph)), warnings, plan));
}

GraphValue restored(const std::string& graph, const std::vector<std::array<std::string, 3>>& warnings,
                    const std::optional<std::string>& plan) {
  Document document = wait_for([&](const Task& task) {
                        return read_graph_json(graph, "", task).and_then([&](Document&& read) -> Result<Document> {
                          if (plan) {
                            STOWAGE_TRY(read.plan, read_plan(*plan, "", *read.graph));
                          }
                          return std::move(read);
                        });
                      }).value();
  GraphValue out{.graph = std::move(document.graph), .plan = std::move(document.plan)};
  for (const auto& [file, place, reason] : warnings) out.warnings.push_back({file, place, reason});
  return out;
}

// ---- from arrays

/// What Graph.from_arrays() is given, as it stands in its documentation.
struct Arrays {
  py::object sizes, producers, consumers, streams, operators, control, durations, outputs, alignments, groups, views,
      in_place, tensor_names, operator_names, tensor_kinds, operator_kinds, phases, stream_names;
  std::string name;
};

/// The argument that an item of the builder comes from.
std::string place_of(const InputItem& item) {
  std::string_view name;
  switch (item.section) {
    case Section::streams:
      name = "streams";
      break;
    case Section::nodes:
      name = item.field == "id" ? "operator_names" : item.field == "duration" ? "durations" : "streams";
      break;
    case Section::tensors:
      name = item.field == "id"          ? "tensor_names"
             : item.field == "size"      ? "sizes"
             : item.field == "alignment" ? "alignments"
             : item.field == "producer"  ? "producers"
                                         : "consumers";
      break;
    case Section::control:
      name = "control";
      break;
    case Section::contiguous:
      name = "groups";
      break;
    case Section::views:
      name = "views";
      break;
    case Section::in_place:
      name = "in_place";
      break;
  }
  const bool whole = item.index == InputItem::kAll;
  if (whole && item.section == Section::nodes) return {};
  return whole ? std::string(name) : std::string(name) + '[' + std::to_string(item.index) + ']';
}

/// Who uses which tensor: rows of pairs, or in compressed rows.
class Consumers {
 public:
  Consumers(py::handle argument, std::size_t tensors) {
    const bool compressed = py::isinstance<py::tuple>(argument) && py::len(argument) == 2;
    if (compressed) {
      const auto rows = argument.cast<py::tuple>();
      begins_.emplace(Numbers::vector(rows[0], "consumers[0]", tensors + 1));
      items_.emplace(Numbers::vector(rows[1], "consumers[1]"));
      const Numbers& begins = *begins_;
      if (begins[0] != 0) raise_bad_argument("consumers[0][0]", "must be 0, not " + std::to_string(begins[0]));
      for (std::size_t t = 0; t < tensors; ++t)
        if (begins[t + 1] < begins[t])
          raise_bad_argument("consumers[0][" + std::to_string(t + 1) + ']',
                             std::to_string(begins[t + 1]) + " is below " + std::to_string(begins[t]) + " before it");
      if (static_cast<std::size_t>(begins[tensors]) != items_->size())
        raise_bad_argument("consumers[1]", "must hold " + std::to_string(begins[tensors]) +
                                               " numbers, as consumers[0] says, and holds " +
                                               std::to_string(items_->size()));
      return;
    }
    items_.emplace(Numbers::table(argument, "consumers", {2}));
  }

  [[nodiscard]] bool compressed() const { return begins_.has_value(); }
  [[nodiscard]] std::size_t count() const { return items_->size(); }
  [[nodiscard]] std::int64_t op(std::size_t k) const { return items_->column(compressed() ? 0 : 1)[k]; }
  [[nodiscard]] std::string place(std::size_t k) const {
    return compressed() ? "consumers[1][" + std::to_string(k) + ']' : "consumers[" + std::to_string(k) + ",1]";
  }
  /// Of pairs: the tensor of each.
  [[nodiscard]] std::int64_t tensor(std::size_t k) const { return items_->column(0)[k]; }
  [[nodiscard]] std::size_t begin(std::size_t t) const { return static_cast<std::size_t>((*begins_)[t]); }

 private:
  std::optional<Numbers> begins_, items_;
};

/// Reads everything while it has the interpreter's lock, and makes the graph without it.
class ArrayGraph {
 public:
  explicit ArrayGraph(const Arrays& given)
      : sizes_(Numbers::vector(given.sizes, "sizes")),
        producers_(Numbers::vector(given.producers, "producers", sizes_.size())),
        consumers_(given.consumers, sizes_.size()),
        control_(optional_table(given.control, "control", {2})),
        views_(optional_table(given.views, "views", {3})),
        in_place_(optional_table(given.in_place, "in_place", {2, 4, 5})),
        builder_("", place_of) {
    count_operators(given);
    const auto per_operator = [&](const py::object& argument, const char* name) {
      return argument.is_none() ? std::nullopt : std::optional(Numbers::vector(argument, name, operators_));
    };
    streams_ = per_operator(given.streams, "streams");
    durations_ = per_operator(given.durations, "durations");
    if (!given.alignments.is_none()) alignments_ = Numbers::vector(given.alignments, "alignments", sizes_.size());
    outputs_ = mask(given.outputs, "outputs", sizes_.size());
    tensor_names_ = texts(given.tensor_names, "tensor_names", sizes_.size());
    tensor_kinds_ = texts(given.tensor_kinds, "tensor_kinds", sizes_.size());
    operator_names_ = texts(given.operator_names, "operator_names", operators_);
    operator_kinds_ = texts(given.operator_kinds, "operator_kinds", operators_);
    phases_ = texts(given.phases, "phases", operators_);
    if (!given.stream_names.is_none()) {
      try {
        stream_names_ = given.stream_names.cast<std::map<std::int64_t, std::string>>();
      } catch (const py::cast_error&) {
        raise_bad_argument("stream_names", "must be a dict from the numbers in streams to texts");
      }
    }
    if (!given.groups.is_none()) {
      std::size_t k = 0;
      for (const py::handle group : given.groups)
        groups_.push_back(Numbers::vector(group, "groups[" + std::to_string(k++) + ']'));
    }
    builder_.set_name(given.name);
  }

  Result<BuiltGraph> build(const Task& task) {
    builder_.reserve(operators_, sizes_.size());
    add_operators();
    if (!add_tensors(task)) return tl::unexpected(task.why_stopped());
    add_the_rest();
    return std::move(builder_).build();
  }

 private:
  static std::optional<Numbers> optional_table(const py::object& argument, const char* name,
                                               std::initializer_list<std::size_t> widths) {
    return argument.is_none() ? std::nullopt : std::optional(Numbers::table(argument, name, widths));
  }

  /// As many as is said, or as an argument has one entry each for; else up to the largest index.
  void count_operators(const Arrays& given) {
    for (const py::object& list :
         {given.streams, given.durations, given.operator_names, given.operator_kinds, given.phases})
      if (given.operators.is_none() && !list.is_none() && py::hasattr(list, "__len__")) {
        operators_ = py::len(list);
        return;
      }
    if (!given.operators.is_none()) {
      const Numbers one =
          Numbers::vector(py::module_::import("numpy").attr("atleast_1d")(given.operators), "operators", 1);
      if (one[0] < 0 || one[0] >= std::int64_t{1} << 31)
        raise_bad_argument("operators", std::to_string(one[0]) + " is not a number from 0 to 2^31 - 1");
      operators_ = static_cast<std::size_t>(one[0]);
      return;
    }
    std::int64_t largest = -1;
    for (std::size_t t = 0; t < producers_.size(); ++t) largest = std::max(largest, producers_[t]);
    for (std::size_t k = 0; k < consumers_.count(); ++k) largest = std::max(largest, consumers_.op(k));
    for (std::size_t k = 0; control_ && k < control_->size(); ++k)
      largest = std::max({largest, control_->column(0)[k], control_->column(1)[k]});
    if (largest >= std::int64_t{1} << 31)
      raise_bad_argument("operators", "an operator has the index " + std::to_string(largest) + ": there are too many");
    operators_ = static_cast<std::size_t>(largest + 1);
  }

  void add_operators() {
    std::string name;
    for (std::size_t o = 0; o < operators_; ++o) {
      const std::int64_t number = streams_ ? (*streams_)[o] : 0;
      StreamId stream = builder_.find_stream(number);
      if (!stream.valid()) {
        const auto named = stream_names_.find(number);
        stream = builder_.add_stream(number, named == stream_names_.end() ? std::string_view() : named->second);
      }
      name = operator_names_.empty() ? "op" + std::to_string(o) : operator_names_[o];
      builder_.add_operator({.name = name,
                             .stream = stream,
                             .kind = text(operator_kinds_, o),
                             .phase = text(phases_, o),
                             .duration = {durations_ ? (*durations_)[o] : 0, Duration::From::unsaid}});
    }
  }

  bool add_tensors(const Task& task) {
    constexpr std::size_t kBetweenLooks = 1 << 16;
    const Csr<OperatorId> sorted = consumers_.compressed() ? Csr<OperatorId>() : sorted_pairs();
    std::vector<OperatorId> row;
    std::string name;
    for (std::size_t t = 0; t < sizes_.size(); ++t) {
      if (task.poll(t, kBetweenLooks)) return false;
      row.clear();
      if (consumers_.compressed())
        for (std::size_t k = consumers_.begin(t); k < std::min(consumers_.begin(t + 1), consumers_.count()); ++k)
          row.push_back(operator_at(consumers_.op(k), [&] { return consumers_.place(k); }));
      name = tensor_names_.empty() ? "t" + std::to_string(t) : tensor_names_[t];
      const std::int64_t producer = producers_[t];
      builder_.add_tensor(
          {.name = name,
           .size = {sizes_[t]},
           .producer = producer == -1 ? OperatorId()
                                      : operator_at(producer, [&] { return "producers[" + std::to_string(t) + ']'; }),
           .consumers = consumers_.compressed() ? std::span<const OperatorId>(row) : sorted[t],
           .output = outputs_[t],
           .kind = text(tensor_kinds_, t),
           .alignment = alignments_ ? (*alignments_)[t] : 1});
    }
    return true;
  }

  Csr<OperatorId> sorted_pairs() {
    std::vector<std::pair<std::size_t, OperatorId>> pairs;
    pairs.reserve(consumers_.count());
    for (std::size_t k = 0; k < consumers_.count(); ++k) {
      const OperatorId op = operator_at(consumers_.op(k), [&] { return consumers_.place(k); });
      const TensorId tensor = tensor_at(consumers_.tensor(k), "consumers[" + std::to_string(k) + ",0]");
      if (op.valid() && tensor.valid()) pairs.emplace_back(tensor.index(), op);
    }
    return Csr<OperatorId>::from_pairs(sizes_.size(), pairs);
  }

  void add_the_rest() {
    for (std::size_t k = 0; control_ && k < control_->size(); ++k) {
      const auto end = [&](std::size_t c) {
        return operator_at(control_->column(c)[k],
                           [&] { return "control[" + std::to_string(k) + ',' + std::to_string(c) + ']'; });
      };
      const OperatorId before = end(0), after = end(1);
      if (before.valid() && after.valid()) builder_.add_control(before, after);
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::vector<TensorId> members;
      for (std::size_t k = 0; k < groups_[g].size(); ++k)
        members.push_back(tensor_at(groups_[g][k], "groups[" + std::to_string(g) + "][" + std::to_string(k) + ']'));
      std::erase_if(members, [](TensorId t) { return !t.valid(); });
      builder_.add_group(members);
    }
    for (std::size_t k = 0; views_ && k < views_->size(); ++k) {
      const std::string place = "views[" + std::to_string(k) + ',';
      builder_.add_view({.tensor = tensor_at(views_->column(0)[k], place + "0]"),
                         .of = tensor_at(views_->column(1)[k], place + "1]"),
                         .offset = views_->column(2)[k]});
    }
    for (std::size_t k = 0; in_place_ && k < in_place_->size(); ++k) {
      const std::string place = "in_place[" + std::to_string(k) + ',';
      InPlace pair{.output = tensor_at(in_place_->column(0)[k], place + "0]"),
                   .input = tensor_at(in_place_->column(1)[k], place + "1]")};
      if (in_place_->width() >= 4) pair.low = in_place_->column(2)[k], pair.high = in_place_->column(3)[k];
      if (in_place_->width() == 5) pair.must = in_place_->column(4)[k] != 0;
      builder_.add_in_place(std::move(pair));
    }
  }

  template <class Place>
  OperatorId operator_at(std::int64_t index, const Place& place) {
    if (index >= 0 && static_cast<std::uint64_t>(index) < operators_)
      return OperatorId(static_cast<std::size_t>(index));
    builder_.add_fault(place(),
                       "there is no operator " + std::to_string(index) + " among " + std::to_string(operators_));
    return {};
  }
  TensorId tensor_at(std::int64_t index, std::string place) {
    if (index >= 0 && static_cast<std::uint64_t>(index) < sizes_.size())
      return TensorId(static_cast<std::size_t>(index));
    builder_.add_fault(std::move(place),
                       "there is no tensor " + std::to_string(index) + " among " + std::to_string(sizes_.size()));
    return {};
  }
  static std::string_view text(const std::vector<std::string>& texts, std::size_t index) {
    return texts.empty() ? std::string_view() : std::string_view(texts[index]);
  }

  Numbers sizes_, producers_;
  Consumers consumers_;
  std::optional<Numbers> control_, views_, in_place_, streams_, durations_, alignments_;
  std::size_t operators_ = 0;
  std::vector<bool> outputs_;
  std::vector<std::string> tensor_names_, tensor_kinds_, operator_names_, operator_kinds_, phases_;
  std::map<std::int64_t, std::string> stream_names_;
  std::vector<Numbers> groups_;
  GraphBuilder builder_;
};

GraphValue from_arrays(const Arrays& given) {
  ArrayGraph arrays(given);
  return built(wait_for([&](const Task& task) { return arrays.build(task); }).value());
}

GraphValue from_intervals(const py::object& lower, const py::object& upper, const py::object& size,
                          const py::object& alignments, const py::object& names, const std::string& name) {
  const Numbers begins = Numbers::vector(lower, "lower");
  const Numbers ends = Numbers::vector(upper, "upper", begins.size());
  const Numbers sizes = Numbers::vector(size, "size", begins.size());
  std::optional<Numbers> own;
  if (!alignments.is_none()) own = Numbers::vector(alignments, "alignments", begins.size());
  const std::vector<std::string> ids = texts(names, "names", begins.size());
  const IntervalColumns columns{.lower = begins.column(),
                                .upper = ends.column(),
                                .size = sizes.column(),
                                .alignment = own ? own->column() : NumberColumn(),
                                .names = ids,
                                .graph = name};
  return built(wait_for([&](const Task& task) { return graph_of_intervals(columns, task); }).value());
}

// ---- as arrays

/// Those without a producer, or a stream, are -1 where a number has a sign.
static_assert(sizeof(OperatorId) == sizeof(std::int32_t) && sizeof(Bytes) == sizeof(std::int64_t));

template <class Names>
py::list names_of(std::size_t count, const Names& name) {
  py::list out(count);
  for (std::size_t k = 0; k < count; ++k)
    PyList_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(k), text_of(name(k)).release().ptr());
  return out;
}

template <class Id>
py::tuple rows_of(py::handle owner, const Csr<Id>& csr) {
  std::vector<std::int64_t> begins{0};
  begins.reserve(csr.row_count() + 1);
  for (std::size_t k = 0; k < csr.row_count(); ++k)
    begins.push_back(begins.back() + static_cast<std::int64_t>(csr[k].size()));
  py::array items(py::dtype::of<std::int32_t>(), {csr.item_count()}, {sizeof(Id)}, csr.items().data(), owner);
  items.attr("setflags")(py::arg("write") = false);
  return py::make_tuple(array_of(begins), items);
}

py::array durations_of(py::handle self, const Graph& graph) {
  const std::vector<Duration>& durations = graph.data().operator_duration;
  if (durations.empty()) return array_of(std::vector<std::int64_t>(graph.operator_count()));
  py::array out(py::dtype::of<std::int64_t>(), {durations.size()}, {sizeof(Duration)}, &durations.front().nanoseconds,
                self);
  out.attr("setflags")(py::arg("write") = false);
  return out;
}

template <class T, class Value>
py::array made(std::size_t count, const Value& value) {
  std::vector<T> out(count);
  for (std::size_t k = 0; k < count; ++k) out[k] = value(k);
  return array_of(out);
}

py::array rows(const std::vector<std::int64_t>& numbers, std::ptrdiff_t width) {
  return array_of(numbers, {static_cast<std::ptrdiff_t>(numbers.size()) / width, width});
}

py::tuple lifetimes_of(const Graph& graph) {
  const std::vector<Lifetime> lives = lifetimes(graph);
  return py::make_tuple(made<std::int64_t>(lives.size(), [&](std::size_t t) { return lives[t].begin; }),
                        made<std::int64_t>(lives.size(), [&](std::size_t t) { return lives[t].end; }));
}

std::string described(const Graph& graph) {
  const auto counted = [](std::size_t count, const char* what) {
    return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
  };
  return "<stowage.Graph" + (graph.name().empty() ? "" : " \"" + graph.name() + '"') + ": " +
         counted(graph.tensor_count(), "tensor") + ", " + counted(graph.operator_count(), "operator") + ", " +
         counted(graph.stream_count(), "stream") + ", " + std::to_string(graph.total_size().count) + " bytes>";
}

const Graph& graph_in(const py::object& self) {
  return *self.cast<const GraphValue&>().graph;
}

}  // namespace

void add_graph(py::module_& module) {
  py::class_<GraphValue> graph(module, "Graph",
                               "A computational graph: operators on parallel streams, and tensors with sizes.\n\n"
                               "Made by load(), Graph.from_arrays() or Graph.from_intervals(), and never changed. "
                               "Operators are numbered in the\norder in which they run, tensors as they were given. "
                               "Arrays of a graph can be read, not written; most of them show\nthe graph's own memory "
                               "and copy nothing.");
  graph
      .def_static(
          "from_arrays",
          [](py::object sizes, py::object producers, py::object consumers, py::object streams, py::object operators,
             py::object control, py::object durations, py::object outputs, py::object alignments, py::object groups,
             py::object views, py::object in_place, py::object tensor_names, py::object operator_names,
             py::object tensor_kinds, py::object operator_kinds, py::object phases, py::object stream_names,
             std::string name) {
            return from_arrays({std::move(sizes), std::move(producers), std::move(consumers), std::move(streams),
                                std::move(operators), std::move(control), std::move(durations), std::move(outputs),
                                std::move(alignments), std::move(groups), std::move(views), std::move(in_place),
                                std::move(tensor_names), std::move(operator_names), std::move(tensor_kinds),
                                std::move(operator_kinds), std::move(phases), std::move(stream_names),
                                std::move(name)});
          },
          py::arg("sizes"), py::arg("producers"), py::arg("consumers"), py::kw_only(), py::arg("streams") = py::none(),
          py::arg("operators") = py::none(), py::arg("control") = py::none(), py::arg("durations") = py::none(),
          py::arg("outputs") = py::none(), py::arg("alignments") = py::none(), py::arg("groups") = py::none(),
          py::arg("views") = py::none(), py::arg("in_place") = py::none(), py::arg("tensor_names") = py::none(),
          py::arg("operator_names") = py::none(), py::arg("tensor_kinds") = py::none(),
          py::arg("operator_kinds") = py::none(), py::arg("phases") = py::none(), py::arg("stream_names") = py::none(),
          py::arg("name") = "",
          R"(Make a graph of T tensors and N operators from arrays of whole numbers.

Operators are given in the order in which they run. If that order does not fit the tensors, a stable
one is derived, with an InputWarning, and the graph's operators are in that order.

sizes           (T,) bytes of each tensor, 0 to 2**53
producers       (T,) the operator that makes each tensor; -1: present from the start
consumers       (M, 2) rows (tensor, operator): the operator uses the tensor; or a tuple of compressed
                rows (begins, operators): operators[begins[t]:begins[t + 1]] use tensor t, so that begins
                is (T + 1,) and operators (M,)
streams         (N,) the number of the stream on which each operator runs; default: all on one
operators       N; needed only where the last operators use and make nothing, and no array is (N,)
control         (K, 2) rows (before, after): an operator waits for another, without data
durations       (N,) nanoseconds that each operator runs; 0: unknown
outputs         tensors that are needed until the end: (T,) booleans, or a list of their indices
alignments      (T,) what the offset of each tensor must be a multiple of; default 1
groups          list of lists of tensors that must lie end to end, in that order
views           (V, 3) rows (tensor, of, offset): the tensor lies in the bytes of another, that many
                bytes after its begin
in_place        (P, 2) rows (output, input): the output may be written over the input; (P, 4) with the
                least and the largest shift in bytes; (P, 5) and 1 where it must, 0 where it may
tensor_names, operator_names            (T,) and (N,) different texts; default "t0", … and "op0", …
tensor_kinds, operator_kinds, phases    (T,), (N,) and (N,) texts, such as "activation", "Conv", "forward"
stream_names    dict from a number in streams to a text
name            of the graph

64-bit arrays are read where they are, whatever their strides. Raises Error, whose place is the argument
and the index, such as "producers[3]".)")
      .def_static("from_intervals", &from_intervals, py::arg("lower"), py::arg("upper"), py::arg("size"), py::kw_only(),
                  py::arg("alignments") = py::none(), py::arg("names") = py::none(), py::arg("name") = "",
                  R"(Make a graph of tensors of which only the lifetimes are known.

lower, upper    (T,) whole numbers: tensor t is needed from lower[t] until before upper[t]
size            (T,) bytes
alignments      (T,) what the offset of each tensor must be a multiple of; default 1
names           (T,) different texts; default "0", "1", …
name            of the graph

64-bit arrays are read where they are, whatever their strides. Raises Error.)")
      .def("save", &save, py::arg("path"),
           "Write the graph to a file in the format that its name ends with: .stowage.json keeps everything, .csv the "
           "lifetimes.\n\nRaises Error where the format cannot hold the graph.")
      .def_property_readonly(
          "name", [](const GraphValue& self) { return text_of(self.graph->name()); }, "Name of the graph.")
      .def_property_readonly(
          "tensor_count", [](const GraphValue& self) { return self.graph->tensor_count(); }, "Number of tensors, T.")
      .def_property_readonly(
          "operator_count", [](const GraphValue& self) { return self.graph->operator_count(); },
          "Number of operators, N.")
      .def_property_readonly(
          "stream_count", [](const GraphValue& self) { return self.graph->stream_count(); }, "Number of streams.")
      .def_property_readonly(
          "total_size", [](const GraphValue& self) { return self.graph->total_size().count; },
          "Sum of the sizes of all tensors but views, in bytes.")
      .def_property_readonly(
          "sizes",
          [](const py::object& self) { return view_of<std::int64_t>(self, graph_in(self).data().tensor_size); },
          "(T,) int64: bytes of each tensor.")
      .def_property_readonly(
          "producers",
          [](const py::object& self) { return view_of<std::int32_t>(self, graph_in(self).data().tensor_producer); },
          "(T,) int32: the operator that makes each tensor; -1 where it is present from the start.")
      .def_property_readonly(
          "consumers", [](const py::object& self) { return rows_of(self, graph_in(self).data().tensor_consumers); },
          "(begins, operators), int64 (T + 1,) and int32 (M,): operators[begins[t]:begins[t + 1]] use tensor t, "
          "ascending.")
      .def_property_readonly(
          "streams",
          [](const GraphValue& self) {
            const Graph& g = *self.graph;
            return made<std::int64_t>(g.operator_count(),
                                      [&](std::size_t o) { return g.info(g.stream(OperatorId(o))).number; });
          },
          "(N,) int64: the number of the stream on which each operator runs.")
      .def_property_readonly(
          "durations", [](const py::object& self) { return durations_of(self, graph_in(self)); },
          "(N,) int64: nanoseconds that each operator runs; 0 where that is unknown.")
      .def_property_readonly(
          "outputs",
          [](const GraphValue& self) {
            const std::vector<bool>& output = self.graph->data().tensor_output;
            py::array_t<bool> out(static_cast<py::ssize_t>(output.size()));
            std::copy(output.begin(), output.end(), out.mutable_data());
            out.attr("setflags")(py::arg("write") = false);
            return out;
          },
          "(T,) bool: whether each tensor is needed until the end.")
      .def_property_readonly(
          "alignments",
          [](const GraphValue& self) {
            return made<std::int64_t>(self.graph->tensor_count(),
                                      [&](std::size_t t) { return self.graph->alignment(TensorId(t)); });
          },
          "(T,) int64: what the offset of each tensor must be a multiple of.")
      .def_property_readonly(
          "control",
          [](const GraphValue& self) {
            std::vector<std::int64_t> out;
            for (const ControlEdge& edge : self.graph->control())
              for (const OperatorId end : {edge.before, edge.after})
                out.push_back(static_cast<std::int64_t>(end.index()));
            return rows(out, 2);
          },
          "(K, 2) int64: rows (before, after) of operators that wait for another, without data.")
      .def_property_readonly(
          "views",
          [](const GraphValue& self) {
            std::vector<std::int64_t> out;
            for (const View& view : self.graph->views())
              for (const std::int64_t number : {static_cast<std::int64_t>(view.tensor.index()),
                                                static_cast<std::int64_t>(view.of.index()), view.offset})
                out.push_back(number);
            return rows(out, 3);
          },
          "(V, 3) int64: rows (tensor, of, offset) of tensors that lie in the bytes of another.")
      .def_property_readonly(
          "in_place",
          [](const GraphValue& self) {
            std::vector<std::int64_t> out;
            for (const InPlace& pair : self.graph->in_place())
              for (const std::int64_t number :
                   {static_cast<std::int64_t>(pair.output.index()), static_cast<std::int64_t>(pair.input.index()),
                    pair.low, pair.high, static_cast<std::int64_t>(pair.must)})
                out.push_back(number);
            return rows(out, 5);
          },
          "(P, 5) int64: rows (output, input, least shift, largest shift, 1 where it must) of outputs that may be "
          "written over inputs.")
      .def_property_readonly(
          "groups",
          [](const GraphValue& self) {
            py::list out;
            for (const GroupId g : self.graph->groups()) {
              const auto members = self.graph->members(g);
              out.append(made<std::int64_t>(members.size(), [&](std::size_t k) { return members[k].index(); }));
            }
            return out;
          },
          "List of int64 arrays: tensors that must lie end to end.")
      .def_property_readonly(
          "times",
          [](const py::object& self) -> py::object {
            if (graph_in(self).times().empty()) return py::none();
            return view_of<std::int64_t>(self, graph_in(self).data().times);
          },
          "(N + 1,) int64: when each step of a graph of lifetimes begins, and the last ends; None for other graphs.")
      .def_property_readonly(
          "lifetimes", [](const GraphValue& self) { return lifetimes_of(*self.graph); },
          "(begins, ends), int64 (T,) each: the steps in which each tensor is needed, if one operator runs after the "
          "other;\nends are exclusive, and a tensor that is never needed has none.")
      .def_property_readonly(
          "tensor_names",
          [](const GraphValue& self) {
            return names_of(self.graph->tensor_count(), [&](std::size_t t) { return self.graph->name(TensorId(t)); });
          },
          "List of T different texts.")
      .def_property_readonly(
          "operator_names",
          [](const GraphValue& self) {
            return names_of(self.graph->operator_count(),
                            [&](std::size_t o) { return self.graph->name(OperatorId(o)); });
          },
          "List of N different texts.")
      .def_property_readonly(
          "tensor_kinds",
          [](const GraphValue& self) {
            return names_of(self.graph->tensor_count(), [&](std::size_t t) { return self.graph->kind(TensorId(t)); });
          },
          "List of T texts, such as \"activation\"; empty where unknown.")
      .def_property_readonly(
          "operator_kinds",
          [](const GraphValue& self) {
            return names_of(self.graph->operator_count(),
                            [&](std::size_t o) { return self.graph->kind(OperatorId(o)); });
          },
          "List of N texts, such as \"Conv\"; empty where unknown.")
      .def_property_readonly(
          "phases",
          [](const GraphValue& self) {
            return names_of(self.graph->operator_count(),
                            [&](std::size_t o) { return self.graph->phase(OperatorId(o)); });
          },
          "List of N texts, such as \"forward\"; empty where unknown.")
      .def_property_readonly(
          "warnings",
          [](const GraphValue& self) {
            py::list out;
            for (const Diagnostic& warning : self.warnings) out.append(sentence_of(warning.text()));
            if (const Uncounted left = uncounted(*self.graph); left.any())
              out.append("footprints are only the least: " + left.text());
            return out;
          },
          "List of texts: what had to be assumed to make the graph.")
      .def_property_readonly(
          "plan",
          [](const GraphValue& self) -> py::object {
            if (!self.plan) return py::none();
            return py::cast(PlanValue{.graph = self.graph, .plan = *self.plan});
          },
          "The Plan in the file that the graph was loaded from; None where it held no offsets.")
      .def_property_readonly(
          "alignment", [](const GraphValue& self) { return self.graph->alignment().count; },
          "Bytes: to multiples of it the runtime rounds offsets and sizes up, and so plans do by default.")
      .def("__repr__", [](const GraphValue& self) { return text_of(described(*self.graph)); })
      .def("__reduce__", &reduced)
      .def_static("_restored", &restored);
  never_changes(graph);

  module.def("load", &load, py::arg("path"), py::kw_only(), py::arg("intervals") = py::none(),
             py::arg("dims") = std::map<std::string, std::int64_t>(), py::arg("device") = py::none(),
             py::arg("serial_streams") = false, py::arg("durations") = py::none(), py::arg("graph") = py::none(),
             py::arg("space") = py::none(),
             R"(Read a graph from a file in any format that Stowage knows, gzipped or not.

intervals       what the ends of an interval CSV mean: "half-open", "closed" or "open"
dims            dict: sizes of the dimensions that a model leaves open, by name
device          number of the device of a memory snapshot or a profile; -1 is the host
serial_streams  whether the streams of a memory snapshot run in the recorded order
durations       file of the durations of operators
graph           name of one of several graphs in the file; default: the largest
space           name of one of several memory spaces; default: the largest

Warns with InputWarning of what had to be assumed. Raises Error with the file, the place and the reason.)");
}

}  // namespace stowage::python
