// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/graph/laid_out.h"
#include "core/insight/edit/edits.h"

// Edits of graphs whose bodies are laid out: they are made in the file's graph, or in a body of it, which is then laid
// out again.
namespace stowage {

/// Tensors whose sizes are edited. Where a body and the graph around it have the same tensor, both change.
struct Resized {
  std::vector<TensorId> tensors;
};
/// The step that `moved` goes to: the step of an operator in the laid-out graph.
struct StepFor {
  OperatorId moved;
  std::size_t step = 0;
};
/// All operators, in another order. Bodies stay as they are.
struct WholeOrder {
  std::vector<OperatorId> operators;
};

/// The graph in which an edit is made, found from the ids that it names, and these ids in it.
class EditSite {
 public:
  /// The graph has bodies laid out, and outlives this.
  explicit EditSite(const Graph& flat);

  /// Ids decide the place; other arguments do not.
  template <class T>
  void meet(const T& /*argument*/) {}
  template <class Each>
  void meet(const std::vector<Each>& all) {
    for (const Each& each : all) meet(each);
  }
  void meet(OperatorId o);
  void meet(TensorId t);
  void meet(StreamId s);
  void meet(GroupId g);
  void meet(const ControlEdge& edge);
  void meet(const InPlace& pair);
  void meet(const Resized& resized);
  void meet(const StepFor& to) { meet(to.moved); }
  void meet(const WholeOrder& /*order*/) {}
  /// Refused where the ids are of different bodies, or of a body and of the graph around it.
  [[nodiscard]] Result<void> decide();

  [[nodiscard]] const Graph& graph() const { return body_ != nullptr ? *body_ : source_; }
  template <class T>
  [[nodiscard]] T there(const T& argument) const {
    return argument;
  }
  template <class Each>
  [[nodiscard]] std::vector<Each> there(const std::vector<Each>& all) const {
    std::vector<Each> out;
    for (const Each& each : all) out.push_back(there(each));
    return out;
  }
  /// Each once: several may be the same in the file.
  [[nodiscard]] std::vector<OperatorId> there(const std::vector<OperatorId>& ids) const;
  [[nodiscard]] std::vector<TensorId> there(const std::vector<TensorId>& ids) const;
  [[nodiscard]] OperatorId there(OperatorId o) const { return known(o) ? map_.operator_origins[o.index()].id : o; }
  [[nodiscard]] TensorId there(TensorId t) const { return known(t) ? map_.tensor_origins[t.index()].id : t; }
  [[nodiscard]] StreamId there(StreamId s) const;
  [[nodiscard]] GroupId there(GroupId g) const;
  [[nodiscard]] ControlEdge there(const ControlEdge& edge) const { return {there(edge.before), there(edge.after)}; }
  [[nodiscard]] InPlace there(const InPlace& pair) const;
  [[nodiscard]] std::vector<TensorId> there(const Resized& resized) const;
  [[nodiscard]] std::size_t there(const StepFor& to) const;
  [[nodiscard]] std::vector<OperatorId> there(const WholeOrder& order) const;

  /// The arguments of an edit of a graph without laid-out bodies.
  template <class T>
  [[nodiscard]] static const T& plain(const T& argument) {
    return argument;
  }
  [[nodiscard]] static const std::vector<TensorId>& plain(const Resized& resized) { return resized.tensors; }
  [[nodiscard]] static std::size_t plain(const StepFor& to) { return to.step; }
  [[nodiscard]] static const std::vector<OperatorId>& plain(const WholeOrder& order) { return order.operators; }

  /// What comes of the edit of graph(): the whole graph, laid out again.
  [[nodiscard]] Result<EditedGraph> finish(EditedGraph edited) const;

 private:
  [[nodiscard]] bool known(OperatorId o) const { return o.index() < flat_.operator_count(); }
  [[nodiscard]] bool known(TensorId t) const { return t.index() < flat_.tensor_count(); }
  void meet(const Graph* body);
  [[nodiscard]] Origin<TensorId> outermost(TensorId t) const;

  const Graph& flat_;
  const LaidOut& map_;
  const Graph& source_;
  const Graph* body_ = nullptr;  // null: the source
  bool any_ = false, mixed_ = false, resizes_ = false;
  std::vector<StreamId> streams_;  // that were met, but do not decide the place alone
};

/// allowed_steps() of a graph that may have bodies laid out: an operator of the file moves as a whole, around others.
[[nodiscard]] AllowedSteps steps_allowed(const Graph& graph, OperatorId op);

/// Makes the edit in the source, and lays it out again. Of a graph without laid-out bodies: the edit of it.
[[nodiscard]] Result<EditedGraph> edit_source(const Graph& graph,
                                              const std::function<Result<EditedGraph>(const Graph&)>& edit);
/// The same in the source and in every body for which `concerns` holds; refused where it is refused in one of them.
[[nodiscard]] Result<EditedGraph> edit_everywhere(const Graph& graph,
                                                  const std::function<Result<EditedGraph>(const Graph&)>& edit,
                                                  const std::function<bool(const Graph&)>& concerns);

/// `edit` of a graph and of arguments that are ids of it, such as the functions of core/insight/edit: made where the
/// ids belong, if the bodies of the graph are laid out.
template <class Edit, class... Arguments>
Result<EditedGraph> edit_with_bodies(const Graph& graph, const Edit& edit, const Arguments&... arguments) {
  if (graph.laid_out() == nullptr) return edit(graph, EditSite::plain(arguments)...);
  EditSite site(graph);
  (site.meet(arguments), ...);
  STOWAGE_CHECK(site.decide());
  STOWAGE_TRY(EditedGraph edited, edit(site.graph(), site.there(arguments)...));
  return site.finish(std::move(edited));
}

}  // namespace stowage
