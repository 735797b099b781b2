// SPDX-License-Identifier: Apache-2.0
#include "app/cli/drawing/drawing.h"

#include <iostream>
#include <new>

#include "app/cli/cli.h"

namespace stowage::cli {

int run_drawing(int argc, char** argv) {
  static constexpr DrawingCommand kTable[] = {
      {"render", add_render}, {"report", add_report}, {"reproduce", add_reproduce}};
  return run(argc, argv, kTable);
}

Offscreen::Offscreen() {
  constexpr std::size_t kNeeded = std::size_t{128} << 20;
  ::operator delete(::operator new(kNeeded));
  before_ = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtCriticalMsg || type == QtFatalMsg) std::cerr << text.toStdString() << '\n';
  });
  if (QCoreApplication::instance() == nullptr) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    application_.emplace(argc_, argv_);
  }
  QCoreApplication::installTranslator(&plurals_);
}

Offscreen::~Offscreen() {
  QCoreApplication::removeTranslator(&plurals_);
  qInstallMessageHandler(before_);
}

Result<PlanView> view_of(std::shared_ptr<const Graph> graph, const Task& task) {
  PlanView view;
  view.graph = std::move(graph);
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  STOWAGE_TRY(Conflicts conflicts, Conflicts::compute(*view.graph, task));
  view.conflicts = std::make_shared<const Conflicts>(std::move(conflicts));
  return view;
}

}  // namespace stowage::cli
