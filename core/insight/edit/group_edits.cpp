// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/edits.h"

namespace stowage {
namespace {

/// The same graph where `group` has these members (none: it is gone).
EditedGraph with_members(const Graph& graph, GroupId group, std::span<const TensorId> members) {
  Graph::Data data = graph.data();
  data.groups = {};
  std::ranges::fill(data.tensor_group, GroupId());
  for (GroupId g : graph.groups()) {
    const auto now = g == group ? members : graph.members(g);
    if (now.empty()) continue;
    for (TensorId t : now) data.tensor_group[t.index()] = GroupId(data.groups.row_count());
    data.groups.add_row(now);
  }
  return edited(std::move(data));
}

}  // namespace

Result<EditedGraph> make_group(const Graph& graph, std::span<const TensorId> members) {
  if (auto fault = fault_of(graph, members); !fault.empty()) return refused(std::move(fault));
  if (members.size() < 2) return refused("a contiguous group needs two tensors or more");
  Graph::Data data = graph.data();
  const GroupId group(data.groups.row_count());
  for (TensorId t : members) {
    const std::string name = quoted(graph.name(t));
    GroupId& now = data.tensor_group[t.index()];
    if (now == group) return refused(name + " would stand twice in the group");
    if (now.valid()) {
      const auto others = graph.members(now);
      const TensorId other = others.front() == t ? others[1] : others.front();  // a group has two members or more
      return refused(name + " is in a group with " + quoted(graph.name(other)) + " already");
    }
    if (graph.is_view(t))
      return refused(name + " is a view in " + quoted(graph.name(graph.owner(t))) + ", which fixes its place");
    if (graph.alignment(t) != 1)
      return refused(name + " has an alignment of its own, which a contiguous group cannot keep");
    now = group;
  }
  data.groups.add_row(members);
  return edited(std::move(data));
}

Result<EditedGraph> reorder_group(const Graph& graph, GroupId group, std::span<const TensorId> members) {
  if (auto fault = fault_of(graph, group); !fault.empty()) return refused(std::move(fault));
  const auto before = graph.members(group);
  if (std::ranges::equal(before, members)) return refused("the group has that order already");
  std::vector<TensorId> had(before.begin(), before.end()), has(members.begin(), members.end());
  std::ranges::sort(had);
  std::ranges::sort(has);
  if (had != has) return refused("these are not the members of the group");
  return with_members(graph, group, members);
}

Result<EditedGraph> remove_from_group(const Graph& graph, TensorId member) {
  if (auto fault = fault_of(graph, {&member, 1}); !fault.empty()) return refused(std::move(fault));
  const GroupId group = graph.group(member);
  if (!group.valid()) return refused(quoted(graph.name(member)) + " is in no group");
  std::vector<TensorId> left;
  std::ranges::copy_if(graph.members(group), std::back_inserter(left), [&](TensorId t) { return t != member; });
  if (left.size() < 2) left.clear();
  return with_members(graph, group, left);
}

Result<EditedGraph> dissolve_group(const Graph& graph, GroupId group) {
  if (auto fault = fault_of(graph, group); !fault.empty()) return refused(std::move(fault));
  return with_members(graph, group, {});
}

Result<EditedGraph> dissolve_groups(const Graph& graph) {
  if (graph.group_count() == 0) return refused("there are no groups");
  Graph::Data data = graph.data();
  data.groups = {};
  std::ranges::fill(data.tensor_group, GroupId());
  return edited(std::move(data));
}

}  // namespace stowage
