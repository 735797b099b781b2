// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/formats/document.h"
#include "core/insight/bodies/lay_out.h"

namespace stowage::cli {

class OutputFile;

using Json = nlohmann::ordered_json;

/// The exit codes of the command line; other people's scripts read them.
enum ExitCode { kFine = 0, kNo = 1, kUsage = 2, kBadInput = 3, kStopped = 4 };
/// Their meanings, for the help and the manual page.
inline constexpr std::pair<ExitCode, const char*> kExitCodes[] = {
    {kFine, "Success."},
    {kNo, "Check failed: the plan is invalid, or the footprint exceeds the budget or has grown."},
    {kUsage, "Wrong usage."},
    {kBadInput, "Invalid input."},
    {kStopped, "Stopped, or out of time, before there was an answer."}};

/// Runs a command once its arguments are parsed: returns its exit code, or why there is no answer.
using Action = std::function<Result<ExitCode>(const Task& task)>;

/// One subcommand. `add` declares its options on `command` (already named and described) and returns its action; option
/// values live in that closure. It is null for a command that draws (app/cli/cli.h).
struct Command {
  const char* name;
  const char* description;
  const char* example;
  Action (*add)(CLI::App& command);
};
/// All of them, in the order of the help.
[[nodiscard]] std::span<const Command> commands();

/// A command of that table that draws.
struct DrawingCommand {
  const char* name;
  Action (*add)(CLI::App& command);
};
/// Runs the program with these commands that draw, or without any.
int run(int argc, char** argv, std::span<const DrawingCommand> drawing);

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

/// Lists what can stand in place of the last of `words`, which follow the program's name, for the scripts of
/// resources/completion. The first line names the kind:
/// ```
/// words                     the lines that follow are words that begin as the last one does: WORD TAB DESCRIPTION
/// files [ENDING…]           a file whose name ends so, or any file
/// folders                   a folder
/// ```
[[nodiscard]] std::string completions(const CLI::App& app, std::span<const std::string> words);

/// The page of stowage-cli for `man`, in roff, made from the declared options.
[[nodiscard]] std::string manual_page(const CLI::App& app, const std::string& version);

/// The heading of the options by which an input is read.
inline constexpr const char* kReadingGroup = "Reading options";

/// The positional INPUT and how to read it.
struct InputOptions {
  std::string path;
  std::string intervals;                            ///< "open", "half-open", "closed", or empty
  std::vector<std::string> dimensions;              ///< "NAME=VALUE" each
  std::vector<std::string> sizes;                   ///< "TENSOR=BYTES" or the name of a CSV each
  std::string sizes_flag = "--size,--tensor-size";  ///< a command may have another --size
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
/// The same with the bodies of loops and branches laid out, for commands that plan or check; so that the plan in the
/// file `plan`, if one is named, is a plan of the graph.
[[nodiscard]] Result<Document> load_laid_out(const InputOptions& input, const Task& task, const std::string& plan = {},
                                             const BodyRuns& runs = {});
/// Both of another path than `reading.path`.
[[nodiscard]] Result<Document> load(const std::string& path, const InputOptions& reading, const Task& task);
[[nodiscard]] Result<Document> load_laid_out(const std::string& path, const InputOptions& reading, const Task& task,
                                             const std::string& plan = {}, const BodyRuns& runs = {});

/// How to read a file of the same kind as the input, but for the sizes of its tensors.
[[nodiscard]] ReadOptions reading_of(const InputOptions& input, const Task& task);
/// The same for a file that carries a plan of the input: in the input's memory space.
[[nodiscard]] ReadOptions reading_beside(const InputOptions& input, const Document& document, const Task& task);
/// As read_document_file(); "-" is standard input.
[[nodiscard]] Result<std::string> read_input(const std::string& path, const Task& task);

/// Names the file in the faults of an input that name none; an error that only says that the work was stopped concerns
/// no file.
[[nodiscard]] Error in_file(Error error, const std::string& file);
template <class T>
[[nodiscard]] Result<T> in_file(Result<T> result, const std::string& file) {
  return std::move(result).map_error([&](Error&& error) { return in_file(std::move(error), file); });
}

/// Whether operators take some time: otherwise bad_input that says how to give durations. A graph without operators
/// takes none.
[[nodiscard]] Result<void> check_durations(const Graph& graph, const std::string& file);

/// Why a document has no plan, as far as the file's reader says.
[[nodiscard]] std::string why_no_plan(const Document& document);

/// Adds --format, which names the format of a graph that is written.
void add_format(CLI::App& command, std::string& name);
/// The format of that name; without a name, the format of the file's extension; for a pipe or a device, a graph file.
/// bad_input lists the extensions there are.
[[nodiscard]] Result<const Format*> output_format(const OutputFile& output, const std::string& name);
/// `plan` may be null; bad_input names the file.
[[nodiscard]] Result<void> write_graph(const Graph& graph, const Plan* plan, const Format& format,
                                       const OutputFile& output);
/// Warns where a format cannot hold all of a graph.
void warn_of_losses(const Format& format, const std::string& path);

// ---- the kinds of options, and the options that several commands have

/// "4096", "12KiB", "12.5 MiB", "3MB": a number of bytes, rounded to a whole one; none of any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_bytes(const std::string& text);

/// Options that take a number check it themselves: the library's own conversions wrap negative numbers around and
/// saturate large ones. Both ends of a range are allowed.
CLI::Option* add_whole(CLI::App& command, const std::string& name, std::uint64_t& value, std::uint64_t least,
                       std::uint64_t most, const std::string& description);
CLI::Option* add_whole(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       std::uint64_t least, std::uint64_t most, const std::string& description);
/// Any whole number.
CLI::Option* add_count(CLI::App& command, const std::string& name, std::uint64_t& value,
                       const std::string& description);
CLI::Option* add_integer(CLI::App& command, const std::string& name, std::optional<std::int64_t>& value,
                         const std::string& description);
CLI::Option* add_real(CLI::App& command, const std::string& name, std::optional<double>& value, double least,
                      double most, const std::string& description);
CLI::Option* add_bytes(CLI::App& command, const std::string& name, std::optional<std::uint64_t>& value,
                       const std::string& description);

/// One of these words.
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::string& value, const std::string& description,
                        const std::vector<std::string>& choices);

/// The name of a file. It may not be empty, as this would mean that the option was not given.
CLI::Option* add_file_name(CLI::App& command, const std::string& name, std::string& path,
                           const std::string& description);

/// Puts the options of a command after the first `count` under a heading of the help.
void set_group(CLI::App& command, std::size_t count, const char* heading);

/// --json; `more` follows the description.
void add_json(CLI::App& command, bool& json, const std::string& more = {});
/// --align.
void add_alignment(CLI::App& command, std::optional<std::uint64_t>& alignment,
                   std::uint64_t most = std::uint64_t{1} << 30);
/// The id of a layout strategy; or "standard" or "all", where `sets` may be named, too.
[[nodiscard]] CLI::Validator is_strategy(bool sets);

/// The ids of the rows of a table, to choose from.
template <class Table>
[[nodiscard]] std::vector<std::string> ids_of(const Table& table) {
  std::vector<std::string> ids;
  for (const auto& row : table) ids.emplace_back(row.id);
  return ids;
}

}  // namespace stowage::cli
