// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

#include "app/cli/drawing/drawing.h"
#include "app/cli/output.h"
#include "core/formats/experiment_json.h"
#include "core/formats/file.h"
#include "core/process/solver.h"
#include "widgets/painters/page/experiment_file.h"

namespace stowage::cli {
namespace {

struct ReproduceArguments {
  std::string id, data, format;
  OutputFile output;
  std::optional<double> seconds;
  bool full = false, json = false;

  /// Where the measurements are kept until all are done; empty: nowhere.
  [[nodiscard]] std::string part_file() const {
    return output.is_given() && !output.is_stream() ? output.path() + ".part.json" : std::string();
  }
};

constexpr std::array kEndings{"md", "csv", "tex", "html", "pdf"};

/// One of kEndings; empty where the name of the file does not say it.
std::string report_format(const ReproduceArguments& options) {
  const std::string& path = options.output.path();
  if (!options.format.empty()) return options.format;
  for (const std::string ending : kEndings)
    if (path.ends_with('.' + ending)) return ending;
  return {};
}

std::string minutes_text(double minutes) {
  if (minutes >= 90) return number_text(std::round(minutes / 60)) + " h";
  return minutes == 0 ? "a moment" : number_text(std::ceil(minutes)) + " min";
}

Json experiment_json(const Experiment& experiment) {
  return {{"id", experiment.id},
          {"paper", experiment.paper().title},
          {"place", experiment.place},
          {"title", experiment.title},
          {"claims", json_list(experiment.claims, [](const PaperClaim& claim) { return claim.text; })},
          {"minutes", experiment.minutes},
          {"full_minutes", experiment.full_minutes}};
}

Json result_json(const ExperimentResult& result) {
  const Experiment& of = *result.experiment;
  Json out = experiment_json(of);
  out["finished"] = result.finished;
  Json rows = Json::array();
  for (std::size_t r = 0; r < result.rows.size(); ++r) {
    Json cells = Json::array();
    for (std::size_t c = 0; c < of.columns.size(); ++c) {
      const Measurement& cell = result.cell(r, c);
      const auto published = of.published_at(result.rows[r], c);
      Json one{{"quantity", of.columns[c].title},
               {"unit", unit_text(of.columns[c].unit)},
               {"ours", cell.value ? Json(*cell.value) : Json()},
               {"paper", published ? Json(*published) : Json()}};
      if (published) one["paper_unit"] = of.printed_unit(of.columns[c]);
      if (!cell.value) one["missing"] = cell.missing;
      if (cell.stands_in) one["stands_in"] = true;
      cells.push_back(std::move(one));
    }
    rows.push_back({{"row", of.rows[result.rows[r]].title}, {"cells", std::move(cells)}});
  }
  out["rows"] = std::move(rows);
  Json claims = Json::array();
  for (std::size_t k = 0; k < of.claims.size(); ++k) {
    const ClaimResult& found = result.claims[k];
    ClaimTexts texts = claim_texts(result, k);
    claims.push_back({{"claim", std::move(texts.claim)},
                      {"claimed", std::move(texts.claimed)},
                      {"here", std::move(texts.found)},
                      {"verdict", verdict_text(found.verdict)},
                      {"ours", of.claims[k].ours},
                      {"rows", found.rows},
                      {"of", found.of}});
  }
  out["claims"] = std::move(claims);
  return out;
}

void list_experiments(bool json) {
  if (json)
    return print_json(
        {{"experiments", json_list(experiments(), [](const auto* each) { return experiment_json(*each); })}});
  Table table({{"experiment"}, {"where"}, {"title"}, {"takes", true}, {"--full", true}, {"the paper's first claim"}});
  for (const Experiment* each : experiments())
    table.add({std::string(each->id), std::string(each->paper().title) + ", " + std::string(each->place), each->title,
               minutes_text(each->minutes), minutes_text(each->full_minutes), each->claims.front().text});
  table.print();
}

void print_result(const ExperimentResult& result) {
  const Experiment& of = *result.experiment;
  std::cout << of.paper().title << ", " << of.place << ": " << of.title << '\n';
  const ExperimentTable made = experiment_table(result);
  std::vector<Table::Column> columns;
  for (const std::string& title : made.titles) columns.push_back({title, !columns.empty()});
  Table table(std::move(columns));
  for (const auto& row : made.rows) table.add(row);
  table.print();
  for (const std::string& remark : made.remarks) std::cout << remark << '\n';
  if (!of.published.empty()) std::cout << "In parentheses: the paper's numbers.\n";
  if (*of.note != '\0') std::cout << of.note << '\n';
  for (std::size_t k = 0; k < of.claims.size(); ++k) {
    const ClaimTexts texts = claim_texts(result, k);
    std::cout << "- " << texts.claim << "\n  claimed: " << texts.claimed << "; here: " << texts.found
              << "; verdict: " << texts.verdict << (texts.reason.empty() ? "" : ". ") << texts.reason << '\n';
  }
  if (!result.finished) std::cout << "Stopped before everything was measured.\n";
  std::cout << '\n';
}

/// What a run that was stopped has kept.
Measurements kept(const std::string& path, const ExperimentSetting& setting) {
  std::error_code failed;
  if (path.empty() || !std::filesystem::exists(path, failed)) return {};
  const auto bytes = read_file(path);
  auto found = bytes ? read_measurements(*bytes, setting) : tl::unexpected(bytes.error());
  if (!found) {
    warn(path, "could not go on from this file: " + found.error().text());
    return {};
  }
  note(path, found->empty() ? "begins again: version or solver was another"
                            : "goes on from " + counted(found->size(), "measurement"));
  return *std::move(found);
}

Result<ExitCode> run_reproduce(const ReproduceArguments& options, const Task& task) {
  if (options.id.empty()) {
    if (options.output.is_given()) return usage_error("reproduce", "--output needs an experiment");
    list_experiments(options.json);
    return kFine;
  }
  const std::string format = report_format(options);
  if (options.output.is_given()) {
    if (format.empty())
      return usage_error("reproduce",
                         "the name of the output must end in .md, .csv, .tex, .html or .pdf, or --format name one");
    if (const std::string fault = fault_of_outputs(options.json, options.output); !fault.empty())
      return usage_error("reproduce", fault);
    if (auto ready = options.output.prepare({}); !ready) return tl::unexpected(ready.error());
  }
  ExperimentOptions how{.full = options.full, .seconds = options.seconds, .solver = solver_of_environment()};
  const ExperimentSetting setting = setting_here(STOWAGE_VERSION, how.solver, options.full);
  const std::string part = options.part_file();
  Measurements known = kept(part, setting);
  Result<void> saved;
  const auto save = [&] {
    if (!part.empty()) saved = write_file_atomically(part, write_measurements(known, setting));
  };
  if (!options.data.empty())
    how.load = [&](std::string_view path) -> Result<Graph> {
      const std::string file = options.data + '/' + std::string(path);
      std::error_code failed;
      if (!std::filesystem::exists(file, failed)) return bad_input("", "", "needs the file " + std::string(path));
      InputOptions reading;
      reading.intervals = "half-open";
      return load(file, reading, task).map([](Document&& document) { return *document.graph; });
    };
  const bool shows_rows = options.full || ::isatty(STDERR_FILENO) == 1;
  const auto say_row = [&](const ExperimentResult& result, std::size_t row) {
    if (!shows_rows || row >= result.rows.size()) return;
    std::cerr << "  " << result.experiment->rows[result.rows[row]].title << " (" << row + 1 << " of "
              << result.rows.size() << ")\n";
  };
  how.measured = [&](const ExperimentResult& so_far, std::size_t row, std::size_t column) {
    save();
    if (column + 1 == so_far.experiment->columns.size()) say_row(so_far, row + 1);
  };
  if (options.full && part.empty()) std::cerr << "note: without -o FILE, a run that is stopped begins again\n";
  std::vector<ExperimentResult> results;
  const auto wanted = find_experiments(options.id);
  for (const Experiment* each : wanted) {
    std::cerr << each->id << " (" << results.size() + 1 << " of " << wanted.size() << ")\n";
    say_row(known_result(*each, options.full), 0);
    results.push_back(run_experiment(*each, how, known, task));
    if (!results.back().finished) save();
    if (!saved) return tl::unexpected(saved.error());
    if (!options.json) print_result(results.back());
    if (!results.back().finished) break;
  }
  if (options.json) print_json({{"machine", setting.machine}, {"experiments", json_list(results, result_json)}});
  if (options.output.is_given()) {
    const Offscreen offscreen;
    if (auto written = options.output.write(experiment_file(results, setting, format)); !written)
      return tl::unexpected(written.error());
    if (!options.json) std::cout << options.output.wrote() << '\n';
  }
  if (!results.back().finished) return kStopped;
  if (!part.empty()) std::remove(part.c_str());
  return kFine;
}

}  // namespace

Action add_reproduce(CLI::App& command) {
  const auto options = std::make_shared<ReproduceArguments>();
  const auto check = [](const std::string& id) {
    return find_experiments(id).empty() ? "unknown experiment \"" + id + "\"; 'stowage-cli reproduce' lists all"
                                        : std::string();
  };
  CLI::Option* id = command
                        .add_option("ID", options->id,
                                    "An experiment, a paper (somas, olla, roam, memomalloc, nnc) or all; without one, "
                                    "all are listed")
                        ->check(CLI::Validator(check, ""));
  command.add_flag("--full", options->full, "Run all networks, with the time limits of the papers; takes hours")
      ->needs(id);
  options->output
      .add_to(command, "-o,--output",
              "Report to write: .md, .csv, .tex, .html or .pdf; a run that was stopped goes on with the same command")
      ->needs(id);
  add_choice(command, "--format", options->format, "Format to write, regardless of the file name; required for a pipe",
             {kEndings.begin(), kEndings.end()});
  command.add_option("--data", options->data, "Folder with files of others, such as the lifetimes of MindSpore")
      ->type_name("FOLDER")
      ->check(CLI::ExistingDirectory);
  add_real(command, "--time-limit", options->seconds, 1e-3, 1e9,
           "Seconds for each order and each layout (default: 10; with --full, the limits of the papers)");
  add_json(command, options->json);
  return [=](const Task& task) { return run_reproduce(*options, task); };
}

}  // namespace stowage::cli
