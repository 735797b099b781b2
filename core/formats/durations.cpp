// SPDX-License-Identifier: Apache-2.0
#include "core/formats/durations.h"

#include "core/formats/durations_csv.h"
#include "core/formats/executorch/etdump.h"
#include "core/formats/onnx/runtime_profile.h"

namespace stowage {

Result<TimedGraph> with_durations(const Graph& graph, std::string_view bytes, const std::string& file,
                                  const Task& task) {
  if (looks_like_etdump(bytes)) return with_etdump_durations(graph, bytes, file);
  if (looks_like_runtime_profile(bytes)) return with_runtime_profile_durations(graph, bytes, file, task);
  return with_csv_durations(graph, bytes, file);
}

}  // namespace stowage
