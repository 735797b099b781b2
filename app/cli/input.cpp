// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/io/file.h"

namespace stowage::cli {
namespace {

const std::map<std::string, IntervalMeaning>& interval_meanings() {
  static const std::map<std::string, IntervalMeaning> meanings{
      {"half-open", IntervalMeaning::half_open}, {"closed", IntervalMeaning::closed}, {"open", IntervalMeaning::open}};
  return meanings;
}

}  // namespace

void InputOptions::add_to(CLI::App& command) {
  command.add_option("INPUT", path, "Graph file (.stowage.json), interval CSV or allocation trace")->required();
  add_intervals_to(command);
}

void InputOptions::add_intervals_to(CLI::App& command) {
  command.add_option("--intervals", intervals, "What the ends of an interval CSV mean (default: half-open)")
      ->check(CLI::IsMember({"half-open", "closed", "open"}));
}

Result<Document> load(const InputOptions& input, const Task& task) {
  return load(input.path, input.intervals, task);
}

Result<Document> load(const std::string& path, const std::string& intervals, const Task& task) {
  ReadOptions options;
  if (!intervals.empty()) options.intervals = interval_meanings().at(intervals);
  if (path.empty()) return tl::unexpected(Error::bad_input("", "", "the name of the input is empty"));
  auto document = read_file(path, kMaxFileSize, task).and_then([&](const std::string& bytes) {
    return read_document(bytes, path, options, task);
  });
  if (document) print_warnings(document->warnings);
  return document;
}

Result<Plan> load_plan(const std::string& path, const Graph& graph, const Task& task) {
  return read_file(path, kMaxFileSize, task).and_then([&](const std::string& bytes) {
    return read_plan(bytes, path, graph);
  });
}

Result<TensorId> find_tensor(const Graph& graph, const std::string& id, const std::string& file) {
  const TensorId tensor = graph.find_tensor(id);
  if (!tensor.valid()) return tl::unexpected(Error::bad_input(file, "", "there is no tensor \"" + id + '"'));
  return tensor;
}

}  // namespace stowage::cli
