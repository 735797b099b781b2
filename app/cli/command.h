// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/output_file.h"
#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"

namespace stowage::cli {

using Json = nlohmann::ordered_json;

/// The exit codes of the command line; other people's scripts read them.
enum ExitCode { kFine = 0, kNo = 1, kUsage = 2, kBadInput = 3, kStopped = 4 };

/// What a command does once the arguments are read: its exit code, or why there is no answer.
using Action = std::function<Result<ExitCode>(const Task& task)>;

/// One subcommand. `add` declares its options on `command` (already named and described) and returns what to do
/// after parsing; option values live in that closure. It is null where another program has it (app/cli/cli.h).
struct Command {
  const char* name;
  const char* description;
  const char* example;
  Action (*add)(CLI::App& command);
};
[[nodiscard]] std::span<const Command> commands();

Action add_info(CLI::App& command);
Action add_safety(CLI::App& command);
Action add_explain(CLI::App& command);
Action add_strategies(CLI::App& command);
Action add_plan(CLI::App& command);
Action add_check(CLI::App& command);
Action add_convert(CLI::App& command);
Action add_compare(CLI::App& command);
Action add_simulate(CLI::App& command);
Action add_tradeoff(CLI::App& command);
Action add_zoo(CLI::App& command);
Action add_completion(CLI::App& command);

/// The positional INPUT and how to read it.
struct InputOptions {
  std::string path;
  std::string intervals;                ///< "open", "half-open", "closed", or empty
  std::vector<std::string> dimensions;  ///< "NAME=VALUE" each
  std::optional<std::int64_t> device;
  bool serial_streams = false;
  std::string durations;               ///< a file of durations, or empty
  std::optional<std::string> graph{};  ///< of several in the file
  std::optional<std::string> space{};  ///< of several memory spaces

  void add_to(CLI::App& command);
  /// All but INPUT.
  void add_reading_to(CLI::App& command);
};

/// Reads an input file; its warnings go to stderr.
[[nodiscard]] Result<Document> load(const InputOptions& input, const Task& task);
/// `reading.path` does not count.
[[nodiscard]] Result<Document> load(const std::string& path, const InputOptions& reading, const Task& task);

/// That operators take some time, or bad_input that says how to give it; a graph without operators takes none.
[[nodiscard]] Result<void> check_durations(const Graph& graph, const std::string& file);

/// Adds --format, which names the format of a graph that is written.
void add_format(CLI::App& command, std::string& name);
/// The format of that name; where there is none, that of the file's extension; and for a pipe or device a graph file.
/// bad_input lists the extensions there are.
[[nodiscard]] Result<const Format*> output_format(const OutputFile& output, const std::string& name);
/// `plan` may be null; bad_input names the file.
[[nodiscard]] Result<void> write_graph(const Graph& graph, const Plan* plan, const Format& format,
                                       const OutputFile& output);
/// That a graph cannot be told whole in a format, where that is so.
void warn_of_losses(const Format& format, const std::string& path);

/// The tensor of that id, or bad_input that names the file.
[[nodiscard]] Result<TensorId> find_tensor(const Graph& graph, const std::string& id, const std::string& file);

}  // namespace stowage::cli
