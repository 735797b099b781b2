// SPDX-License-Identifier: Apache-2.0
#include "core/insight/edit/same_graph.h"

#include "core/graph/claims.h"
#include "core/graph/laid_out.h"

namespace stowage {
namespace {

bool same_operators(const Graph& a, const Graph& b) {
  return a.data().operator_stream == b.data().operator_stream && std::ranges::all_of(a.operators(), [&](OperatorId o) {
           return a.name(o) == b.name(o) && a.kind(o) == b.kind(o) && a.phase(o) == b.phase(o) &&
                  a.duration(o) == b.duration(o);
         });
}

bool same_tensors(const Graph& a, const Graph& b) {
  return a.data().tensor_size == b.data().tensor_size && a.data().tensor_producer == b.data().tensor_producer &&
         a.data().tensor_output == b.data().tensor_output && std::ranges::all_of(a.tensors(), [&](TensorId t) {
           return a.name(t) == b.name(t) && a.kind(t) == b.kind(t) && a.alignment(t) == b.alignment(t) &&
                  has_unknown_size(a, t) == has_unknown_size(b, t) &&
                  std::ranges::equal(a.consumers(t), b.consumers(t));
         });
}

bool same_bodies(const Graph& a, const Graph& b) {
  if (a.loop_count() != b.loop_count() || a.data().branches.size() != b.data().branches.size()) return false;
  return std::ranges::all_of(a.operators(), [&](OperatorId o) {
    const Loop *x = a.loop(o), *y = b.loop(o);
    const bool same_loop = x == y || (x != nullptr && y != nullptr && x->carry == y->carry &&
                                      x->runs_at_least_once == y->runs_at_least_once && same_content(x->body, y->body));
    return same_loop && std::ranges::equal(a.branches(o), b.branches(o), [](const Branch& p, const Branch& q) {
             return &p == &q || (p.name == q.name && same_content(p.body, q.body));
           });
  });
}

}  // namespace

bool same_content(const Graph& a, const Graph& b) {
  if (a.laid_out() != nullptr && b.laid_out() != nullptr) return same_content(source_of(a), source_of(b));
  const auto same_stream = [&](StreamId s) {
    return a.info(s).number == b.info(s).number && a.info(s).name == b.info(s).name;
  };
  const auto same_members = [&](GroupId g) { return std::ranges::equal(a.members(g), b.members(g)); };
  const Graph::Data &x = a.data(), &y = b.data();
  return a.operator_count() == b.operator_count() && a.tensor_count() == b.tensor_count() &&
         a.stream_count() == b.stream_count() && a.group_count() == b.group_count() && a.alignment() == b.alignment() &&
         std::ranges::equal(a.control(), b.control()) && std::ranges::equal(a.times(), b.times()) &&
         std::ranges::all_of(a.streams(), same_stream) && same_operators(a, b) && same_tensors(a, b) &&
         std::ranges::all_of(a.groups(), same_members) && std::ranges::equal(a.views(), b.views()) &&
         std::ranges::equal(a.in_place(), b.in_place()) && x.extra == y.extra && x.operator_extra == y.operator_extra &&
         x.tensor_extra == y.tensor_extra && x.stream_extra == y.stream_extra && same_bodies(a, b);
}

bool same_graph(const Graph& a, const Graph& b) {
  return a.name() == b.name() && same_content(a, b);
}

}  // namespace stowage
