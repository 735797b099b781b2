// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/controllers/lessons.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <QAction>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>

#include "app/controllers/saving.h"
#include "app/settings/lesson_log.h"
#include "app/settings/preferences.h"
#include "core/layout/strategy.h"
#include "widgets/base/pane.h"
#include "widgets/views/learn/lesson_board.h"

namespace stowage {
namespace {

const QString kLessonFolder = QStringLiteral(":/lesson/");  // of the documents that are graphs of lessons
constexpr std::int64_t kFewBytes = 10'000;                  // in all: such a graph is read byte by byte

/// The docks that say what a question asks for.
std::vector<std::string_view> docks_that_tell(Fact fact) {
  switch (fact) {
    case Fact::safe:
    case Fact::safe_partner:
      return {"steps", "inspector", "conflicts"};
    case Fact::pyramid:
      return {"steps"};
    case Fact::least_peak:
    case Fact::insensitive:
      return {"orders"};
    case Fact::loop_repeat:
    case Fact::loop_place:
      return {"inspector"};
    case Fact::makespan:
    case Fact::held_by:
      return {"inspector", "improve"};
    default:
      return {};
  }
}

/// Whether a page speaks of single bytes: then views write bytes, not KiB.
bool is_small(const Graph& graph) {
  Bytes sum;
  for (const TensorId t : graph.tensors())
    if ((sum += graph.size(t)).count >= kFewBytes) return false;
  return true;
}

/// The dock of a view that a page is about; null for those in the centre.
const char* dock_of(LessonView view) {
  using Row = std::pair<LessonView, const char*>;
  static constexpr Row kDocks[] = {{LessonView::graph, "graph"},           {LessonView::conflicts, "conflicts"},
                                   {LessonView::matrix, "conflicts"},      {LessonView::peak, "peak"},
                                   {LessonView::strategies, "strategies"}, {LessonView::orders, "orders"}};
  const auto* found = std::ranges::find(kDocks, view, &Row::first);
  return found == std::end(kDocks) ? nullptr : found->second;
}

}  // namespace

Lessons::Lessons(const WindowParts& parts) : QObject(&parts.window), parts_(parts) {
  refresh_list();
  LearnPane& learn = parts_.learn;
  parts_.pages.addWidget(&learn.board());
  connect(&learn, &LearnPane::page_shown, this, &Lessons::show_page);
  connect(&learn, &LearnPane::graph_wanted, this, [this] { open_graph(parts_.learn.session().page().graph); });
  connect(&learn, &LearnPane::left, this, [this] { leave([this] { parts_.workspaces.choose(Workspace::learn); }); });
  connect(&learn, &LearnPane::lesson_chosen, this, &Lessons::file_wanted);
  connect(&learn, &LearnPane::file_requested, this, &Lessons::choose_lesson);
  connect(&learn, &LearnPane::folder_requested, this, &Lessons::choose_folder);
  connect(&learn, &LearnPane::text_scaled, this,
          [this](double scale) { parts_.settings.setValue("learn/text_scale", scale); });
  connect(&learn.session(), &LessonSession::answered, this, &Lessons::keep_answer);
  learn.set_text_scale(parts_.settings.value("learn/text_scale", 1.0).toDouble());
  connect(&learn, &LearnPane::afresh_requested, this, [this] { emit file_wanted(path_); });
  connect(&parts_.planning, &Planning::plans_changed, this, &Lessons::plan_wanted);
}

Lessons::~Lessons() {
  drop_unit_override(parts_.settings);
}

void Lessons::follow_document() {
  if (is_open() && parts_.document.graph() != parts_.learn.session().facts().graph()) end();
}

bool Lessons::is_open() const {
  return parts_.learn.session().is_open();
}

void Lessons::choose_lesson() {
  parts_.files.choose_source(tr("Open lesson"), tr("Lessons (*.json);;All files (*)"),
                             [this](const QStringList& paths) { emit file_wanted(paths.first()); });
}

void Lessons::take(const QString& path, const CheckedLesson& lesson) {
  is_users() ? show_lesson(path, lesson) : parts_.saving->let_go([this, path, lesson] { show_lesson(path, lesson); });
}

void Lessons::show_lesson(const QString& path, const CheckedLesson& lesson) {
  parts_.message.forget_document();
  end();
  path_ = path;
  const QString kept = parts_.settings.value(progress_key(QString::fromStdString(lesson.lesson->key))).toString();
  const QString progress = LessonSession::is_complete(kept) ? QString() : kept;
  open_graph(lesson.lesson->pages[LessonSession::first_page(*lesson.lesson, progress)].graph);
  if (!path.startsWith(":/")) {
    parts_.recent.add(path);
    parts_.files.remember_folder(path);
  }
  parts_.learn.open(lesson, progress, path);
  parts_.docks.show("learn");
  parts_.learn.focus_page();
}

/// Whether what is open is to be suspended for a lesson.
bool Lessons::is_users() const {
  return parts_.document.is_open() && !parts_.document.has_suspended() &&
         !parts_.document.path().startsWith(kLessonFolder);
}

void Lessons::open_graph(const std::shared_ptr<const Graph>& graph) {
  Document document{.graph = graph, .plan = {}, .format = "stowage-graph", .warnings = {}};
  const QString name = kLessonFolder + QFileInfo(path_).completeBaseName() + ".stowage.json";
  const bool users = is_users();
  if (users) {
    suspended_notes_ = parts_.state.notes();
    suspended_wishes_ = parts_.planning.wishes();
  }
  if (users || parts_.document.has_suspended())
    parts_.document.suspend_and_open(name, std::move(document));
  else
    parts_.document.open(name, std::move(document), {});
}

void Lessons::show_page() {
  const LessonSession& session = parts_.learn.session();
  parts_.state.set_moment(nullptr);  // a run that was played is of the page before
  const QString key = QString::fromStdString(session.lesson().key);
  parts_.settings.setValue(progress_key(key), session.progress());
  if (LessonSession::is_complete(session.progress())) parts_.settings.setValue(finished_key(key), session.progress());
  const bool board = parts_.learn.wants_board();
  if (board && parts_.compare.mode() != CompareView::Mode::single) parts_.compare.set_mode(CompareView::Mode::single);
  parts_.pages.setCurrentWidget(board ? static_cast<QWidget*>(&parts_.learn.board()) : &parts_.centre);
  if (!parts_.learn.is_usable()) return cover_answers(), emit changed();
  override_units(is_small(*session.page().graph), parts_.settings);
  wanted_ = strategy_to_show();
  plan_wanted();
  parts_.state.override_over_time(session.page().graph->has_durations() ? std::optional(session.shows_time())
                                                                        : std::nullopt);
  cover_answers();
  emit changed();
  // Not before the question: they have the answers.
  const char* name = dock_of(session.page().view);
  const bool matrix = session.page().view == LessonView::matrix;
  if (matrix || session.page().view == LessonView::conflicts)
    parts_.window.findChild<QAction*>(matrix ? "conflicts_matrix" : "conflicts_around")->trigger();
  if (session.page().view == LessonView::lanes || session.page().view == LessonView::time)
    parts_.centre.fold(TimeCentre::Part::lanes, false);
  hide_what_tells();
  // Bring what every page has before what another page brought to the front.
  parts_.docks.bring_forward("graph");
  if (!name) parts_.docks.bring_forward("tensors");
  emit color_wanted(color_of(session.page()));
  // Not where it would hide the page.
  if (name && !parts_.docks.are_tabs_of_one_place("learn", name)) parts_.docks.show(name);
  if (session.page().view == LessonView::orders && !session.asks()) parts_.orders.compare_with("lescea");
}

/// The strategy of the page. Where its question asks for one, the first that can be chosen, whether right or not.
const LayoutStrategy* Lessons::strategy_to_show() const {
  const LessonSession& session = parts_.learn.session();
  const LessonPage& page = session.page();
  return session.asks() && !page.question->strategies.empty() ? page.question->strategies.front() : page.strategy;
}

/// Shows the strategy that the page wants. Runs it first if it is not live, as soon as enough is known of the graph.
void Lessons::plan_wanted() {
  if (!wanted_ || !parts_.learn.is_usable()) return;
  const LayoutStrategy& strategy = *wanted_;
  const PlanSet& results = parts_.planning.results();
  const bool known = results.is_grounded() && results.ground().graph == parts_.learn.session().page().graph;
  const bool planned = strategy.live || (known && results.plan_of(&strategy));
  if (!planned && !known) return;  // plans_changed() comes again
  wanted_ = nullptr;
  if (planned)
    parts_.planning.choose(&strategy);
  else if (parts_.planning.run_strategy() != &strategy)
    parts_.planning.run(strategy);
}

/// Hides the map while its plan, or its curve, says what is asked.
void Lessons::hide_what_tells() {
  const LessonSession& session = parts_.learn.session();
  const bool curve =
      session.asks() && session.page().question->fact == Fact::lifetime_bound && session.page().graph->has_durations();
  const bool hides_map = curve || parts_.learn.hides_plan();
  // Always: the graph of another page unfolds it.
  if (std::exchange(hides_map_, hides_map) || hides_map) parts_.centre.fold(TimeCentre::Part::map, hides_map);
  if (hides_map) parts_.centre.fold(TimeCentre::Part::lanes, false);  // so that something is there
  parts_.centre.explain_folded_map(hides_map ? tr("The heap map is hidden while it shows an answer.") : QString());
}

void Lessons::leave(const std::function<void()>& left) {
  const auto go = [this, left] {
    end();
    if (parts_.document.has_suspended()) resume();
    left();
  };
  parts_.document.has_suspended() ? parts_.saving->let_go(go) : go();
}

void Lessons::resume() {
  parts_.document.resume();
  parts_.planning.bring_back(std::exchange(suspended_wishes_, {}));
  // Notes on a file are read from beside it.
  if (parts_.document.path().startsWith(":/")) parts_.state.set_notes(std::exchange(suspended_notes_, {}));
}

void Lessons::end() {
  const LessonSession& session = parts_.learn.session();
  if (!session.is_open()) return;
  wanted_ = nullptr;
  override_units(false, parts_.settings);
  parts_.learn.leave();
  parts_.state.override_over_time(std::nullopt);
  if (std::exchange(hides_map_, false)) parts_.centre.fold(TimeCentre::Part::map, false);
  parts_.centre.explain_folded_map({});
  cover_answers();
  refresh_list();
  if (parts_.document.is_open()) parts_.pages.setCurrentWidget(&parts_.centre);
  emit changed();
}

/// Covers the docks in which an answer could be read with words that say so.
void Lessons::cover_answers() {
  const LessonSession& session = parts_.learn.session();
  const bool asks = parts_.learn.is_usable() && session.asks();
  auto tell = asks ? docks_that_tell(session.page().question->fact) : std::vector<std::string_view>();
  // A page may be about the orders or the strategies as soon as its own question is answered.
  const auto is_about = [&](LessonView view) { return !asks && session.page().view == view; };
  if (peak_asked() || bounds_asked()) {
    tell.emplace_back("peak");
    if (!is_about(LessonView::orders)) tell.emplace_back("orders");
  }
  if (footprint_asked()) {
    tell.insert(tell.end(), {"steps", "improve"});
    if (!is_about(LessonView::strategies)) tell.emplace_back("strategies");
  }
  const QString reason = asks ? tr("Answer the question first. This view shows the solution.")
                              : tr("This view shows the answer to a later question.");
  for (const QDockWidget* each : parts_.docks.all()) {
    const bool tells = std::ranges::find(tell, each->objectName().toStdString()) != tell.end();
    if (QWidget* content = Docks::content_of(each)) Overlay::set(*content, tells ? reason : QString());
  }
}

bool Lessons::will_ask(std::initializer_list<Fact> facts) const {
  const LearnPane& learn = parts_.learn;
  return learn.is_usable() && std::ranges::any_of(facts, [&](Fact fact) { return learn.session().will_ask(fact); });
}

bool Lessons::peak_asked() const {
  return will_ask({Fact::lifetime_bound});
}

bool Lessons::bounds_asked() const {
  return will_ask({Fact::proved_bound, Fact::clique});
}

bool Lessons::footprint_asked() const {
  return will_ask({Fact::offset, Fact::next, Fact::footprint, Fact::least_footprint, Fact::lifetime_bound,
                   Fact::proved_bound, Fact::clique, Fact::placed_at, Fact::bytes_passed});
}

PlanView Lessons::without_answers(PlanView view) const {
  if (parts_.learn.wants_board() || parts_.learn.hides_plan()) view.plan = nullptr;
  view.peak_asked = peak_asked();
  if (!view.peak_asked && !bounds_asked()) return view;
  view.bounds = nullptr;
  if (view.plan && (view.plan->lower_bound > Bytes{0} || view.plan->proved_optimal)) {
    auto plan = std::make_shared<Plan>(*view.plan);
    plan->lower_bound = Bytes{0};
    plan->proved_optimal = false;
    view.plan = std::move(plan);
  }
  return view;
}

std::shared_ptr<const Plan> Lessons::plan_so_far() const {
  return parts_.learn.plan_so_far();
}

}  // namespace stowage
