// SPDX-License-Identifier: Apache-2.0
#include "core/formats/imported_program.h"

#include <algorithm>
#include <iterator>

#include "core/plan/plan.h"

namespace stowage {

TensorId ImportedProgram::add_tensor(const Tensor& spec, const Place& place) {
  tensors_.space.push_back(place.space);
  tensors_.sizes.push_back(spec.size + place.unplanned);
  tensors_.offsets.push_back({place.offset.value_or(0)});
  has_plan &= place.offset.has_value();
  return GraphBuilder::add_tensor(spec);
}

std::optional<Graph> ImportedProgram::take_body(GraphBuilder&& body) {
  if (has_faults()) return {};
  auto built = std::move(body).build();
  if (!built) {
    for (Diagnostic& fault : built.error().faults) add_fault(std::move(fault.place), std::move(fault.reason));
    return {};
  }
  std::ranges::move(built->warnings, std::back_inserter(warnings));
  return std::move(built->graph);
}

bool ImportedProgram::take(std::size_t entries, const std::string& place, const char* reason) {
  if (entries <= left_) return left_ -= entries, true;
  if (!std::exchange(is_exhausted_, true)) add_fault(place, reason);
  return false;
}

Result<Document> document_of(ImportedProgram&& program, const std::optional<std::string>& space) {
  auto out = make_document(std::move(program).build(), std::move(program.format_), std::move(program.summary));
  if (!out) return out;
  std::ranges::move(program.warnings, std::back_inserter(out->warnings));
  out->open_dimensions = std::move(program.open_dimensions);
  out->graphs = std::move(program.graphs);
  out->graph_index = program.graph_index;
  program.tensors_.assumed = program.is_plan_assumed;
  if (!program.has_plan) program.tensors_.offsets.clear();
  if (!program.spaces.empty())
    return open_space(*std::move(out), std::move(program.spaces), std::move(program.tensors_), space, program.file_);
  if (!program.has_plan) return out;
  out->plan = imported_plan(*out->graph, std::move(program.tensors_.offsets));
  out->plan->assumed = program.is_plan_assumed;
  return out;
}

}  // namespace stowage
