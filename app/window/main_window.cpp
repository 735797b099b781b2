// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFocusFrame>
#include <QKeyEvent>
#include <QMimeData>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/controllers/comparison.h"
#include "app/controllers/exporter.h"
#include "app/controllers/imports.h"
#include "app/controllers/lessons.h"
#include "app/controllers/opening.h"
#include "app/controllers/plan_presenter.h"
#include "app/controllers/saving.h"
#include "app/dialogs/dialogs.h"
#include "app/frame/start_page.h"
#include "app/window/followers.h"
#include "app/window/menus.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/pane.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/views/lanes/lanes_pane.h"

namespace stowage {
namespace {

constexpr auto kUnfolded = "strategies/unfolded";

QStringList local_files(const QMimeData* data) {
  QStringList paths;
  for (const QUrl& url : data->urls())
    if (url.isLocalFile()) paths.append(url.toLocalFile());
  return paths;
}

}  // namespace

MainWindow::MainWindow(QSettings& settings, QWidget* parent) : QMainWindow(parent) {
  parts_ = make_parts(settings);
  setAcceptDrops(true);
  make_controllers();
  make_jobs();
  connect(&parts_->activity, &Activity::settled, this, &MainWindow::settled);
  connect(&parts_->files, &FileWriter::written, this, &MainWindow::written);
  plans_->follow();
  follow_document();
  parts_->docks.restore_geometry();
  parts_->exporter->offer_tables_of(*this);
  feed_recorded_heap(*parts_);
  offer_file_parts(*parts_, menus_->tool_bar(), menus_->action("pin"));
  read_modules(*parts_);
  choose_default_colors(*parts_);
  // After all that shows or hides docks for a document.
  connect(&document_, &OpenDocument::replaced, this, &MainWindow::suggest_workspace);
  connect(parts_->lessons, &Lessons::changed, this, &MainWindow::suggest_workspace);
  connect(&workspaces(), &Workspaces::keyboard_free, this, &MainWindow::focus_centre);
  follow_compared();
  follow_numbers(this, [this] { show_numbers(); });
  show_document();
  parts_->docks.fit_to_screen();
}

/// Tells all jobs to end before the view, or the part of the session, that has the first of them waits for it.
MainWindow::~MainWindow() {
  qDeleteAll(
      findChildren<QFocusFrame*>());  // a tool bar takes leave of its parts, and a frame would follow one of them
  jobs_.disconnect(this);
  jobs_.stop_all();
}

/// Makes all but the controllers, each on what was made before it. The window, its docks and the tool bar will own
/// them.
std::shared_ptr<WindowParts> MainWindow::make_parts(QSettings& settings) {
  auto* recent = new RecentFiles(settings, this);
  auto* pages = new QStackedWidget;
  auto* message = new MessageBar;
  auto* heap_map = new HeapMapWidget(&state_);
  auto* compare = new CompareView(state_, heap_map);
  auto* lanes = make_lanes(state_);
  auto* centre = new TimeCentre(state_, compare, lanes);
  auto* find_bar = new FindBar(state_);
  auto* files = new FileWriter(*this, settings, document_, writes_, *message);
  auto* activity = new Activity(*this, jobs_, loader_, *message);
  jobs_.set_window(this);
  pages->addWidget(new StartPage);
  pages->addWidget(centre);
  heap_map->offer_edits([this](const EditRequest& request) { document_.edit(request); });
  auto* column = new QWidget;
  auto* rows = new QVBoxLayout(column);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(message);
  rows->addWidget(make_preview_bar());
  rows->addWidget(pages, 1);
  rows->addWidget(find_bar);
  setCentralWidget(column);
  auto* docks = new Docks(*this, settings, state_, document_, *lanes);
  auto& strategies = docks->view<StrategyPanel>();
  strategies.set_unfolded(settings.value(kUnfolded, false).toBool());
  connect(&strategies, &StrategyPanel::unfolded_changed, this,
          [&settings](bool unfolded) { settings.setValue(kUnfolded, unfolded); });
  for (QDockWidget* dock : docks->all()) dock->installEventFilter(this);
  for (const Pane* pane : docks->panes()) connect(pane, &Pane::edit_requested, &document_, &OpenDocument::edit);
  auto* workspaces = new Workspaces(*this, settings, *docks);
  connect(&document_, &OpenDocument::replaced, workspaces, &Workspaces::follow_document);
  connect(docks, &Docks::keyboard_free, this, &MainWindow::focus_centre);
  return std::make_shared<WindowParts>(WindowParts{.window = *this,
                                                   .settings = settings,
                                                   .document = document_,
                                                   .state = state_,
                                                   .loader = loader_,
                                                   .planning = planning_,
                                                   .writes = writes_,
                                                   .notes = notes_,
                                                   .edits = edits_,
                                                   .watch = watch_,
                                                   .recent = *recent,
                                                   .files = *files,
                                                   .message = *message,
                                                   .activity = *activity,
                                                   .docks = *docks,
                                                   .workspaces = *workspaces,
                                                   .pages = *pages,
                                                   .centre = *centre,
                                                   .heap_map = *heap_map,
                                                   .compare = *compare,
                                                   .tensors = docks->view<TensorTable>(),
                                                   .find_bar = *find_bar,
                                                   .strategies = strategies,
                                                   .strategy_box = *new StrategyBox(strategies),
                                                   .improve = docks->view<ImprovePane>(),
                                                   .learn = docks->view<LearnPane>(),
                                                   .orders = docks->view<OrdersPane>()});
}

void MainWindow::make_controllers() {
  parts_->saving = new Saving(*parts_);
  parts_->lessons = new Lessons(*parts_);
  parts_->exporter = new Exporter(*parts_);
  parts_->imports = new Imports(*parts_);
  parts_->opening = new Opening(*parts_);
  parts_->comparison = new Comparison(*parts_);
  plans_ = new PlanPresenter(*parts_);
  follow_improve(*parts_, centralWidget()->layout()->itemAt(1)->widget());
  menus_ = new Menus(*parts_, [this] { focus_centre(); });
  connect(parts_->imports, &Imports::reading_chosen, parts_->opening, &Opening::read_again);
  connect(parts_->opening, &Opening::window_wanted, this, &MainWindow::open_window);
  auto* start = static_cast<StartPage*>(parts_->pages.widget(0));
  const auto show_recent = [this, start] { start->set_recent(parts_->recent.paths()); };
  connect(&parts_->recent, &RecentFiles::changed, start, show_recent);
  connect(start, &StartPage::open_requested, parts_->opening, &Opening::choose_file);
  connect(start, &StartPage::task_chosen, parts_->opening, &Opening::choose_file_of);
  connect(start, &StartPage::formats_requested, this, [this] { show_formats(this); });
  connect(start, &StartPage::zoo_requested, parts_->opening, &Opening::choose_network);
  connect(start, &StartPage::file_chosen, this, &MainWindow::open_file);
  show_recent();
}

/// Two maps need the workspace that has room for them; one map does not.
void MainWindow::follow_compared() {
  CompareView& compare = parts_->compare;
  connect(&workspaces(), &Workspaces::changed, this, [this, &compare] {
    const bool compares = workspaces().current() == Workspace::compare;
    if (compares == (compare.mode() != CompareView::Mode::single)) return;
    if (document_.is_open()) compare.set_mode(compares ? CompareView::Mode::side_by_side : CompareView::Mode::single);
  });
  connect(&compare, &CompareView::mode_changed, this, [this, &compare] {
    const bool compares = compare.mode() != CompareView::Mode::single;
    if (compares == (workspaces().current() == Workspace::compare) || parts_->lessons->is_open()) return;
    compares ? workspaces().choose(Workspace::compare) : suggest_workspace();
  });
}

/// What the session works at, as the user knows it. The views' own jobs and what is written join the list themselves.
void MainWindow::make_jobs() {
  jobs_.add(&loader_, {.running = [this] { return loader_.running(); },
                       .text = [this] { return loader_.activity(); },
                       .cancel = [this] { return parts_->opening->cancel(); }});
  connect(&loader_, &LoaderJob::running_changed, this, [this] { jobs_.report(&loader_); });
  connect(&loader_, &LoaderJob::progress, this, [this](double fraction) { jobs_.report(&loader_, fraction); });

  jobs_.add(&document_, {.running = [this] { return document_.is_editing(); },
                         .text = [] { return tr("Editing…"); },
                         .cancel =
                             [this] {
                               document_.cancel_edit();
                               return tr("The edit was cancelled; nothing has changed.");
                             }});
  connect(&document_, &OpenDocument::editing_changed, this, [this] { jobs_.report(&document_); });
  jobs_.add(&planning_, {.running = [this] { return planning_.running(); },
                         .text = [this] { return plans_->activity_text(); },
                         .cancel = [this] { return plans_->cancel(); }});
  for (const auto begins_or_ends : {&Planning::started, &Planning::run_changed, &Planning::running_changed})
    connect(&planning_, begins_or_ends, this, [this] { jobs_.report(&planning_); });
  connect(&planning_, &Planning::progress, this, [this](double fraction) { jobs_.report(&planning_, fraction); });
  connect(&jobs_, &Jobs::failed, this, &MainWindow::tell_of_failure);
}

void MainWindow::tell_of_failure(const QString& reason) {
  parts_->message.show_fault(MessageBar::Topic::work, tr("Could not update a view: %1.").arg(reason));
}

void MainWindow::follow_document() {
  connect(&document_, &OpenDocument::replaced, this, &MainWindow::show_document);
  connect(&document_, &OpenDocument::imported_order_changed, &parts_->orders,
          [this] { parts_->orders.set_imported_order(document_.imported_order()); });
  connect(&document_, &OpenDocument::revised, this, [this] {
    parts_->message.resolve(MessageBar::Topic::editing);
    show_title();
  });
  connect(&document_, &OpenDocument::saved, this, [this] {
    notes_.move_to(document_.path());
    show_title();
  });
  connect(&document_, &OpenDocument::edit_refused, this, [this](const Error& error) {
    parts_->message.show_fault(MessageBar::Topic::editing,
                               tr("Could not apply the edit: %1.").arg(QString::fromStdString(error.text())));
  });
  connect(&notes_, &NotesKeeper::failed, this,
          [this](const QString& text) { parts_->message.show_fault(MessageBar::Topic::notes, text); });
  connect(parts_->lessons, &Lessons::file_wanted, this, &MainWindow::open_file);
  for (Pane* pane : parts_->docks.panes())
    connect(pane, &Pane::pair_picked, this, [this] {
      if (!parts_->lessons->is_open()) parts_->docks.bring_forward("inspector");  // why they may share memory, or not
    });
  connect(&state_, &ViewState::selection_changed, this, &MainWindow::follow_selection);
}

/// A selection in the centre or in the graph brings the Inspector in front of Improve only. What
/// Improve selects is seen beside it.
void MainWindow::follow_selection() {
  const bool any = !state_.selected_tensors().empty() || !state_.selected_operators().empty();
  const QDockWidget* improve = parts_->docks.dock("improve");
  if (!any || parts_->lessons->is_open() || improve->visibleRegion().isEmpty()) return;
  const QWidget* focus = focusWidget();
  const bool picked =
      focus && (centralWidget()->isAncestorOf(focus) || parts_->docks.dock("graph")->isAncestorOf(focus));
  if (picked && parts_->docks.are_tabs_of_one_place("inspector", "improve")) parts_->docks.bring_forward("inspector");
}

void MainWindow::open_file(const QString& path) {
  open_files({path});
}

void MainWindow::open_files(const QStringList& paths) {
  parts_->opening->open(paths);
}

void MainWindow::close_document() {
  parts_->opening->close_document();
}

void MainWindow::offer_lost_edits() {
  parts_->opening->offer_lost_edits();
}

void MainWindow::open_window(const QStringList& paths) {
  auto* window = new MainWindow(parts_->settings);
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->show();
  window->parts_->opening->open_group(paths);
}

/// The page in the centre has the keyboard: the map that is seen, or what a lesson shows in its place.
void MainWindow::focus_centre() {
  QWidget* page = parts_->pages.currentWidget();
  QWidget* map = parts_->compare.map_in_front();
  focus_into(page == &parts_->centre && map->isVisible() ? map : page);  // a map that is folded takes no keys
}

/// After the session, and before what connects to the document after this: docks and workspace.
void MainWindow::show_document() {
  const bool open = document_.is_open();
  plans_->show_document();
  parts_->comparison->forget();
  parts_->lessons->follow_document();
  parts_->orders.set_imported_order(document_.imported_order());
  parts_->find_bar.close_bar();
  parts_->pages.setCurrentIndex(open ? 1 : 0);
  if (!open) parts_->recent.refresh();
  if (open) parts_->centre.follow_graph(document_.graph()->stream_count(), !has_only_lifetimes(*document_.graph()));
  parts_->docks.show_document(document_);
  menus_->show_document();
  show_title();
  plans_->show_status();
}

bool MainWindow::drawing() const {
  return jobs_.working() || parts_->compare.busy();
}

/// Chooses the workspace by what the document has. A lesson has one of its own, and leaves the others alone.
void MainWindow::suggest_workspace() {
  if (!document_.is_open()) return;
  const bool recorded = document_.history() != nullptr;
  parts_->workspaces.offer_recorded(recorded);
  parts_->workspaces.suggest(parts_->lessons->is_open()              ? Workspace::learn
                             : recorded                              ? Workspace::recorded
                             : document_.graph()->stream_count() > 1 ? Workspace::streams
                                                                     : Workspace::explore);
}

void MainWindow::show_title() {
  setWindowTitle(document_.is_open() ? tr("%1[*] – Stowage").arg(document_.title()) : tr("Stowage") + "[*]");
  setWindowModified(document_.is_modified());
}

/// Numbers or colours of classes look otherwise: writes again what the window says itself, and the classes by size,
/// which are named by amounts.
void MainWindow::show_numbers() {
  parts_->comparison->show_plans();
  plans_->show_status();
  if (state_.color_by() != ColorBy::size) return emit state_.colors_changed();
  const std::vector<std::uint8_t> hidden = state_.hidden_classes();
  state_.set_color_by(ColorBy::stream);
  state_.set_color_by(ColorBy::size);
  for (const std::uint8_t entry : hidden) state_.toggle_class(entry);
}

/// Looks at the file: not every file system reports changes.
void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ActivationChange && isActiveWindow()) watch_.look();
  QMainWindow::changeEvent(event);
}

/// In lists and tables a letter alone finds the row that begins with it, and runs no command.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && qobject_cast<QAbstractItemView*>(QApplication::focusWidget())) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::NoModifier && !key->text().isEmpty() && key->text().front().isLetterOrNumber()) {
      event->accept();
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
}

/// Esc where no view takes it.
void MainWindow::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && state_.moment()) return state_.set_moment(nullptr);
  QMainWindow::keyPressEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!local_files(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QStringList paths = local_files(event->mimeData());
  if (paths.isEmpty()) return;
  event->acceptProposedAction();
  open_files(paths);
}

/// Closes the window once nothing would be lost that the user wants to keep.
void MainWindow::wish_to_close() {
  closing_ = true;
  const auto stay = [this] { closing_ = false; };
  const auto close_later = [this] {
    may_close_ = true;
    QMetaObject::invokeMethod(
        this, [this] { may_close_ ? void(close()) : void(); }, Qt::QueuedConnection);
  };
  parts_->opening->let_all_go(
      [this, stay, close_later] {
        const auto then = [this, close_later, revision = document_.revision()] {
          revision == document_.revision() ? close_later() : wish_to_close();  // edited meanwhile: asks again
        };
        parts_->saving->when_written(then, stay);
      },
      stay);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!closing_) wish_to_close();  // and may close at once
  if (!may_close_) return event->ignore();
  closing_ = may_close_ = false;
  edits_.discard_all();
  parts_->docks.save_geometry();
  parts_->workspaces.save();
  parts_->opening->stop_work();
  jobs_.stop_all();
  QMainWindow::closeEvent(event);
}

}  // namespace stowage
