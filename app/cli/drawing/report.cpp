// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/drawing/drawing.h"
#include "app/cli/options.h"
#include "app/cli/output.h"

namespace stowage::cli {
namespace {

struct Options {
  std::string before, after, graph;  // paths
  std::string strategy;              ///< empty: auto, for graphs without a plan
  InputOptions reading;
  PlanningOptions planning;
  std::vector<OutputFile> outputs;
  std::string format;
  std::optional<double> allowed;  ///< percent
  bool json = false;
};

std::optional<Markup> page_of(const Options& options, const OutputFile& output) {
  const std::string& path = output.path();
  if (options.format == "html" || (options.format.empty() && (path.ends_with(".html") || path.ends_with(".htm"))))
    return Markup::html;
  if (options.format == "md" || (options.format.empty() && (path.ends_with(".md") || path.ends_with(".markdown"))))
    return Markup::markdown;
  return std::nullopt;
}

std::string fault_of_usage(const Options& options) {
  for (const OutputFile& output : options.outputs) {
    if (!output.is_given()) return "--output takes the name of a file, not \"\"";
    if (!page_of(options, output))
      return output.is_stream() ? "to write to a pipe, give --format md or html"
                                : "the name of the output must end in .md or .html, or --format say md or html";
    if (std::string fault = fault_of_outputs(options.json, output); !fault.empty()) return fault;
  }
  return {};
}

/// Shows the progress at a terminal.
void print_progress(const SourcePair& pair, std::size_t number, std::size_t count) {
  if (count > 1 && ::isatty(STDERR_FILENO) == 1)
    std::cerr << "comparing " << pair.name << " (" << number << " of " << count << ")\n";
}

/// Compares one pair. If it fails, others are still compared, unless the work was stopped.
Result<Finding> compare(const SourcePair& pair, const Options& options, bool with_maps, const Task& task) {
  std::optional<Side> before, after;
  for (const bool first : {true, false}) {
    const std::optional<PlanSource>& source = first ? pair.before : pair.after;
    if (!source) continue;
    auto side = unless_memory_runs_out(
        [&] { return load_side(*source, options.reading, options.planning, options.strategy, task); });
    STOWAGE_TRY((first ? before : after), in_file(std::move(side), source->graph));
  }
  Finding out{.name = pair.name, .verdict = before ? Verdict::gone : Verdict::is_new};
  if (before && after) {
    out = finding_of(pair.name, *before, *after, options.allowed.value_or(0));
  } else {
    (before ? out.before : out.after) = facts_of(before ? *before : *after);
  }
  if (with_maps && out.differs())
    if (auto added = add_maps(out, before ? &*before : nullptr, after ? &*after : nullptr, task); !added)
      return tl::unexpected(std::move(added.error()));
  return out;
}

Result<ExitCode> report(const Options& options, const Task& task) {
  if (const std::string fault = fault_of_usage(options); !fault.empty()) return usage_error("report", fault);
  for (const OutputFile& output : options.outputs)
    if (auto ready = output.prepare({options.before, options.after, options.graph}); !ready)
      return tl::unexpected(ready.error());
  STOWAGE_TRY(const Sources sources, find_sources(options.before, options.after, options.graph, task));
  if (sources.skipped > 0)
    note("", "skipped " + counted(sources.skipped, "file") + ": no graphs or plans by their names");
  const bool with_maps = std::ranges::any_of(
      options.outputs, [&](const OutputFile& output) { return page_of(options, output) == Markup::html; });
  std::optional<Offscreen> offscreen;
  if (with_maps) offscreen.emplace();
  Findings findings{.allowed = options.allowed.value_or(0), .all = {}};
  ExitCode failed = kFine;
  for (const SourcePair& pair : sources.pairs) {
    print_progress(pair, findings.all.size() + 1, sources.pairs.size());
    auto finding = compare(pair, options, with_maps, task);
    if (finding) {
      findings.all.push_back(*std::move(finding));
      continue;
    }
    const Error& error = finding.error();
    if (error.kind == Error::Kind::cancelled || sources.pairs.size() == 1) return tl::unexpected(error);
    print_error(error);
    failed = error.is_stop() ? kStopped : kBadInput;
    findings.all.push_back({.name = pair.name, .failure = error.text(), .verdict = Verdict::failed});
  }
  for (const OutputFile& output : options.outputs)
    if (auto written = output.write(report_page(findings, *page_of(options, output))); !written)
      return tl::unexpected(written.error());
  if (options.json)
    print_json(report_json(findings));
  else
    print_report(findings);
  if (failed != kFine) return failed;
  return std::ranges::any_of(findings.all, &Finding::is_refused) ? kNo : kFine;
}

}  // namespace

Action add_report(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  add_file_name(command, "BEFORE", options->before, "Graph or plan before the change, or a folder of them")->required();
  add_file_name(command, "AFTER", options->after,
                "Graph or plan after the change, or a folder; files of folders are matched by name")
      ->required();
  add_real(command, "--allow", options->allowed, 0, 1e9,
           "Exit with 1 if a footprint grew by more than this many percent (default: 0)");
  command
      .add_option_function<std::vector<std::string>>(
          "-o,--output",
          [options](const std::vector<std::string>& paths) {
            for (const std::string& path : paths) options->outputs.push_back(OutputFile::named(path));
          },
          "File to write, .md or .html; may be repeated; - writes to standard output, and messages go to stderr")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_choice(command, "--format", options->format, "Format to write, regardless of the file name; required for a pipe",
             {"md", "html"});
  add_file_name(command, "--of", options->graph,
                "Graph of the plan files; without it, the one beside each (NAME.stowage.json of NAME.plan.json)");
  command
      .add_option(
          "--strategy", options->strategy,
          "Plan all graphs by this strategy, also those with a plan (default: 'auto', for graphs without a plan)")
      ->check(is_strategy(false));
  add_alignment(command, options->planning.alignment);
  add_real(command, "--time-limit", options->planning.time_limit, 1e-9, 1e9,
           "Stop planning a graph after this many seconds; plans may then differ from run to run");
  add_count(command, "--seed", options->planning.seed, "Seed of the strategies that draw random numbers (default: 0)");
  add_count(command, "--iterations", options->planning.iterations,
            "Steps of 'auto' and 'search' (default: 1000); the same number gives the same plan on every machine");
  options->reading.add_reading_to(command);
  add_json(command, options->json);
  return [=](const Task& task) { return report(*options, task); };
}

}  // namespace stowage::cli
