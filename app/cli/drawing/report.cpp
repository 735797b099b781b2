// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "app/cli/drawing/drawing.h"
#include "app/cli/output.h"
#include "app/cli/report/report.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

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

/// Adds the heap maps of both plans to a finding, on one scale of addresses: before at the left, after at the right.
/// One that cannot be drawn is left out. Needs an Offscreen.
Result<void> add_maps(Finding& finding, const Side* before, const Side* after, const Task& task) {
  constexpr std::size_t kMostVector = 4'000;  // tensors in an SVG; of more, pixels are smaller
  constexpr QSize kMapPage(1400, 560);
  std::vector<std::pair<QString, HeapMapContent>> maps;
  MapExtent shared;  // of the addresses: a byte is as high in both
  std::size_t tensors = 0;
  for (const Side* side : {before, after}) {
    if (side == nullptr) continue;
    auto view = view_of(side->graph, task);
    if (!view && view.error().is_stop()) return tl::unexpected(view.error());
    if (!view) continue;  // too large for the memory there is
    view->plan = side->plan;
    view->bounds = side->bounds;
    const bool streams = side->graph->stream_count() > 1;
    const std::string heading =
        std::string(side == before ? "A, before: " : "B, after: ") + human(side->plan->needed());
    HeapMapContent map{.scene = HeapMapScene::make(*view, false), .coloring = {}, .hidden = {}};
    map.coloring = std::make_shared<const Coloring>(*view, streams ? ColorBy::stream : ColorBy::kind);
    const MapExtent own = map.extent(QRectF(QPointF(), kMapPage));
    shared.bytes = std::max(shared.bytes, own.bytes);
    shared.most_alive = std::max(shared.most_alive, own.most_alive);
    maps.emplace_back(QString::fromStdString(heading), std::move(map));
    tensors += side->graph->tensor_count();
  }
  if (maps.empty()) return {};
  std::vector<HeadedDrawing> drawings;
  for (auto& [heading, map] : maps) {
    map.least_extent = shared;
    drawings.push_back({heading, heap_map_drawing(std::move(map))});
  }
  Drawing both = side_by_side(drawings);
  both.title.clear();  // the page has one, and amounts of one side are not those of both
  both.legend_title =
      legend_title(before != nullptr && before->graph->stream_count() > 1 ? ColorBy::stream : ColorBy::kind);
  both.legend = [legend = std::move(both.legend)](const Theme& theme) {
    auto items = legend ? legend(theme) : std::vector<LegendItem>();
    for (LegendItem& each : items) each.detail.clear();
    return items;
  };
  const bool vector = tensors <= kMostVector;
  for (const bool dark : {false, true}) {
    const FigureOptions page = pixel_page(kMapPage, vector ? 1 : 2, dark);
    STOWAGE_TRY(const QByteArray bytes, render_bytes(vector ? ImageFormat::svg : ImageFormat::png, both, page));
    (dark ? finding.dark_maps : finding.maps) = bytes.toBase64().toStdString();
  }
  finding.maps_kind = vector ? "image/svg+xml" : "image/png";
  return {};
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
