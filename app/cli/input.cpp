// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>

#include "app/cli/output.h"
#include "core/formats/durations.h"
#include "core/formats/file.h"
#include "core/formats/utf8.h"

namespace stowage::cli {
namespace {

const std::map<std::string, IntervalMeaning>& interval_meanings() {
  static const std::map<std::string, IntervalMeaning> meanings{
      {"half-open", IntervalMeaning::half_open}, {"closed", IntervalMeaning::closed}, {"open", IntervalMeaning::open}};
  return meanings;
}

/// "batch=8" as a name (which may hold a '=') and a size.
std::optional<std::pair<std::string, std::int64_t>> dimension_of(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) return {};
  std::int64_t size = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + equals + 1, end, size);
  if (error != std::errc() || rest != end || size < 1) return {};
  return std::pair(text.substr(0, equals), size);
}

/// Names the fault of one more dimension; `given` are those before it.
std::string fault_of_dimension(const std::string& text, std::map<std::string, std::int64_t>& given) {
  const auto dimension = dimension_of(text);
  if (!dimension) return "must be NAME=VALUE with a whole number of 1 or more, not \"" + text + '"';
  const auto [known, fresh] = given.insert(*dimension);
  if (fresh || known->second == dimension->second) return {};
  return "gives " + dimension->first + " twice: " + std::to_string(known->second) + " and " +
         std::to_string(dimension->second);
}

/// "x=4096" or "x=4KiB" as a name (which may hold a '=') and bytes; none for the name of a file.
std::optional<std::pair<std::string, std::int64_t>> size_of_tensor(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string::npos || equals == 0) return {};
  const auto bytes = parse_bytes(text.substr(equals + 1));
  if (!bytes || *bytes > static_cast<std::uint64_t>(kMaxTensorSize.count)) return {};
  return std::pair(text.substr(0, equals), static_cast<std::int64_t>(*bytes));
}

std::string fault_of_size(const std::string& text) {
  std::error_code failed;
  if (size_of_tensor(text) || text.find('=') == std::string::npos || std::filesystem::exists(text, failed)) return {};
  return "must be TENSOR=BYTES with 0 to 2^53 bytes, or the name of a CSV, not \"" + text + '"';
}

/// The sizes of all --size options; a later one counts.
Result<TensorSizes> sizes_of(const InputOptions& reading, const Task& task) {
  TensorSizes out;
  for (const std::string& text : reading.sizes) {
    if (const auto one = size_of_tensor(text)) {
      out.insert_or_assign(one->first, one->second);
      continue;
    }
    STOWAGE_TRY(const std::string csv, read_file(text, kMaxFileSize, task));
    STOWAGE_TRY(const TensorSizes sizes, read_sizes(csv, text));
    for (const auto& [tensor, bytes] : sizes) out.insert_or_assign(tensor, bytes);
  }
  return out;
}

/// For a format that holds one graph and one memory space. Readers of other formats check the names themselves.
Result<void> check_names(const InputOptions& reading, const Document& document, const std::string& path) {
  if (reading.graph && document.graphs.empty()) {
    const GraphInFile only{std::string(document.graph->name()), document.graph->operator_count()};
    STOWAGE_TRY([[maybe_unused]] const std::size_t found, choose_graph({&only, 1}, reading.graph, path));
  }
  if (reading.space && document.spaces.empty())
    return bad_input(path, "", "there is no memory space " + in_quotes(*reading.space) + ": the file names none");
  return {};
}

Result<void> add_durations(Document& document, const std::string& path, const Task& task) {
  STOWAGE_TRY(const std::string bytes, read_file(path, kMaxFileSize, task));
  STOWAGE_TRY(TimedGraph timed, with_durations(*document.graph, bytes, path, task));
  document.graph = std::make_shared<const Graph>(std::move(timed.graph));
  std::ranges::move(timed.warnings, std::back_inserter(document.warnings));
  return {};
}

/// Warns of options that say how to read something that the file does not have.
void warn_of_idle_options(const InputOptions& reading, Document& document, const std::string& path) {
  const auto warn_if = [&](bool idle, const char* why) {
    if (idle) document.warnings.push_back({path, "", std::string(why) + " has no effect"});
  };
  warn_if(reading.device && document.devices.empty(), "the file names no devices, so --device");
  warn_if(!reading.intervals.empty() && document.format != "interval-csv",
          "this is not an interval CSV, so --intervals");
  warn_if(!reading.dimensions.empty() && document.format != "onnx" && document.format != "tflite",
          "the file leaves no dimension open, so --dim");
  warn_if(reading.serial_streams && !document.history, "this is not a recorded heap, so --serial-streams");
}

}  // namespace

void InputOptions::add_to(CLI::App& command) {
  command
      .add_option(
          "INPUT", path,
          "Graph, model, snapshot, trace or compiler's dump (the manual lists the formats); may be gzipped; '-' "
          "reads standard input")
      ->type_name("FILE")
      ->required();
  add_reading_to(command);
}

void InputOptions::add_reading_to(CLI::App& command) {
  const std::size_t count = command.get_options().size();
  command
      .add_option("--dim", dimensions, "Size of a dimension that a model leaves open, as NAME=VALUE; may be repeated")
      ->allow_extra_args(false)
      ->check(CLI::Validator([given = std::make_shared<std::map<std::string, std::int64_t>>()](
                                 const std::string& text) { return fault_of_dimension(text, *given); },
                             ""));
  command
      .add_option(
          sizes_flag, sizes,
          "Set the size of a tensor, as TENSOR=BYTES, or read sizes from a CSV with the columns tensor and bytes; "
          "a tensor of a body has a path such as if:then/x; may be repeated (render: only --tensor-size)")
      ->allow_extra_args(false)
      ->check(CLI::Validator(fault_of_size, "TENSOR=BYTES|FILE"));
  add_choice(command, "--intervals", intervals, "What the ends of an interval CSV mean (default: half-open)",
             {"half-open", "closed", "open"});
  add_integer(command, "--device", device,
              "Device of a memory snapshot or a profile (Kineto, XSpace); -1 is the host. Default in a snapshot: a "
              "device that ran out of memory, otherwise the device with the most events. Default in a profile: the "
              "device with the most bytes, kernels or events of the module");
  command.add_flag("--serial-streams", serial_streams,
                   "Assume that the streams of a memory snapshot run in the recorded order of the host and may share "
                   "memory; default: no order between streams, so that they never share memory");
  command.add_option("--graph", graph, "Name of one of several graphs in a file (default: the largest)");
  command.add_option("--space", space,
                     "Name of one of several memory spaces in a file (default: the largest); tensors of other spaces "
                     "count 0 bytes");
  add_file_name(
      command, "--durations", durations,
      "Durations of operators: a CSV with the columns operator and duration (ns), duration_us or duration_ms; "
      "a profile of ONNX Runtime; or an ETDump of the program");
  set_group(command, count, kReadingGroup);
}

Result<Document> load(const InputOptions& input, const Task& task) {
  return load(input.path, input, task);
}

Result<std::string> read_input(const std::string& path, const Task& task) {
  return read_document_file(path == "-" ? "/dev/stdin" : path, task);
}

ReadOptions reading_of(const InputOptions& reading, const Task& task) {
  ReadOptions options;
  options.device = reading.device;
  options.serial_streams = reading.serial_streams;
  options.graph = reading.graph;
  options.space = reading.space;
  if (!reading.intervals.empty()) options.intervals = interval_meanings().at(reading.intervals);
  for (const std::string& text : reading.dimensions)
    options.dimensions.insert_or_assign(dimension_of(text)->first, dimension_of(text)->second);
  options.open_beside = [&](const std::string& beside) { return read_document_file(beside, task); };
  return options;
}

ReadOptions reading_beside(const InputOptions& input, const Document& document, const Task& task) {
  ReadOptions options = reading_of(input, task);
  if (document.spaces.size() > 1) options.space = document.spaces[document.space].name;
  return options;
}

Result<Document> load(const std::string& path, const InputOptions& reading, const Task& task) {
  if (path.empty()) return bad_input("", "", "the name of the input is empty");
  STOWAGE_TRY(const std::string bytes, read_input(path, task));
  ReadOptions options = reading_of(reading, task);
  STOWAGE_TRY(options.sizes, sizes_of(reading, task));
  STOWAGE_TRY(Document document, read_document(bytes, path, options, task));
  if (auto checked = check_names(reading, document, path); !checked) return tl::unexpected(checked.error());
  warn_of_idle_options(reading, document, path);
  if (reading.serial_streams && document.history && document.graph->stream_count() > 1)
    document.warnings.push_back({path, "",
                                 "--serial-streams assumes that the " + std::to_string(document.graph->stream_count()) +
                                     " streams always run in the recorded order; a plan is safe only if they do"});
  if (!reading.durations.empty())
    if (auto timed = add_durations(document, reading.durations, task); !timed) return tl::unexpected(timed.error());
  print_warnings(document.warnings);
  return document;
}

Result<Document> load_laid_out(const InputOptions& input, const Task& task, const std::string& plan,
                               const BodyRuns& runs) {
  return load_laid_out(input.path, input, task, plan, runs);
}
Result<Document> load_laid_out(const std::string& path, const InputOptions& reading, const Task& task,
                               const std::string& plan, const BodyRuns& runs) {
  STOWAGE_TRY(Document document, load(path, reading, task));
  BodyTurns turns;
  if (document.graph->has_bodies() && !plan.empty() && plan != "-")
    if (const auto bytes = read_input(plan, task)) turns = turns_in_plan(*bytes);
  const auto read = static_cast<std::ptrdiff_t>(document.warnings.size());
  STOWAGE_TRY(document, lay_out(std::move(document), path, runs, task, turns));
  print_warnings({document.warnings.begin() + read, document.warnings.end()});
  return document;
}

Error in_file(Error error, const std::string& file) {
  const bool of_file = !error.is_stop();
  for (Diagnostic& fault : error.faults)
    if (fault.file.empty() && of_file) fault.file = file;
  return error;
}

Result<void> check_durations(const Graph& graph, const std::string& file) {
  if (graph.operator_count() == 0 || graph.has_durations()) return {};
  return bad_input(file, "", "no operator has a duration above 0; give durations with --durations FILE");
}

std::string why_no_plan(const Document& document) {
  for (const ImportEntry& entry : document.summary.entries())
    if (entry.kind == ImportKind::unknown && entry.what.find("plan") != std::string::npos)
      return "the file holds no plan (" + entry.what + ')';
  return "the file has no offsets, so it holds no plan";
}

}  // namespace stowage::cli
