// SPDX-License-Identifier: Apache-2.0
#include "core/formats/sizes.h"

#include <algorithm>
#include <memory>
#include <set>

#include "core/base/faults.h"
#include "core/base/text.h"
#include "core/formats/csv.h"
#include "core/formats/document.h"
#include "core/formats/lines.h"
#include "core/formats/utf8.h"
#include "core/graph/claims.h"
#include "core/graph/indexing.h"

namespace stowage {
namespace {

/// Puts sizes into a graph and its bodies.
class SizeGiver {
 public:
  explicit SizeGiver(const TensorSizes& sizes, const std::string& file) : sizes_(sizes), faults_(file) {
    for (const auto& [name, size] : sizes) {
      unused_.insert(name);
      if (size < 0 || size > kMaxTensorSize.count)
        faults_.add(
            "", "the size of " + in_quotes(name) + " cannot be " + std::to_string(size) + ": it is between 0 and 2^53");
    }
  }

  Result<std::shared_ptr<const Graph>> give(const Graph& graph) {
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    auto out = std::make_shared<const Graph>(with_sizes(graph, "", {}, {}));
    for (const std::string_view name : unused_) faults_.add("", "there is no tensor " + in_quotes(name));
    Bytes sum;
    for (TensorId t : out->tensors())  // each is at most 2^53, and we stop at 2^60: no overflow
      if ((sum += out->size(t)) >= kMaxTotalSize) {
        faults_.add("", "the sizes would add up to 2^60 bytes or more");
        break;
      }
    if (faults_.any()) return tl::unexpected(std::move(faults_).error());
    return out;
  }

 private:
  using Shared = std::map<std::string_view, Bytes>;

  /// `outer` are all names of the graph around that the body shares, `given` those with a new size.
  Graph with_sizes(const Graph& graph, const std::string& path, const std::set<std::string_view>& outer,
                   const Shared& given) {
    Graph::Data data = graph.data();
    std::vector<bool> changed(graph.tensor_count());
    for (TensorId t : graph.tensors()) {
      const std::string name = path + std::string(graph.name(t));
      const auto shared = given.find(graph.name(t));
      const auto own = sizes_.find(name);
      if (own != sizes_.end()) unused_.erase(own->first);
      if (own != sizes_.end() && outer.contains(graph.name(t)))
        faults_.add("", in_quotes(name) + " is the tensor " + in_quotes(graph.name(t)) +
                            " of the graph around: give its size there");
      if (own == sizes_.end() && shared == given.end()) continue;
      data.tensor_size[t.index()] = shared != given.end() ? shared->second : Bytes{own->second};
      set_unknown_size(data, t.index(), false);
      changed[t.index()] = true;
    }
    for (const View& view : data.views)
      if ((changed[view.tensor.index()] || changed[view.of.index()]) &&
          view.offset > data.tensor_size[view.of.index()].count - data.tensor_size[view.tensor.index()].count)
        faults_.add("", "the view " + in_quotes(path + std::string(graph.name(view.tensor))) + " does not fit into " +
                            in_quotes(path + std::string(graph.name(view.of))));
    index_views(data);
    for (OperatorId o : graph.operators()) {
      const Loop* const loop = graph.loop(o);
      if (loop == nullptr && graph.branches(o).empty()) continue;
      std::set<std::string_view> around;
      Shared sizes;
      for (const auto list : {graph.inputs(o), graph.outputs(o)})
        for (TensorId t : list) {
          around.insert(graph.name(t));
          if (changed[t.index()]) sizes[graph.name(t)] = data.tensor_size[t.index()];
        }
      const std::string inside = path + std::string(graph.name(o));
      if (loop != nullptr) {
        Loop copy{with_sizes(loop->body, inside + "/", around, sizes), loop->carry, loop->runs_at_least_once};
        data.loops[o.index()] = std::make_shared<const Loop>(std::move(copy));
        continue;
      }
      std::vector<Branch> branches;
      for (const Branch& branch : graph.branches(o))
        branches.push_back({branch.name, with_sizes(branch.body, inside + ":" + branch.name + "/", around, sizes)});
      data.branches[o.index()] = std::make_shared<const std::vector<Branch>>(std::move(branches));
    }
    return Graph(std::move(data));
  }

  const TensorSizes& sizes_;
  std::set<std::string_view> unused_;
  Faults faults_;
};

/// What was read, without the names of tensors whose size is given now.
ImportSummary with_given(const ImportSummary& summary, const TensorSizes& sizes) {
  const ImportWords lacking = Unknown::tr("tensors without a size, which count as 0 bytes");
  ImportSummary out;
  for (const ImportEntry& entry : summary.entries()) {
    const bool may_be_given = entry.words == lacking;
    if (!may_be_given) out.say(entry.words);
    for (std::size_t k = 0; k < entry.names.size(); ++k)
      for (std::size_t time = 0; time < entry.times[k] && !(may_be_given && sizes.contains(entry.names[k])); ++time)
        out.add(entry.words, entry.names[k]);
    out.count(entry.words, entry.more_than(entry.names.size()));
  }
  return out;
}

}  // namespace

Result<void> give_sizes(Document& document, const TensorSizes& sizes, const std::string& file) {
  if (sizes.empty()) return {};
  STOWAGE_TRY(document.graph, SizeGiver(sizes, file).give(*document.graph));
  document.summary = with_given(document.summary, sizes);
  if (document.spaced)
    document.spaced =
        std::make_shared<const SpacedTensors>(with_edits(*document.spaced, *document.graph, document.space));
  if (document.plan)
    document.plan->footprint = footprint(*document.graph, document.plan->offsets, document.plan->alignment);
  return {};
}

Result<TensorSizes> read_sizes(std::string_view csv, const std::string& file) {
  Faults faults(file);
  CsvSplitter splitter(csv);
  std::vector<std::string_view> fields;
  std::size_t name = 0, bytes = 1;
  TensorSizes out;
  bool is_first = true;
  while (splitter.next(fields)) {
    const auto fault = [&](std::string reason) {
      faults.add("line " + std::to_string(splitter.line()), std::move(reason));
    };
    if (!splitter.fault().empty()) fault(std::string(splitter.fault()));
    if (fields.empty()) continue;
    if (std::exchange(is_first, false)) {
      const auto at = std::ranges::find_if(fields, [](auto f) { return has_word(" tensor name id ", f); });
      const auto size = std::ranges::find_if(fields, [](auto f) { return has_word(" bytes size ", f); });
      if (at != fields.end() && size != fields.end()) {
        name = static_cast<std::size_t>(at - fields.begin());
        bytes = static_cast<std::size_t>(size - fields.begin());
        continue;
      }
    }
    if (fields.size() <= std::max(name, bytes)) {
      fault("needs a tensor and its bytes");
      continue;
    }
    const auto size = parsed<std::int64_t>(fields[bytes]);
    if (!size)
      fault(in_quotes(fields[bytes]) + " is not a whole number of bytes");
    else if (const auto [known, fresh] = out.try_emplace(std::string(fields[name]), *size);
             !fresh && known->second != *size)
      fault("gives " + in_quotes(fields[name]) + " twice: " + std::to_string(known->second) + " and " +
            std::to_string(*size));
  }
  if (!faults.any() && out.empty()) faults.add("", "it has no sizes");
  if (faults.any()) return tl::unexpected(std::move(faults).error());
  return out;
}

}  // namespace stowage
