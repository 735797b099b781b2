// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>
#include <limits>
#include <memory>

#include "app/cli/drawing/drawing.h"
#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/formats/file.h"
#include "core/insight/analysis/modules.h"
#include "core/papers/tables.h"
#include "core/stowage.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/model/plan_set.h"
#include "widgets/painters/page/export.h"

namespace stowage::cli {
namespace {

constexpr const char* kPage = "html";

struct RenderArguments {
  InputOptions input;
  StepOptions steps;
  OutputFile output;
  FigureFlags figure;
  std::string plan, against, format, view, bands, color_by = "stream", axis = "steps", group;
  /// The plan is a picture of one of so many tensors, and its bound one of that.
  std::optional<std::uint64_t> merged_from;

  [[nodiscard]] std::string view_id() const {
    if (!view.empty()) return view;
    return against.empty() ? "heap" : "difference";
  }
  /// A page that pans and zooms, not an image.
  [[nodiscard]] bool is_page() const { return format.empty() ? is_page_name(output.path()) : format == kPage; }
  [[nodiscard]] bool over_time() const { return axis == "time"; }
};

const DrawingInfo& info_of(const RenderArguments& options) {
  return *std::ranges::find(drawings(), options.view_id(), &DrawingInfo::id);
}

/// A wrong plan is drawn all the same, so that the fault can be seen, but with a warning.
Result<void> warn_of_violations(const std::string& file, const Graph& graph, const Plan& plan, const Task& task) {
  return validate(graph, plan, 1, task).map([&](const Validation& validation) {
    if (validation.valid()) return;
    warn(file, "this plan is invalid (" + counted(validation.count, "violation") +
                   "): " + validation.violations.front().text);
  });
}

/// The view of a graph in the order of a plan, with a warning where the plan is wrong.
Result<PlanView> view_as_run(const std::shared_ptr<const Graph>& graph, const std::string& file, Plan plan,
                             const Task& task) {
  if (auto checked = warn_of_violations(file, *graph, plan, task); !checked) return tl::unexpected(checked.error());
  STOWAGE_TRY(Graph ordered, in_file(as_run(*graph, plan), file));
  STOWAGE_TRY(PlanView view, view_of(std::make_shared<const Graph>(std::move(ordered)), task));
  view.plan = std::make_shared<const Plan>(std::move(plan));
  return view;
}

/// The plan on the command line, otherwise the plan in the input, or none.
Result<std::optional<Plan>> given_plan(const RenderArguments& options, const Document& document, const Task& task) {
  if (options.plan.empty()) return document.plan;
  if (options.merged_from) {  // the graph of a merged plan cannot prove the bound of the whole
    STOWAGE_TRY(const std::string bytes, read_document_file(options.plan, task));
    return read_plan(bytes, options.plan, *document.graph);
  }
  return load_plan(options.plan, *document.graph, task);
}

/// Plans as `plan` does, but within seconds: for very many tensors, the best plan by then is drawn.
PlanningOptions planning_for_image(Bytes alignment) {
  PlanningOptions out;
  out.alignment = static_cast<std::uint64_t>(alignment.count);
  out.time_limit = 5;
  out.plan_when_stopped = true;
  return out;
}

/// Adds bounds to a plan that was given, unless that is of merged tensors; without one, a plan of that alignment.
Result<void> complete(PlanView& view, Bytes alignment, bool merged, const Task& task) {
  if (!view.plan) {
    const PlanningOptions options = planning_for_image(alignment);
    STOWAGE_TRY(GraphPlans planned, make_plans(*view.graph, options.request(), options.limited(task)));
    view.plan = std::make_shared<const Plan>(planned.best());
    view.bounds = std::make_shared<const Bounds>(std::move(planned.bounds));
    return {};
  }
  if (merged) return {};
  STOWAGE_TRY(Bounds bounds,
              bounds_for(*view.graph, *view.conflicts, view.plan->alignment, view.plan->footprint, task));
  view.bounds = std::make_shared<const Bounds>(std::move(bounds));
  return {};
}

/// Adds the plan to compare with.
Result<void> add_baseline(PlanView& view, const RenderArguments& options, const Document& document, const Task& task) {
  if (options.against.empty()) return {};
  STOWAGE_TRY(Plan plan, load_plan(options.against, *document.graph, task));
  STOWAGE_TRY(PlanView baseline, view_as_run(document.graph, options.against, std::move(plan), task));
  baseline.bounds = view.bounds;
  baseline.history = view.history;
  view.baseline = std::make_shared<const PlanView>(std::move(baseline));
  return {};
}

/// The whole content of the view.
Result<PlanView> prepare(const RenderArguments& options, bool with_plan, const Document& document, const Task& task) {
  STOWAGE_TRY(auto plan, given_plan(options, document, task));
  const std::string& file = options.plan.empty() ? options.input.path : options.plan;
  STOWAGE_TRY(PlanView view,
              plan ? view_as_run(document.graph, file, *std::move(plan), task) : view_of(document.graph, task));
  view.history = document.history;
  if (!with_plan) return view;
  if (auto added = complete(view, document.graph->alignment(), options.merged_from.has_value(), task); !added)
    return tl::unexpected(added.error());
  if (auto added = add_baseline(view, options, document, task); !added) return tl::unexpected(added.error());
  return view;
}

/// The plans of the quick strategies, beside the one that was given, and their bounds.
Result<std::shared_ptr<const PlanSet>> plans_of(const PlanView& view, const RenderArguments& options, Bytes alignment,
                                                const Task& task) {
  const PlanningOptions planning = planning_for_image(alignment);
  PlanRequest request = planning.request();
  request.strategies.clear();
  for (const LayoutStrategy& strategy : live_strategies()) request.strategies.push_back(&strategy);
  STOWAGE_TRY(GraphPlans planned, make_plans(*view.graph, request, planning.limited(task)));
  auto out = std::make_shared<PlanSet>();
  out->begin(alignment);
  PlanView ground = view;
  ground.plan = nullptr;
  ground.bounds = std::make_shared<const Bounds>(std::move(planned.bounds));
  STOWAGE_TRY(PlanGround laid, PlanGround::make(*view.graph, *view.conflicts, alignment, true, task));
  out->set_refused(refused_strategies(laid.problem()));
  out->set_ground(std::move(ground));
  for (StrategyResult& result : planned.results)
    if (result.plan)
      out->set_result(*result.strategy, std::make_shared<const Plan>(*std::move(result.plan)), result.milliseconds);
  out->prove(planned.lower_bound);
  if (view.plan) {
    auto given = std::make_shared<Plan>(*view.plan);
    given->sequence.clear();  // the graph is in its order by now
    STOWAGE_TRY(Validation validation, validate(*view.graph, *given, 1, task));
    out->set_imported(given, options.plan.empty());
    out->set_imported_now(given, own_bounds_of(*given, *view.graph, *view.conflicts, alignment));
    out->set_imported_check(std::move(validation));
  }
  out->end();
  return out;
}

FigureOptions page_of(const RenderArguments& options, const Drawing& drawing = {}) {
  FigureOptions page = options.figure.figure(drawing);
  if (!options.format.empty() && !options.is_page()) page.format = *image_format('.' + options.format);
  return page;
}

/// Names the fault where the view cannot do something: `trait` says what.
std::string fault_of_view(const RenderArguments& options, DrawingInfo::Trait trait, const char* option,
                          const char* what) {
  std::string known;
  for (const DrawingInfo& info : drawings()) {
    if (!info.has(trait)) continue;
    if (info.id == options.view_id() && options.steps.strategy.empty() && !options.is_page()) return {};
    known += (known.empty() ? "" : ", ") + std::string(info.id);
  }
  return std::string(option) + ": " + what + known;
}

/// Whether colours show the difference from the second plan.
bool colors_differences(const RenderArguments& options) {
  return options.color_by == "difference" && info_of(options).has(DrawingInfo::shows_plan);
}

std::string fault_of_view(const RenderArguments& options) {
  struct Wanted {
    bool is;
    DrawingInfo::Trait trait;
    const char *option, *what;
  };
  for (const Wanted& wanted :
       {Wanted{!options.bands.empty(), DrawingInfo::shows_bands, "--bands",
               "bands are drawn on images of these views: "},
        Wanted{options.over_time(), DrawingInfo::shows_time, "--axis", "these views can be drawn over time: "},
        Wanted{options.figure.cuts_steps(), DrawingInfo::cuts_steps, "--crop-steps",
               "these views have a time axis to cut: "},
        Wanted{options.figure.cuts_addresses(), DrawingInfo::cuts_addresses, "--crop-addresses",
               "these views have an axis of addresses to cut: "},
        Wanted{!options.against.empty() && !colors_differences(options), DrawingInfo::compares, "--against",
               "these views compare two plans: "},
        Wanted{!options.group.empty(), DrawingInfo::groups, "--group", "these views draw operators or modules: "}}) {
    if (!wanted.is) continue;
    if (std::string fault = fault_of_view(options, wanted.trait, wanted.option, wanted.what); !fault.empty())
      return fault;
  }
  return {};
}

Result<void> check_history(const RenderArguments& options, const Document& document) {
  if (options.view_id() != "recorded" || document.history) return {};
  return bad_input(options.input.path, "", "only recorded heaps, such as memory snapshots, have this view");
}

std::string why_no_parts(const Graph& graph) {
  return graph.times().empty()
             ? "it is too simple to be cut into two or more; leave --bands out"
             : "it lists lifetimes without the operators that make and use the tensors; leave --bands "
               "out, or draw a graph that has them";
}

GraphGroup group_of(const RenderArguments& options, const Graph& graph) {
  if (options.group == "operators") return GraphGroup::operators;
  if (options.group != "modules") return GraphGroup::fitting;
  if (!has_modules(graph)) warn(options.input.path, "operators are drawn: their names contain no modules");
  return GraphGroup::modules;
}

/// The look of the options; with a warning where a graph has no parts to mark.
DrawingLook look_of(const RenderArguments& options, const PlanView& view) {
  DrawingLook look{.by = find_coloring(options.color_by)->by, .bands = nullptr, .over_time = options.over_time()};
  look.group = group_of(options, *view.graph);
  if (options.bands.empty()) return look;
  look.bands = step_bands(view.graph, find_bands(options.bands)->kind);
  if (!look.bands)
    warn(options.input.path, "no bands are drawn: this graph has no parts, as " + why_no_parts(*view.graph));
  return look;
}

void note_idle_options(const RenderArguments& options, std::optional<ImageFormat> format) {
  for (const std::string& option : options.figure.without_effect(format))
    note(options.output.path(),
         option + " has no effect: " +
             (format ? "only a PNG has a resolution" : "a page has the window's size and its own texts"));
}

/// Checks --format, or the file's ending, for that view.
Result<void> check_output(const RenderArguments& options) {
  const std::string& path = options.output.path();
  if (options.is_page()) {
    note_idle_options(options, {});
    if (options.view_id() == "heap" && options.steps.strategy.empty()) return {};
    return bad_input(path, "", "only the heap map can be written as .html");
  }
  const auto format = image_format(path, page_of(options));
  if (!format) return bad_input(path, "", "the name must end in .png, .svg, .pdf, .eps or .html");
  note_idle_options(options, *format);
  return {};
}

/// Names the fault of the options together, or nothing.
std::string fault_of_usage(const RenderArguments& options) {
  if (std::string fault = options.figure.fault(); !fault.empty()) return fault;
  const OutputFile& output = options.output;
  if (output.is_stream() && options.format.empty() && !options.is_page() && !image_format(output.path()))
    return "to write to a pipe, give --format png, svg, pdf, eps or html";
  if (output.is_terminal()) return "a terminal shows no images: give -o a file name, or redirect standard output";
  const auto named = image_format(output.path());
  const auto wanted = image_format(output.path(), page_of(options));
  if (!options.steps.strategy.empty() && wanted && wanted != ImageFormat::pdf && (!named || *named != *wanted))
    return "the pictures of --steps need a file name that ends in .png or .svg, to be numbered; one PDF holds all";
  return fault_of_view(options);
}

/// Pictures of --steps have numbered names, which could be those of an input.
Result<void> prepare_output(const RenderArguments& options) {
  const std::vector<std::string> inputs{options.input.path, options.plan, options.against};
  const std::string folder = options.output.path().substr(0, options.output.path().rfind('/') + 1);  // npos + 1 is 0
  if (!options.steps.strategy.empty())
    for (const std::string& picture : former_pictures(options.output.path()))
      for (const std::string& input : inputs)
        if (is_same_file(input, folder + picture))
          return bad_input(picture, "", "this is an input, and a picture would take its name");
  return options.output.prepare(inputs);
}

Result<void> write_page(const RenderArguments& options, const PlanView& view, ColorBy by) {
  const PageStyle style = page_of(options).style();  // palette and hatches
  const PageScope scope(style);
  return heap_map_page(
             {.scene = HeapMapScene::make(view), .coloring = std::make_shared<const Coloring>(view, by), .hidden = {}},
             nullptr, options.merged_from)
      .and_then([&](const auto& page) { return options.output.write(page); });
}

/// A drawing as a figure has it.
struct Figure {
  Drawing drawing;
  FigureOptions page;
};

/// On a page of a preset letters become a little smaller where names of boxes have no room otherwise.
Result<Figure> figure_of(const RenderArguments& options, const Drawing& drawing, const Task& task) {
  constexpr std::size_t kMostBoxes = 60;  // more of them have no room in smaller letters either
  if (!options.figure.in_millimetres()) return Figure{drawing, page_of(options, drawing)};
  std::optional<Figure> first;
  for (const double points : options.figure.letters()) {
    FigureOptions page = page_of(options, drawing);
    page.points = points;
    STOWAGE_TRY(Drawing fitted, for_page(drawing, page, options.figure.height_is_free(), task));
    page = page_of(options, fitted);
    page.points = points;
    const bool whole = fitted.note.isEmpty();
    const bool better = first && first->drawing.unnamed && !fitted.unnamed;
    if (!first || whole || better) first = Figure{std::move(fitted), page};
    if (whole || drawing.boxes > kMostBoxes) break;
  }
  return *std::move(first);
}

Result<void> write_image(const RenderArguments& options, const DrawingInfo& info, const PlanView& view,
                         DrawingLook look, const Task& task) {
  const FigureOptions first = page_of(options);
  look.size = first.logical_size().toSize();
  const auto drawing = [&] {
    const PageStyle style = first.style();  // texts are measured already
    const PageScope scope(style);
    return info.draw(view, look, task);
  }();
  if (!drawing) return tl::unexpected(drawing.error());
  STOWAGE_TRY(const Figure figure, figure_of(options, *drawing, task));
  const QString& note = figure.drawing.note;
  if (!note.isEmpty()) warn(options.output.path(), note.toStdString());
  if (task.should_stop()) return tl::unexpected(task.why_stopped());  // painting asks no more
  return export_image(options.output.path(), figure.drawing, figure.page);
}

Result<ExitCode> render(const RenderArguments& options, const Task& task) {
  if (const std::string fault = fault_of_usage(options); !fault.empty()) return usage_error("render", fault);
  if (const auto checked = check_output(options); !checked) return tl::unexpected(checked.error());
  if (const auto ready = prepare_output(options); !ready) return tl::unexpected(ready.error());
  STOWAGE_TRY(const Document document, load_laid_out(options.input, task, options.plan));
  const Graph& graph = *document.graph;
  if (options.over_time())
    if (const auto timed = check_durations(graph, options.input.path); !timed) return tl::unexpected(timed.error());
  if (const auto checked = check_history(options, document); !checked) return tl::unexpected(checked.error());
  const DrawingInfo& info = info_of(options);
  const bool steps = !options.steps.strategy.empty();
  const bool counts = info.has(DrawingInfo::counts_bytes) && !graph.in_place().empty();
  STOWAGE_TRY(const PlanView view,
              prepare(options, (info.has(DrawingInfo::shows_plan) || counts) && !steps, document, task));

  const Offscreen offscreen;
  DrawingLook look = look_of(options, view);
  look.alignment = graph.alignment();
  if (steps)
    return render_steps(options.steps, look.alignment, view, look.by, options.output.path(), page_of(options), task);
  if (info.has(DrawingInfo::shows_strategies)) {
    STOWAGE_TRY(look.plans, plans_of(view, options, look.alignment, task));
  }
  const auto written =
      options.is_page() ? write_page(options, view, look.by) : write_image(options, info, view, look, task);
  if (!written) return tl::unexpected(written.error());
  std::cout << options.output.wrote() << '\n';
  return kFine;
}

}  // namespace

Action add_render(CLI::App& command) {
  const auto options = std::make_shared<RenderArguments>();
  options->input.sizes_flag = "--tensor-size";  // --size sets the size of the picture
  options->input.add_to(command);
  add_file_name(command, "PLAN", options->plan,
                "Plan to show (default: the plan in the input; without one, the plan by 'auto' within 5 s)");
  options->output
      .add_to(command, "-o,--output", "File to write: .png, .svg, .pdf or .eps; .html: a page that pans and zooms")
      ->required();
  add_choice(command, "--format", options->format, "Format to write, regardless of the file name; required for a pipe",
             {"png", "svg", "pdf", "eps", kPage});
  const std::size_t count = command.get_options().size();
  add_file_name(command, "--against", options->against, "Plan to compare with: draws what differs");
  add_choice(command, "--view", options->view, "What to draw (default: heap)", ids_of(drawings()));
  add_choice(command, "--color-by", options->color_by, "What the colours say (default: stream)", ids_of(colorings()));
  add_choice(command, "--bands", options->bands,
             "Mark parts of the order: segments between memory-insensitive operators, ROAM's subgraphs, or modules",
             ids_of(band_kinds()));
  add_choice(command, "--axis", options->axis, "Axis of lanes and heap map: steps (default), or time, to scale",
             {"steps", "time"});
  add_choice(
      command, "--group", options->group,
      "What a box of the graph stands for (default: an operator, or a module where names of operators have no room "
      "on the page)",
      {"operators", "modules"});
  set_group(command, count, "View");
  // For the Python module, which merges the smallest of very many tensors before it asks for a page.
  add_whole(command, "--merged-from", options->merged_from, 1, std::numeric_limits<std::uint64_t>::max(),
            "INPUT and PLAN show a plan of so many tensors")
      ->group("");
  options->steps.add_to(command);
  options->figure.add_to(command);
  return [=](const Task& task) { return render(*options, task); };
}

}  // namespace stowage::cli
