// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <memory>

#include <QGuiApplication>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "widgets/painters/export.h"
#include "widgets/painters/views.h"

namespace stowage::cli {
namespace {

struct Options {
  InputOptions input;
  std::string plan, output, view = "heap", size, color_by = "stream", theme = "light";
  double scale = 1;
};

template <class Row>
const Row* find_row(std::span<const Row> table, const std::string& id) {
  for (const Row& row : table)
    if (row.id == id) return &row;
  return nullptr;
}

template <class Row>
std::vector<std::string> ids_of(std::span<const Row> table) {
  std::vector<std::string> ids;
  for (const Row& row : table) ids.emplace_back(row.id);
  return ids;
}

/// For CLI11: what is wrong with "1600x1000", or nothing.
std::string check_size(const std::string& text) {
  int width = 0, height = 0, end = 0;
  if (std::sscanf(text.c_str(), "%dx%d%n", &width, &height, &end) != 2 || end != static_cast<int>(text.size()))
    return "a size looks like 1600x1000";
  if (std::min(width, height) < 64 || std::max(width, height) > 32767) return "a side is 64 to 32767 pixels";
  return {};
}

QSize parse_size(const std::string& text) {
  QSize size;
  std::sscanf(text.c_str(), "%dx%d", &size.rwidth(), &size.rheight());
  return size;
}

/// A QGuiApplication without a display, whether there is one or not, and without Qt's remarks on the environment.
class Offscreen {
 public:
  Offscreen() {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
      if (type == QtCriticalMsg || type == QtFatalMsg) std::cerr << text.toStdString() << '\n';
    });
    application_.emplace(argc_, argv_);
  }

 private:
  int argc_ = 1;
  char name_[12] = "stowage-cli";
  char* argv_[2] = {name_, nullptr};
  std::optional<QGuiApplication> application_;
};

/// The plan to show: the one given, that of the input, or the best of the standard strategies.
Result<std::shared_ptr<const Plan>> choose_plan(const Options& options, const Document& document, const Task& task) {
  if (!options.plan.empty())
    return load_plan(options.plan, *document.graph).map([](Plan plan) {
      return std::make_shared<const Plan>(std::move(plan));
    });
  if (document.plan) return std::make_shared<const Plan>(*document.plan);
  return plan_graph(*document.graph, PlanningOptions{}, task).map([](const Planned& planned) {
    return std::make_shared<const Plan>(planned.best());
  });
}

/// Everything that a view may show, as far as this view needs it.
Result<PlanView> prepare(const Options& options, const Document& document, const Task& task) {
  PlanView view;
  view.graph = document.graph;
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  auto conflicts = Conflicts::compute(*view.graph, task);
  if (!conflicts) return tl::unexpected(conflicts.error());
  view.conflicts = std::make_shared<const Conflicts>(std::move(*conflicts));
  auto plan = choose_plan(options, document, task);
  if (!plan) return tl::unexpected(plan.error());
  const auto problem = LayoutProblem::make(*view.graph, *view.conflicts, (*plan)->alignment);
  if (!problem) return tl::unexpected(problem.error());
  Bounds bounds = quick_bounds(*problem);
  if ((*plan)->footprint > bounds.best()) {
    auto clique = heaviest_clique(*problem, task);
    if (!clique) return tl::unexpected(clique.error());
    bounds.clique = std::move(*clique);
  }
  view.bounds = std::make_shared<const Bounds>(std::move(bounds));
  view.plan = std::move(*plan);
  return view;
}

Result<ExitCode> render(const Options& options, const Task& task) {
  if (const auto format = image_format(options.output); !format) return tl::unexpected(format.error());
  const auto document = load(options.input, task);
  if (!document) return tl::unexpected(document.error());
  const auto view = prepare(options, *document, task);
  if (!view) return tl::unexpected(view.error());

  const Offscreen offscreen;
  ExportOptions page;
  if (!options.size.empty()) page.size = parse_size(options.size);
  page.scale = options.scale;
  page.dark = options.theme == "dark";
  const ColorBy by = find_row(colorings(), options.color_by)->by;
  const auto drawing = find_row(views(), options.view)->draw(*view, by, page.size, task);
  if (!drawing) return tl::unexpected(drawing.error());
  return export_image(options.output, *drawing, page).map([&] {
    std::cout << "wrote " << options.output << '\n';
    return kFine;
  });
}

}  // namespace

Action add_render(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  options->input.add_to(command);
  command.add_option("PLAN", options->plan, "Plan to show (default: the input's own, else the best of the ten)");
  command.add_option("-o,--output", options->output, "Image to write: .png, .svg or .pdf")->required();
  command.add_option("--view", options->view, "What to draw (default: heap)")->check(CLI::IsMember(ids_of(views())));
  command.add_option("--size", options->size, "Size in pixels before scaling (default: 1600x1000)")
      ->check(CLI::Validator(check_size, "WxH"));
  command.add_option("--scale", options->scale, "Pixels a pixel: 2 for sharp screens (default: 1)")
      ->check(CLI::Range(0.1, 16.0));
  command.add_option("--color-by", options->color_by, "What the colours say (default: stream)")
      ->check(CLI::IsMember(ids_of(colorings())));
  command.add_option("--theme", options->theme, "light (default) or dark")->check(CLI::IsMember({"light", "dark"}));
  return [=](const Task& task) { return render(*options, task); };
}

}  // namespace stowage::cli
