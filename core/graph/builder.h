// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/faults.h"
#include "core/base/name_table.h"
#include "core/graph/graph.h"

namespace stowage {

/// One thing of the input that a fault can be about, for naming its place.
struct InputItem {
  enum class Section { streams, nodes, tensors, control, contiguous, views, in_place };
  static constexpr std::size_t kAll = ~std::size_t{0};

  Section section;
  std::size_t index;       ///< as added, from 0; kAll: the whole list
  std::string_view field;  ///< "size", "id", …; may be empty
};

/// A graph, and the assumptions that its builder made.
struct BuiltGraph {
  Graph graph;
  std::vector<Diagnostic> warnings;  ///< e.g. "the nodes are not in a topological order; …"
};

/// Collects a graph item by item and checks it as a whole: `build()` reports *every* fault, not only the first.
///
/// Ids handed out while building are places in the input; build() renumbers operators into the global order, which
/// is the order added if it is topological, or the stable one (of the ready operators, the earliest added).
/// Adding never fails: items at fault are remembered as faults, and the ids returned stay usable.
class GraphBuilder {
 public:
  struct Operator {
    std::string_view name;
    StreamId stream;
    std::string_view kind{};
    std::string_view phase{};
    std::string_view extra{};  ///< unknown keys, a JSON object's text
    Duration duration{};
  };
  struct Tensor {
    std::string_view name;
    Bytes size;
    bool at_least = false;  ///< the size is unknown; `size` is the least that it can be
    OperatorId producer{};
    std::span<const OperatorId> consumers{};  ///< any order, repeats allowed; invalid ids are skipped
    bool output = false;
    std::string_view kind{};
    std::int64_t alignment = 1;
    std::string_view extra{};
  };
  /// Names a place for error messages; the default gives JSON pointers such as "/tensors/3/size".
  using Places = std::function<std::string(const InputItem&)>;

  explicit GraphBuilder(std::string file = {}, Places places = {});

  void set_name(std::string name) { d_.name = std::move(name); }
  /// Sets Graph::alignment(). Without it, the alignment is the greatest common divisor of the tensors' own alignments,
  /// as nothing can then lie between two of its multiples.
  void set_alignment(std::int64_t bytes) { alignment_ = bytes; }
  /// One more boundary than there are operators; requires that the order added is the global order.
  void set_times(std::vector<std::int64_t> times) { d_.times = std::move(times); }
  /// Adds a stream and, for each step between two of these ascending times, an operator `t=BEGIN` that find_operator()
  /// does not find: of a builder without operators. Much quicker than one by one.
  void add_steps(std::vector<std::int64_t> times);
  void set_extra(std::string json_object) { d_.extra = std::move(json_object); }
  void reserve(std::size_t operators, std::size_t tensors);

  StreamId add_stream(std::int64_t number, std::string_view name = {}, std::string_view extra = {},
                      std::string_view color = {});
  /// The stream with that number, or none.
  [[nodiscard]] StreamId find_stream(std::int64_t number) const;
  OperatorId add_operator(const Operator& spec);
  TensorId add_tensor(const Tensor& spec);
  /// Makes an operator a loop.
  void set_loop(OperatorId op, std::shared_ptr<const Loop> loop) { d_.loops[op.index()] = std::move(loop); }
  /// Gives an operator branches: each run takes one of them.
  void set_branches(OperatorId op, std::vector<Branch> branches) {
    d_.branches[op.index()] = std::make_shared<const std::vector<Branch>>(std::move(branches));
  }
  void add_control(OperatorId before, OperatorId after);
  void add_group(std::span<const TensorId> members);
  /// Two tensors that are never in use at once.
  void add_companions(CompanionPair pair) { d_.companions.push_back(pair); }
  /// A view whose tensor id is none keeps its place in the list: its caller has reported the fault.
  void add_view(View view) { d_.views.push_back(std::move(view)); }
  void add_in_place(InPlace pair) { d_.in_place.push_back(std::move(pair)); }

  [[nodiscard]] std::string_view name(OperatorId added) const { return d_.operator_names[added.index()]; }
  [[nodiscard]] OperatorId producer(TensorId added) const { return d_.tensor_producer[added.index()]; }
  [[nodiscard]] OperatorId find_operator(std::string_view name) const;
  [[nodiscard]] TensorId find_tensor(std::string_view name) const;
  [[nodiscard]] std::size_t operator_count() const { return d_.operator_stream.size(); }
  [[nodiscard]] std::size_t tensor_count() const { return d_.tensor_size.size(); }

  /// For a reader's own findings (unknown names, wrong types), so that all faults come in one list.
  void add_fault(std::string place, std::string reason);
  void add_fault(const InputItem& item, std::string reason);
  void add_warning(std::string place, std::string reason);
  [[nodiscard]] bool has_faults() const { return faults_.any(); }

  /// The graph, or all faults (the first hundred in full, then how many more).
  [[nodiscard]] Result<BuiltGraph> build() &&;

 private:
  Graph::Label intern(std::string_view text);
  void add_name(const InputItem& item, const char* what, std::string_view name, NameTable& names, NameIndex& index);
  [[nodiscard]] bool has_own_alignment(TensorId t) const;
  void check_sums();
  void check_views();
  void add_circle_of_views();
  void check_in_place();
  void settle_alignment();
  [[nodiscard]] bool settle_order();

  std::string file_;
  Places places_;
  Graph::Data d_;
  std::optional<std::int64_t> alignment_;
  NameIndex operator_index_, tensor_index_, label_index_;
  std::unordered_map<std::int64_t, std::uint32_t> stream_index_;
  std::vector<OperatorId> consumers_;  // of the tensor being added: kept to spare an allocation a tensor
  Faults faults_;
  std::vector<Diagnostic> warnings_;
};

}  // namespace stowage
