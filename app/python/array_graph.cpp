// SPDX-License-Identifier: Apache-2.0
// Graphs from arrays: stowage.Graph.from_arrays() and from_intervals().
#include <algorithm>
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
#include "core/formats/interval_csv.h"
#include "core/graph/builder.h"

namespace py = pybind11;

namespace stowage::python {
namespace {

using Section = InputItem::Section;

GraphValue built(BuiltGraph&& made) {
  GraphValue out{.graph = std::make_shared<const Graph>(std::move(made.graph)), .warnings = std::move(made.warnings)};
  warn(out.warnings);
  return out;
}

/// What Graph.from_arrays() is given, as it stands in its documentation.
struct Arrays {
  py::handle sizes, producers, consumers, streams, operators, control, durations, outputs, alignments, groups, views,
      in_place, tensor_names, operator_names, tensor_kinds, operator_kinds, phases, stream_names;
  std::string name;
};

/// The argument that an item of the builder comes from.
std::string place_of(const InputItem& item) {
  struct Argument {
    Section section;
    std::string_view field;  ///< empty: any other
    const char* name;
  };
  static constexpr Argument kArguments[] = {{Section::nodes, "id", "operator_names"},
                                            {Section::nodes, "duration", "durations"},
                                            {Section::nodes, "", "streams"},
                                            {Section::tensors, "id", "tensor_names"},
                                            {Section::tensors, "size", "sizes"},
                                            {Section::tensors, "alignment", "alignments"},
                                            {Section::tensors, "producer", "producers"},
                                            {Section::tensors, "", "consumers"},
                                            {Section::streams, "", "streams"},
                                            {Section::control, "", "control"},
                                            {Section::contiguous, "", "groups"},
                                            {Section::views, "", "views"},
                                            {Section::in_place, "", "in_place"}};
  const bool whole = item.index == InputItem::kAll;
  if (whole && item.section == Section::nodes) return {};
  const auto argument = std::ranges::find_if(kArguments, [&](const Argument& each) {
    return each.section == item.section && (each.field.empty() || each.field == item.field);
  });
  return whole ? argument->name : at(argument->name, item.index);
}

/// Who uses which tensor: rows of pairs, or in compressed rows.
class Consumers {
 public:
  Consumers(py::handle argument, std::size_t tensors) {
    const bool compressed = py::isinstance<py::tuple>(argument) && py::len(argument) == 2;
    if (!compressed) {
      items_.emplace(Numbers::table(argument, "consumers", {2}));
      return;
    }
    const auto rows = argument.cast<py::tuple>();
    begins_.emplace(Numbers::vector(rows[0], "consumers[0]", tensors + 1));
    items_.emplace(Numbers::vector(rows[1], "consumers[1]"));
    const Numbers& begins = *begins_;
    if (begins[0] != 0) raise_bad_argument("consumers[0][0]", "must be 0, not " + std::to_string(begins[0]));
    for (std::size_t t = 0; t < tensors; ++t)
      if (begins[t + 1] < begins[t])
        raise_bad_argument(at("consumers[0]", t + 1),
                           std::to_string(begins[t + 1]) + " is below " + std::to_string(begins[t]) + " before it");
    if (static_cast<std::size_t>(begins[tensors]) != items_->size())
      raise_bad_argument("consumers[1]", "must hold " + std::to_string(begins[tensors]) +
                                             " numbers, as consumers[0] says, and holds " +
                                             std::to_string(items_->size()));
  }

  [[nodiscard]] bool compressed() const { return begins_.has_value(); }
  [[nodiscard]] std::size_t count() const { return items_->size(); }
  [[nodiscard]] std::int64_t op(std::size_t k) const { return items_->column(compressed() ? 0 : 1)[k]; }
  [[nodiscard]] std::string place(std::size_t k) const {
    return compressed() ? at("consumers[1]", k) : at("consumers", k, 1);
  }
  /// The tensor of a pair.
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
    streams_ = optional_vector(given.streams, "streams", operators_);
    durations_ = optional_vector(given.durations, "durations", operators_);
    alignments_ = optional_vector(given.alignments, "alignments", sizes_.size());
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
    if (!given.groups.is_none())
      for (const py::handle group : given.groups)
        groups_.push_back(Numbers::vector(group, at("groups", groups_.size())));
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
  static std::optional<Numbers> optional_table(py::handle argument, const char* name,
                                               std::initializer_list<std::size_t> widths) {
    return argument.is_none() ? std::nullopt : std::optional(Numbers::table(argument, name, widths));
  }

  /// As many as is said, or as an argument has one entry each for; otherwise up to the largest index.
  void count_operators(const Arrays& given) {
    constexpr std::int64_t kTooMany = std::int64_t{1} << 31;
    if (!given.operators.is_none()) {
      const Numbers one =
          Numbers::vector(py::module_::import("numpy").attr("atleast_1d")(given.operators), "operators", 1);
      if (one[0] < 0 || one[0] >= kTooMany)
        raise_bad_argument("operators", std::to_string(one[0]) + " is not a number from 0 to 2^31 - 1");
      operators_ = static_cast<std::size_t>(one[0]);
      return;
    }
    for (const py::handle list :
         {given.streams, given.durations, given.operator_names, given.operator_kinds, given.phases})
      if (!list.is_none() && py::hasattr(list, "__len__")) {
        operators_ = py::len(list);
        return;
      }
    std::int64_t largest = -1;
    for (std::size_t t = 0; t < producers_.size(); ++t) largest = std::max(largest, producers_[t]);
    for (std::size_t k = 0; k < consumers_.count(); ++k) largest = std::max(largest, consumers_.op(k));
    for (std::size_t k = 0; control_ && k < control_->size(); ++k)
      largest = std::max({largest, control_->column(0)[k], control_->column(1)[k]});
    if (largest >= kTooMany)
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
           .producer = producer == -1 ? OperatorId() : operator_at(producer, [&] { return at("producers", t); }),
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
      const TensorId tensor = tensor_at(consumers_.tensor(k), [&] { return at("consumers", k, 0); });
      if (op.valid() && tensor.valid()) pairs.emplace_back(tensor.index(), op);
    }
    return Csr<OperatorId>::from_pairs(sizes_.size(), pairs);
  }

  void add_the_rest() {
    for (std::size_t k = 0; control_ && k < control_->size(); ++k) {
      const auto end = [&](std::size_t c) {
        return operator_at(control_->column(c)[k], [&] { return at("control", k, c); });
      };
      const OperatorId before = end(0), after = end(1);
      if (before.valid() && after.valid()) builder_.add_control(before, after);
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::vector<TensorId> members;
      for (std::size_t k = 0; k < groups_[g].size(); ++k)
        members.push_back(tensor_at(groups_[g][k], [&] { return at(at("groups", g), k); }));
      std::erase_if(members, [](TensorId t) { return !t.valid(); });
      builder_.add_group(members);
    }
    const auto tensor_in = [&](const Numbers& rows, const char* name, std::size_t k, std::size_t c) {
      return tensor_at(rows.column(c)[k], [&] { return at(name, k, c); });
    };
    for (std::size_t k = 0; views_ && k < views_->size(); ++k)
      builder_.add_view({.tensor = tensor_in(*views_, "views", k, 0),
                         .of = tensor_in(*views_, "views", k, 1),
                         .offset = views_->column(2)[k]});
    for (std::size_t k = 0; in_place_ && k < in_place_->size(); ++k) {
      InPlace pair{.output = tensor_in(*in_place_, "in_place", k, 0), .input = tensor_in(*in_place_, "in_place", k, 1)};
      if (in_place_->width() >= 4) pair.low = in_place_->column(2)[k], pair.high = in_place_->column(3)[k];
      if (in_place_->width() == 5) pair.must = in_place_->column(4)[k] != 0;
      builder_.add_in_place(std::move(pair));
    }
  }

  /// The operator of that index; otherwise an invalid one, and a fault at the place, which is a text to be made.
  template <class Place>
  OperatorId operator_at(std::int64_t index, const Place& place) {
    return item_at<OperatorId>(index, operators_, "operator", place);
  }
  template <class Place>
  TensorId tensor_at(std::int64_t index, const Place& place) {
    return item_at<TensorId>(index, sizes_.size(), "tensor", place);
  }
  template <class Id, class Place>
  Id item_at(std::int64_t index, std::size_t count, const char* what, const Place& place) {
    if (index >= 0 && static_cast<std::uint64_t>(index) < count) return Id(static_cast<std::size_t>(index));
    builder_.add_fault(
        place(), std::string("there is no ") + what + ' ' + std::to_string(index) + " among " + std::to_string(count));
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
  const std::optional<Numbers> own = optional_vector(alignments, "alignments", begins.size());
  const std::vector<std::string> ids = texts(names, "names", begins.size());
  const IntervalColumns columns{.lower = begins.column(),
                                .upper = ends.column(),
                                .size = sizes.column(),
                                .alignment = own ? own->column() : NumberColumn(),
                                .names = ids,
                                .graph = name};
  return built(wait_for([&](const Task& task) { return graph_of_intervals(columns, task); }).value());
}

}  // namespace

void add_from_arrays(py::class_<GraphValue>& graph) {
  using Given = const py::object&;
  const auto none = [](const char* name) { return py::arg(name) = py::none(); };
  graph
      .def_static(
          "from_arrays",
          [](Given sizes, Given producers, Given consumers, Given streams, Given operators, Given control,
             Given durations, Given outputs, Given alignments, Given groups, Given views, Given in_place,
             Given tensor_names, Given operator_names, Given tensor_kinds, Given operator_kinds, Given phases,
             Given stream_names, std::string name) {
            return from_arrays({sizes, producers, consumers, streams, operators, control, durations, outputs,
                                alignments, groups, views, in_place, tensor_names, operator_names, tensor_kinds,
                                operator_kinds, phases, stream_names, std::move(name)});
          },
          py::arg("sizes"), py::arg("producers"), py::arg("consumers"), py::kw_only(), none("streams"),
          none("operators"), none("control"), none("durations"), none("outputs"), none("alignments"), none("groups"),
          none("views"), none("in_place"), none("tensor_names"), none("operator_names"), none("tensor_kinds"),
          none("operator_kinds"), none("phases"), none("stream_names"), py::arg("name") = "",
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
                  none("alignments"), none("names"), py::arg("name") = "",
                  R"(Make a graph of tensors of which only the lifetimes are known.

lower, upper    (T,) whole numbers: tensor t is needed from lower[t] until before upper[t]
size            (T,) bytes
alignments      (T,) what the offset of each tensor must be a multiple of; default 1
names           (T,) different texts; default "0", "1", …
name            of the graph

64-bit arrays are read where they are, whatever their strides. Raises Error.)");
}

}  // namespace stowage::python
