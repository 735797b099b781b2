// SPDX-License-Identifier: Apache-2.0
// stowage.Graph: from files, and as arrays.
#include <array>
#include <functional>
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
#include "core/formats/readers.h"
#include "core/graph/claims.h"
#include "core/graph/lifetimes.h"

namespace py = pybind11;

namespace stowage::python {
namespace {

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
  if (document) document = lay_out(*std::move(document), path, {}, task);
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
                std::optional<std::string> space, const TensorSizes& sizes) {
  const std::string file = file_name(path, "path");
  const auto timed = durations.is_none() ? std::nullopt : std::optional(file_name(durations, "durations"));
  ReadOptions options;
  if (intervals) options.intervals = meaning_of(*intervals);
  for (const auto& [name, size] : dims)
    if (size < 1) raise_bad_argument("dims[\"" + name + "\"]", "must be 1 or more, not " + std::to_string(size));
  options.dimensions = dims;
  options.sizes = sizes;
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

/// The text of a graph file, read as a file is.
Document read_text(const std::string& text, const std::optional<std::string>& plan = {}) {
  return wait_for([&](const Task& task) {
           return read_graph_json(text, "", task).and_then([&](Document&& read) -> Result<Document> {
             STOWAGE_TRY(read, lay_out(std::move(read), "", {}, task));
             if (plan) {
               STOWAGE_TRY(read.plan, read_plan(*plan, "", *read.graph));
             }
             return std::move(read);
           });
         })
      .value();
}

GraphValue from_json(const py::object& content) {
  const py::object text =
      py::isinstance<py::str>(content) ? content : py::module_::import("json").attr("dumps")(content);
  Document document = read_text(text.cast<std::string>());
  warn(document.warnings);
  return {.graph = std::move(document.graph), .warnings = std::move(document.warnings)};
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
  Document document = read_text(graph, plan);
  GraphValue out{.graph = std::move(document.graph), .plan = std::move(document.plan)};
  for (const auto& [file, place, reason] : warnings) out.warnings.push_back({file, place, reason});
  return out;
}

// ---- as arrays

/// Those without a producer, or a stream, are -1 where a number has a sign.
static_assert(sizeof(OperatorId) == sizeof(std::int32_t) && sizeof(Bytes) == sizeof(std::int64_t));

template <class Id>
py::tuple csr_of(py::handle owner, const Csr<Id>& csr) {
  std::vector<std::int64_t> begins{0};
  begins.reserve(csr.row_count() + 1);
  for (std::size_t k = 0; k < csr.row_count(); ++k)
    begins.push_back(begins.back() + static_cast<std::int64_t>(csr[k].size()));
  const py::array items(py::dtype::of<std::int32_t>(), {csr.item_count()}, {sizeof(Id)}, csr.items().data(), owner);
  return py::make_tuple(array_of(begins), frozen(items));
}

py::array durations_of(py::handle self, const Graph& graph) {
  const std::vector<Duration>& durations = graph.data().operator_duration;
  if (durations.empty()) return array_of(std::vector<std::int64_t>(graph.operator_count()));
  return frozen(py::array(py::dtype::of<std::int64_t>(), {durations.size()}, {sizeof(Duration)},
                          &durations.front().nanoseconds, self));
}

template <class T, class Value>
py::array made(std::size_t count, const Value& value) {
  std::vector<T> out(count);
  for (std::size_t k = 0; k < count; ++k) out[k] = value(k);
  return array_of(out);
}

/// A row of whole numbers for each item.
template <class Item, std::size_t kWidth>
py::array rows_of(std::span<const Item> items, std::array<std::int64_t, kWidth> (*row)(const Item&)) {
  std::vector<std::int64_t> out;
  for (const Item& item : items) std::ranges::copy(row(item), std::back_inserter(out));
  return array_of(out, {static_cast<std::ptrdiff_t>(items.size()), static_cast<std::ptrdiff_t>(kWidth)});
}

std::int64_t number_of(auto id) {
  return static_cast<std::int64_t>(id.index());
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

/// A text of each.
template <class Id>
py::list texts_of(const Graph& graph, IdRange<Id> ids, std::string_view (Graph::*text)(Id) const) {
  py::list out;
  for (const Id id : ids) out.append(text_of((graph.*text)(id)));
  return out;
}

}  // namespace

void warn(const std::vector<Diagnostic>& warnings) {
  const py::object category = python_value("InputWarning");
  for (const Diagnostic& warning : warnings)
    if (PyErr_WarnFormat(category.ptr(), 2, "%U", sentence_of(warning.text()).ptr()) != 0)
      throw py::error_already_set();
}

void add_graph(py::module_& module) {
  py::class_<GraphValue> graph(module, "Graph",
                               "A computational graph: operators on parallel streams, and tensors with sizes.\n\n"
                               "Made by load() or one of its from_ functions, and never changed. "
                               "Operators are numbered in the\norder in which they run, tensors as they were given. "
                               "Arrays of a graph can be read, not written; most of them show\nthe graph's own memory "
                               "and copy nothing.");
  const auto property = [&](const char* name, const char* description, const auto& get) {
    graph.def_property_readonly(
        name, [get](const GraphValue& self) { return get(*self.graph); }, description);
  };
  // An array that shows the graph's own memory, and so keeps the object.
  const auto array = [&](const char* name, const char* description, const auto& get) {
    graph.def_property_readonly(
        name, [get](const py::object& self) { return get(self, *self.cast<const GraphValue&>().graph); }, description);
  };
  const auto of_tensors = [&](const char* name, std::string_view (Graph::*text)(TensorId) const, const char* what) {
    property(name, what, [=](const Graph& g) { return texts_of(g, g.tensors(), text); });
  };
  const auto of_operators = [&](const char* name, std::string_view (Graph::*text)(OperatorId) const, const char* what) {
    property(name, what, [=](const Graph& g) { return texts_of(g, g.operators(), text); });
  };
  property("name", "Name of the graph.", [](const Graph& g) { return text_of(g.name()); });
  property("tensor_count", "Number of tensors, T.", std::mem_fn(&Graph::tensor_count));
  property("operator_count", "Number of operators, N.", std::mem_fn(&Graph::operator_count));
  property("stream_count", "Number of streams.", std::mem_fn(&Graph::stream_count));
  property("total_size", "Sum of the sizes of all tensors but views, in bytes.",
           [](const Graph& g) { return g.total_size().count; });
  array("sizes", "(T,) int64: bytes of each tensor.",
        [](py::handle self, const Graph& g) { return view_of<std::int64_t>(self, g.data().tensor_size); });
  array("producers", "(T,) int32: the operator that makes each tensor; -1 where it is present from the start.",
        [](py::handle self, const Graph& g) { return view_of<std::int32_t>(self, g.data().tensor_producer); });
  array("consumers",
        "(begins, operators), int64 (T + 1,) and int32 (M,): operators[begins[t]:begins[t + 1]] use tensor t, "
        "ascending.",
        [](py::handle self, const Graph& g) { return csr_of(self, g.data().tensor_consumers); });
  property("streams", "(N,) int64: the number of the stream on which each operator runs.", [](const Graph& g) {
    return made<std::int64_t>(g.operator_count(),
                              [&](std::size_t o) { return g.info(g.stream(OperatorId(o))).number; });
  });
  array("durations", "(N,) int64: nanoseconds that each operator runs; 0 where that is unknown.", durations_of);
  property("outputs", "(T,) bool: whether each tensor is needed until the end.", [](const Graph& g) {
    const std::vector<bool>& output = g.data().tensor_output;
    py::array_t<bool> out(static_cast<py::ssize_t>(output.size()));
    std::copy(output.begin(), output.end(), out.mutable_data());
    return frozen(std::move(out));
  });
  property("alignments", "(T,) int64: what the offset of each tensor must be a multiple of.", [](const Graph& g) {
    return made<std::int64_t>(g.tensor_count(), [&](std::size_t t) { return g.alignment(TensorId(t)); });
  });
  property("control", "(K, 2) int64: rows (before, after) of operators that wait for another, without data.",
           [](const Graph& g) {
             return rows_of<ControlEdge, 2>(g.control(), [](const ControlEdge& edge) {
               return std::array{number_of(edge.before), number_of(edge.after)};
             });
           });
  property("views", "(V, 3) int64: rows (tensor, of, offset) of tensors that lie in the bytes of another.",
           [](const Graph& g) {
             return rows_of<View, 3>(g.views(), [](const View& view) {
               return std::array{number_of(view.tensor), number_of(view.of), view.offset};
             });
           });
  property("in_place",
           "(P, 5) int64: rows (output, input, least shift, largest shift, 1 where it must) of outputs that may be "
           "written over inputs.",
           [](const Graph& g) {
             return rows_of<InPlace, 5>(g.in_place(), [](const InPlace& pair) {
               return std::array{number_of(pair.output), number_of(pair.input), pair.low, pair.high,
                                 std::int64_t{pair.must}};
             });
           });
  property("groups", "List of int64 arrays: tensors that must lie end to end.", [](const Graph& g) {
    py::list out;
    for (const GroupId group : g.groups()) {
      const auto members = g.members(group);
      out.append(made<std::int64_t>(members.size(), [&](std::size_t k) { return members[k].index(); }));
    }
    return out;
  });
  array("times",
        "(N + 1,) int64: when each step of a graph of lifetimes begins, and the last ends; None for other graphs.",
        [](py::handle self, const Graph& g) -> py::object {
          if (g.times().empty()) return py::none();
          return view_of<std::int64_t>(self, g.data().times);
        });
  property("lifetimes",
           "(begins, ends), int64 (T,) each: the steps in which each tensor is needed, if one operator runs after the "
           "other;\nends are exclusive, and a tensor that is never needed has none.",
           lifetimes_of);
  property("alignment",
           "Bytes: to multiples of it the runtime rounds offsets and sizes up, and so plans do by default.",
           [](const Graph& g) { return g.alignment().count; });
  of_tensors("tensor_names", &Graph::name, "List of T distinct strings.");
  of_tensors("tensor_kinds", &Graph::kind, "List of T texts, such as \"activation\"; empty where unknown.");
  of_operators("operator_names", &Graph::name, "List of N different texts.");
  of_operators("operator_kinds", &Graph::kind, "List of N texts, such as \"Conv\"; empty where unknown.");
  of_operators("phases", &Graph::phase, "List of N texts, such as \"forward\"; empty where unknown.");
  graph
      .def("save", &save, py::arg("path"),
           "Write the graph to a file in the format that its name ends with: .stowage.json keeps everything, .csv the "
           "lifetimes.\n\nRaises Error where the format cannot hold the graph.")
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
      .def("__repr__", [](const GraphValue& self) { return text_of(described(*self.graph)); })
      .def_static(
          "from_json", &from_json, py::arg("content"),
          R"(Make a graph from the content of a graph file (.stowage.json): its text, or a dict with the same keys.

Operators may have bodies, loops and branches; they are laid out as load() does it.

Warns with InputWarning of what had to be assumed. Raises Error with the place and the reason.)")
      .def("__reduce__", &reduced)
      .def_static("_restored", &restored);
  add_from_arrays(graph);
  never_changes(graph);

  module.def("load", &load, py::arg("path"), py::kw_only(), py::arg("intervals") = py::none(),
             py::arg("dims") = std::map<std::string, std::int64_t>(), py::arg("device") = py::none(),
             py::arg("serial_streams") = false, py::arg("durations") = py::none(), py::arg("graph") = py::none(),
             py::arg("space") = py::none(), py::arg("sizes") = TensorSizes(),
             R"(Read a graph from a file in any format that Stowage knows, gzipped or not.

intervals       what the ends of an interval CSV mean: "half-open", "closed" or "open"
dims            dict: sizes of the dimensions that a model leaves open, by name
device          number of the device of a memory snapshot or a profile; -1 is the host
serial_streams  whether the streams of a memory snapshot run in the recorded order
durations       file of the durations of operators
graph           name of one of several graphs in the file; default: the largest
space           name of one of several memory spaces; default: the largest
sizes           dict: bytes of tensors, in place of the file's sizes; tensors of bodies by path, "if:then/x"

Warns with InputWarning of what had to be assumed. Raises Error with the file, the place and the reason.)");
}

}  // namespace stowage::python
