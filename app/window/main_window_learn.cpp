// SPDX-License-Identifier: GPL-3.0-or-later
// The window takes a lesson: its graph is the document, and its page decides what is shown.
#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>

#include "app/settings/file_names.h"
#include "app/settings/recent_files.h"
#include "app/settings/samples.h"
#include "app/window/docks.h"
#include "app/window/file_writer.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "widgets/base/pane.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/conflicts/conflicts_pane.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/learn/lesson_board.h"
#include "widgets/views/learn/lesson_export.h"
#include "widgets/views/orders/orders_pane.h"

namespace stowage {
namespace {

const QString kLessonFolder = QStringLiteral(":/lesson/");  // of the documents that are graphs of lessons
constexpr QSize kSlide{1280, 720};                          // logical pixels
/// Settings on the lesson of a key: its progress, and the one with which it was finished last.
QString kept_at(const char* folder, QString lesson) {
  return folder + lesson.replace('/', '_').replace('\\', '_');
}
QString progress_key(const QString& lesson) {
  return kept_at("learn/progress/", lesson);
}
QString finished_key(const QString& lesson) {
  return kept_at("learn/finished/", lesson);
}

/// The docks that say what a question asks for, where the page does not ask to read it there.
std::vector<std::string_view> docks_that_tell(Fact fact) {
  switch (fact) {
    case Fact::offset:
    case Fact::next:
    case Fact::footprint:
      return {"steps"};
    case Fact::safe:
    case Fact::safe_partner:
      return {"steps", "inspector", "conflicts"};
    case Fact::clique:
      return {"peak"};
    case Fact::least_peak:
      return {"orders"};
    default:
      return {};
  }
}

/// The dock of a view that a page is about, or null.
const char* dock_of(LessonView view) {
  switch (view) {
    case LessonView::map:
      return nullptr;
    case LessonView::graph:
      return "graph";
    case LessonView::lanes:
      return "lanes";
    case LessonView::conflicts:
    case LessonView::matrix:
      return "conflicts";
    case LessonView::peak:
      return "peak";
    case LessonView::strategies:
      return "strategies";
    case LessonView::orders:
      return "orders";
  }
  return nullptr;
}

}  // namespace

void MainWindow::make_learn_menu() {
  QMenu* learn = menuBar()->addMenu(tr("&Learn"));
  learn->setToolTipsVisible(true);
  for (const Sample& lesson : lessons()) {
    QAction* action = add_action(learn, QString(lesson.title).replace('&', "&&"), {},
                                 [this, path = lesson.path] { open_file(path); });
    action->setToolTip(lesson.about);
    action->setStatusTip(lesson.about);
  }
  learn->addSeparator();
  QAction* steps =
      for_graph(add_action(learn, tr("&Step through a planner"), {}, [this] { docks_->show_with_room("steps"); }));
  steps->setObjectName("step_through");
  steps->setStatusTip(tr("How it places block by block: what is forbidden, the gaps, the choice and its reason"));
  learn->addSeparator();
  add_action(learn, tr("&Open lesson…"), {}, [this] { choose_lesson(); })->setObjectName("open_lesson");
  QAction* keep = add_action(learn, tr("&Export lesson…"), {}, [this] { choose_lesson_target(); });
  keep->setObjectName("export_lesson");
  keep->setStatusTip(tr("Every page with its words and its picture, for slides: one PDF, or numbered images"));
  QAction* leave = add_action(learn, tr("Lea&ve the lesson"), {}, [this] { leave_lesson(); });
  leave->setObjectName("leave_lesson");
  const auto enable = [this, keep, leave] {
    for (QAction* action : {keep, leave}) action->setEnabled(learn_->session().is_open());
  };
  connect(&learn_->session(), &LessonSession::lesson_changed, leave, enable);
  enable();
}

void MainWindow::connect_learn() {
  pages_->addWidget(&learn_->board());
  connect(learn_, &LearnPane::page_shown, this, &MainWindow::show_lesson_page);
  connect(learn_, &LearnPane::left, this, &MainWindow::leave_lesson);
  connect(learn_, &LearnPane::lesson_chosen, this, &MainWindow::open_file);
  connect(learn_, &LearnPane::file_requested, this, &MainWindow::choose_lesson);
  connect(learn_, &LearnPane::afresh_requested, this, [this] { open_file(lesson_path_); });
  connect(&document_, &OpenDocument::replaced, this, [this] {
    if (learn_->session().is_open() && document_.graph() != learn_->session().facts().graph()) end_lesson();
  });
  fill_lessons();
}

void MainWindow::fill_lessons() {
  std::vector<LessonItem> items;
  for (const Sample& each : lessons())
    items.push_back({each.path, each.title, each.about, settings_.value(progress_key(each.key)).toString(),
                     settings_.value(finished_key(each.key)).toString()});
  learn_->set_lessons(items);
}

void MainWindow::choose_lesson() {
  const QString path =
      QFileDialog::getOpenFileName(this, tr("Open lesson"), files_->folder(), tr("Lessons (*.json);;All files (*)"));
  if (!path.isEmpty()) open_file(path);
}

void MainWindow::choose_lesson_target() {
  if (!learn_->session().is_open()) return;
  const QString title = QString::fromStdString(learn_->session().lesson().title);
  files_->choose_series(tr("Export lesson"), base_name(title) + ".pdf",
                        [this](const QString& path) { export_lesson(path); });
}

void MainWindow::export_lesson(const QString& name) {
  if (!learn_->session().is_open()) return;
  files_->write_series(name, [lesson = learn_->session().checked_lesson()](const std::string& path, const Task& task) {
    return stowage::export_lesson(path, lesson, {.size = kSlide}, task);
  });
}

/// The graph gets no file: saving it asks for one, so that neither the lesson nor what it refers to is written over.
/// What the user had open is set aside until the lesson is left; the graph of another lesson is not.
void MainWindow::take_lesson(const QString& path, const CheckedLesson& lesson) {
  plans_to_open_.clear();
  if (save_later([this, path, lesson] { take_lesson(path, lesson); })) return;  // what is saved is still to be told so
  const bool users = document_.is_open() && !document_.has_aside() && !document_.path().startsWith(kLessonFolder);
  if (!users && !may_go()) return;
  message_->hide();
  end_lesson();
  Document document{.graph = lesson.lesson->graph, .plan = {}, .format = "stowage-graph", .warnings = {}};
  const QString name = kLessonFolder + QFileInfo(path).completeBaseName() + ".stowage.json";
  if (users) notes_aside_ = state_.notes();
  if (users || document_.has_aside())
    document_.open_beside(name, std::move(document));
  else
    document_.open(name, std::move(document), {});
  lesson_path_ = path;
  if (!path.startsWith(":/")) {
    recent_->add(path);
    files_->remember_folder(path);
  }
  const QString progress = settings_.value(progress_key(QString::fromStdString(lesson.lesson->key))).toString();
  learn_->open(lesson, LessonSession::is_complete(progress) ? QString() : progress);
  Docks::show(docks_->dock("learn"));
}

void MainWindow::show_lesson_page() {
  const LessonSession& session = learn_->session();
  const QString key = QString::fromStdString(session.lesson().key);
  settings_.setValue(progress_key(key), session.progress());
  if (LessonSession::is_complete(session.progress())) settings_.setValue(finished_key(key), session.progress());
  const bool board = learn_->wants_board();
  if (board && compare_->mode() != CompareView::Mode::single) compare_->set_mode(CompareView::Mode::single);
  pages_->setCurrentWidget(board ? static_cast<QWidget*>(&learn_->board()) : compare_);
  if (!learn_->is_usable()) return cover_answers(), show_results();
  planning_.choose(session.page().strategy);
  cover_answers();
  show_results();
  show_status();
  // Not before the question: they have the answers.
  docks_->show_strategies_beside_learn(session.page().view == LessonView::strategies && !session.asks());
  const char* name = dock_of(session.page().view);
  if (session.page().view == LessonView::matrix) findChild<ConflictsPane*>()->show_matrix();
  if (session.page().view == LessonView::conflicts) findChild<ConflictsPane*>()->show_neighbourhood();
  // Not where it would hide the page.
  if (name && !docks_->are_tabs_of_one_place("learn", name)) docks_->bring_forward(name);
  if (session.page().view == LessonView::orders && !session.asks()) orders_->compare_with("lescea");
}

/// What was open before is back, as it was; where nothing was, the graph of the lesson stays, to be looked at.
void MainWindow::leave_lesson() {
  if (document_.has_aside() && !may_go()) return;
  end_lesson();
  if (document_.has_aside()) come_back();
}

void MainWindow::come_back() {
  document_.come_back();
  // Those on a file are read from beside it.
  if (document_.path().startsWith(":/")) state_.set_notes(std::exchange(notes_aside_, {}));
}

void MainWindow::end_lesson() {
  const LessonSession& session = learn_->session();
  if (!session.is_open()) return;
  learn_->leave();
  docks_->show_strategies_beside_learn(false);
  cover_answers();
  fill_lessons();
  if (document_.is_open()) pages_->setCurrentWidget(compare_);
  show_results();
  show_status();
}

/// The docks in which the answer to the question of the page could be read say that it is asked for.
void MainWindow::cover_answers() {
  const LessonSession& session = learn_->session();
  const bool asks = learn_->is_usable() && session.asks();
  const auto tell = asks ? docks_that_tell(session.page().question->fact) : std::vector<std::string_view>();
  for (const QDockWidget* each : docks_->all())
    if (auto* pane = qobject_cast<Pane*>(Docks::content_of(each))) {
      const bool tells = std::ranges::find(tell, each->objectName().toStdString()) != tell.end();
      pane->cover(tells ? tr("The lesson asks for what is seen here: answer first.") : QString());
    }
}

/// Whether the lesson that is taken is yet to ask for one of these.
bool MainWindow::lesson_will_ask(std::initializer_list<Fact> facts) const {
  return learn_->is_usable() && std::ranges::any_of(facts, [&](Fact f) { return learn_->session().will_ask(f); });
}

/// While a lesson asks where something will go, no view tells.
PlanView MainWindow::view_for_panes() const {
  PlanView view = planning_.view();
  if (learn_->wants_board()) view.plan = nullptr;
  return view;
}

}  // namespace stowage
