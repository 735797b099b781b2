// SPDX-License-Identifier: Apache-2.0
#include "core/stowage.h"

#include "core/io/file.h"

namespace stowage {

Result<std::shared_ptr<const Graph>> load_graph(const std::string& path, const ReadOptions& options, const Task& task) {
  ReadOptions reading = options;
  if (!reading.open_beside)
    reading.open_beside = [&](const std::string& beside) { return read_document_file(beside, task); };
  return read_document_file(path, task)
      .and_then([&](const std::string& bytes) { return read_document(bytes, path, reading, task); })
      .map([](Document&& document) { return std::move(document.graph); });
}

Result<Plan> plan_graph(const Graph& graph, const PlanRequest& request, const Task& task) {
  return make_plans(graph, request, task).map([](const GraphPlans& plans) { return plans.best(); });
}

Result<Validation> check_plan(const Graph& graph, const Plan& plan, const Task& task) {
  constexpr std::size_t kMostListed = 1000;
  return validate(graph, plan, kMostListed, task);
}

Result<Plan> load_plan(const std::string& path, const Graph& graph, const Task& task) {
  return read_file(path, kMaxFileSize, task).and_then([&](const std::string& bytes) {
    return read_plan(bytes, path, graph);
  });
}

Result<void> save_plan(const Graph& graph, const Plan& plan, const std::string& path) {
  return write_file_atomically(path, write_plan(graph, plan));
}

}  // namespace stowage
