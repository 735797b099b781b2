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
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "app/controllers/comparison.h"
#include "app/controllers/exporter.h"
#include "app/controllers/file_writer.h"
#include "app/controllers/imports.h"
#include "app/controllers/improve_preview.h"
#include "app/controllers/lessons.h"
#include "app/controllers/opening.h"
#include "app/controllers/plan_presenter.h"
#include "app/controllers/saving.h"
#include "app/controllers/window_parts.h"
#include "app/dialogs/dialogs.h"
#include "app/frame/activity.h"
#include "app/frame/docks.h"
#include "app/frame/message_bar.h"
#include "app/frame/preview_bar.h"
#include "app/frame/start_page.h"
#include "app/frame/time_centre.h"
#include "app/frame/workspaces.h"
#include "app/settings/recent_files.h"
#include "app/window/default_coloring.h"
#include "app/window/file_parts.h"
#include "app/window/menus.h"
#include "app/window/module_reader.h"
#include "app/window/recorded_heap_feed.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/pane.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/compare/moved_pane.h"
#include "widgets/views/conflicts/conflicts_pane.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/improve/improve_pane.h"
#include "widgets/views/lanes/lanes_pane.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/loops/loops_pane.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/spaces/spaces_pane.h"
#include "widgets/views/steps/steps_pane.h"
#include "widgets/views/strategies/strategy_box.h"
#include "widgets/views/strategies/strategy_panel.h"

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

MainWindow::MainWindow(QSettings& settings, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      recent_(new RecentFiles(settings, this)),
      pages_(new QStackedWidget),
      message_(new MessageBar),
      preview_(new PreviewBar),
      start_page_(new StartPage),
      heap_map_(new HeapMapWidget(&state_)),
      compare_(new CompareView(state_, heap_map_)),
      lanes_(new LanesPane(state_)),
      centre_(new TimeCentre(state_, compare_, lanes_)),
      find_bar_(new FindBar(state_)),
      files_(new FileWriter(*this, settings, document_, writes_, *message_)),
      activity_(new Activity(*this, jobs_, loader_, *message_)) {
  setAcceptDrops(true);
  jobs_.set_window(this);
  make_views();
  const WindowParts parts = make_parts();
  make_jobs();
  connect(activity_, &Activity::settled, this, &MainWindow::settled);
  connect(files_, &FileWriter::written, this, &MainWindow::written);
  plans_->follow();
  follow_document();
  docks_->restore_geometry();
  exporter_->offer_tables_of(*this);
  const auto show_recent = [this] { start_page_->set_recent(recent_->paths()); };
  connect(recent_, &RecentFiles::changed, this, show_recent);
  connect(start_page_, &StartPage::open_requested, opening_, &Opening::choose_file);
  connect(start_page_, &StartPage::task_chosen, opening_, &Opening::choose_file_of);
  connect(start_page_, &StartPage::formats_requested, this, [this] { show_formats(this); });
  connect(start_page_, &StartPage::zoo_requested, opening_, &Opening::choose_network);
  connect(start_page_, &StartPage::file_chosen, this, &MainWindow::open_file);
  feed_recorded_heap(parts);
  const auto* file_parts =
      new FileParts(document_, state_, docks_->view<SpacesPane>(), menus_->tool_bar(), menus_->action("pin"));
  connect(file_parts, &FileParts::graph_chosen, opening_, &Opening::read_again);
  new ModuleReader(document_, state_, this);
  colors_ = new DefaultColoring(document_, state_, this);
  connect(lessons_, &Lessons::color_wanted, colors_, &DefaultColoring::override_with);
  const auto suggest_colors = [this] { colors_->suggest(lessons_->is_open()); };
  connect(&document_, &OpenDocument::replaced, this, suggest_colors);
  connect(lessons_, &Lessons::changed, this, [this, suggest_colors, was = false]() mutable {
    if (std::exchange(was, lessons_->is_open()) != was) suggest_colors();
  });
  // After all that shows or hides docks for a document.
  connect(&document_, &OpenDocument::replaced, this, &MainWindow::suggest_workspace);
  connect(lessons_, &Lessons::changed, this, &MainWindow::suggest_workspace);
  connect(lessons_, &Lessons::list_wanted, this, [this] { workspaces_->choose(Workspace::learn); });
  connect(workspaces_, &Workspaces::changed, this, [this] {
    const bool compares = workspaces_->current() == Workspace::compare;
    if (compares == (compare_->mode() != CompareView::Mode::single)) return;
    if (document_.is_open()) compare_->set_mode(compares ? CompareView::Mode::side_by_side : CompareView::Mode::single);
  });
  connect(workspaces_, &Workspaces::keyboard_free, this, &MainWindow::focus_centre);
  // Two maps need the workspace that has room for them; one map does not.
  connect(compare_, &CompareView::mode_changed, this, [this] {
    const bool compares = compare_->mode() != CompareView::Mode::single;
    if (compares == (workspaces_->current() == Workspace::compare) || lessons_->is_open()) return;
    compares ? workspaces_->choose(Workspace::compare) : suggest_workspace();
  });
  follow_numbers(this, [this] { show_numbers(); });
  show_recent();
  show_document();
  docks_->fit_to_screen();
}

/// Tells all jobs to end before the view, or the part of the session, that has the first of them waits for it.
MainWindow::~MainWindow() {
  qDeleteAll(
      findChildren<QFocusFrame*>());  // a tool bar takes leave of its parts, and a frame would follow one of them
  jobs_.disconnect(this);
  jobs_.stop_all();
}

void MainWindow::make_views() {
  heap_map_->offer_edits([this](const EditRequest& request) { document_.edit(request); });
  pages_->addWidget(start_page_);
  pages_->addWidget(centre_);
  auto* centre = new QWidget;
  auto* rows = new QVBoxLayout(centre);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(message_);
  rows->addWidget(preview_);
  rows->addWidget(pages_, 1);
  rows->addWidget(find_bar_);
  setCentralWidget(centre);
  docks_ = new Docks(*this, settings_, state_, document_, *lanes_);
  strategies_ = &docks_->view<StrategyPanel>();
  tensors_ = &docks_->view<TensorTable>();
  orders_ = &docks_->view<OrdersPane>();
  strategy_box_ = new StrategyBox(*strategies_);  // the tool bar will own it
  strategies_->set_unfolded(settings_.value(kUnfolded, false).toBool());
  connect(strategies_, &StrategyPanel::unfolded_changed, this,
          [this](bool unfolded) { settings_.setValue(kUnfolded, unfolded); });
  for (QDockWidget* dock : docks_->all()) dock->installEventFilter(this);
  for (const Pane* pane : docks_->panes()) connect(pane, &Pane::edit_requested, &document_, &OpenDocument::edit);
  workspaces_ = new Workspaces(*this, settings_, *docks_);
  connect(&document_, &OpenDocument::replaced, workspaces_, &Workspaces::follow_document);
  connect(docks_, &Docks::keyboard_free, this, &MainWindow::focus_centre);
}

/// What works for the window, each on what was made before it.
WindowParts MainWindow::make_parts() {
  WindowParts parts{.window = *this,
                    .settings = settings_,
                    .document = document_,
                    .state = state_,
                    .loader = loader_,
                    .planning = planning_,
                    .writes = writes_,
                    .notes = notes_,
                    .edits = edits_,
                    .watch = watch_,
                    .recent = *recent_,
                    .files = *files_,
                    .message = *message_,
                    .activity = *activity_,
                    .docks = *docks_,
                    .workspaces = *workspaces_,
                    .pages = *pages_,
                    .centre = *centre_,
                    .heap_map = *heap_map_,
                    .compare = *compare_,
                    .legend = docks_->view<LegendWidget>(),
                    .tensors = *tensors_,
                    .find_bar = *find_bar_,
                    .strategies = *strategies_,
                    .strategy_box = *strategy_box_,
                    .conflicts = docks_->view<ConflictsPane>(),
                    .improve = docks_->view<ImprovePane>(),
                    .learn = docks_->view<LearnPane>(),
                    .moved = docks_->view<MovedPane>(),
                    .orders = *orders_,
                    .steps = docks_->view<StepsPane>()};
  parts.saving = saving_ = new Saving(parts);
  parts.lessons = lessons_ = new Lessons(parts);
  parts.exporter = exporter_ = new Exporter(parts);
  parts.imports = imports_ = new Imports(parts);
  parts.opening = opening_ = new Opening(parts);
  parts.comparison = comparison_ = new Comparison(parts);
  plans_ = new PlanPresenter(parts);
  new ImprovePreview(parts);
  connect(&parts.improve, &ImprovePane::preview_changed, preview_, &PreviewBar::show_preview);
  connect(preview_, &PreviewBar::applied, &parts.improve, &ImprovePane::apply_previewed);
  connect(preview_, &PreviewBar::discarded, &parts.improve, &ImprovePane::go_back);
  menus_ = new Menus(parts, [this] { focus_centre(); });
  connect(plans_, &PlanPresenter::baseline_changed, menus_, &Menus::set_pinned);
  connect(imports_, &Imports::reading_chosen, opening_, &Opening::read_again);
  connect(opening_, &Opening::window_wanted, this, &MainWindow::open_window);
  return parts;
}

/// What the session works at, as the user knows it. The views' own jobs and what is written join the list themselves.
void MainWindow::make_jobs() {
  jobs_.add(&loader_, {.running = [this] { return loader_.running(); },
                       .text = [this] { return loader_.activity(); },
                       .cancel = [this] { return opening_->cancel(); }});
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
  jobs_.add(orders_, {.running = [this] { return orders_->searching(); },
                      .text = [this] { return orders_->search_text(); },
                      .cancel =
                          [this] {
                            orders_->stop_search();
                            return tr("Stopping the search. The best order so far is kept.");
                          }});
  // How far a strategy is, is not known: the bar shows only that something runs.
  connect(orders_, &OrdersPane::searching_changed, this, [this] { jobs_.report(orders_, -1); });
  connect(&jobs_, &Jobs::failed, this, &MainWindow::tell_of_failure);
}

void MainWindow::tell_of_failure(const QString& reason) {
  message_->show_message(MessageBar::Topic::work, MessageBar::Kind::fault,
                         tr("Could not update a view: %1.").arg(reason));
}

void MainWindow::follow_document() {
  connect(&document_, &OpenDocument::replaced, this, &MainWindow::show_document);
  connect(&document_, &OpenDocument::imported_order_changed, orders_,
          [this] { orders_->set_imported_order(document_.imported_order()); });
  connect(&document_, &OpenDocument::revised, this, [this] {
    message_->resolve(MessageBar::Topic::editing);
    show_title();
  });
  connect(&document_, &OpenDocument::saved, this, [this] {
    notes_.move_to(document_.path());
    show_title();
  });
  connect(&document_, &OpenDocument::edit_refused, this, [this](const Error& error) {
    message_->show_message(MessageBar::Topic::editing, MessageBar::Kind::fault,
                           tr("Could not apply the edit: %1.").arg(QString::fromStdString(error.text())));
  });
  connect(&notes_, &NotesKeeper::failed, this, [this](const QString& text) {
    message_->show_message(MessageBar::Topic::notes, MessageBar::Kind::fault, text);
  });
  connect(lessons_, &Lessons::file_wanted, this, &MainWindow::open_file);
  connect(&docks_->view<LoopsPane>(), &LoopsPane::sample_requested, this,
          [this] { open_file(QStringLiteral(":/samples/loop_convolution.stowage.json")); });
  for (Pane* pane : docks_->panes())
    connect(pane, &Pane::pair_picked, this, [this] {
      if (!lessons_->is_open()) docks_->bring_forward("inspector");  // why they may share memory, or not
    });
  connect(&state_, &ViewState::selection_changed, this, &MainWindow::follow_selection);
}

/// A selection in the centre or in the graph brings the Inspector in front of Improve, but of nothing else. What
/// Improve selects is seen beside it.
void MainWindow::follow_selection() {
  const bool any = !state_.selected_tensors().empty() || !state_.selected_operators().empty();
  const QDockWidget* improve = docks_->dock("improve");
  if (!any || lessons_->is_open() || improve->visibleRegion().isEmpty()) return;
  const QWidget* focus = focusWidget();
  const bool picked = focus && (centralWidget()->isAncestorOf(focus) || docks_->dock("graph")->isAncestorOf(focus));
  if (picked && docks_->are_tabs_of_one_place("inspector", "improve")) docks_->bring_forward("inspector");
}

void MainWindow::open_file(const QString& path) {
  open_files({path});
}

void MainWindow::open_files(const QStringList& paths) {
  opening_->open(paths);
}

void MainWindow::close_document() {
  opening_->close_document();
}

void MainWindow::offer_lost_edits() {
  opening_->offer_lost_edits();
}

void MainWindow::open_window(const QStringList& paths) {
  auto* window = new MainWindow(settings_);
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->show();
  window->opening_->open_group(paths);
}

/// The page in the centre has the keyboard: the map that is seen, or what a lesson shows in its place.
void MainWindow::focus_centre() {
  QWidget* page = pages_->currentWidget();
  QWidget* map = compare_->map_in_front();
  focus_into(page == centre_ && map->isVisible() ? map : page);  // a map that is folded takes no keys
}

/// After the session, and before what connects to the document after this: docks and workspace.
void MainWindow::show_document() {
  const bool open = document_.is_open();
  plans_->show_document();
  comparison_->forget();
  lessons_->follow_document();
  orders_->set_imported_order(document_.imported_order());
  find_bar_->close_bar();
  pages_->setCurrentIndex(open ? 1 : 0);
  if (!open) recent_->refresh();
  if (open) centre_->follow_graph(document_.graph()->stream_count(), !has_only_lifetimes(*document_.graph()));
  docks_->show_document(document_);
  menus_->show_document();
  show_title();
  plans_->show_status();
}

bool MainWindow::drawing() const {
  return jobs_.working() || compare_->busy();
}

/// By what the document is of. A lesson has a workspace of its own, and leaves the others alone.
void MainWindow::suggest_workspace() {
  if (!document_.is_open()) return;
  const bool recorded = document_.history() != nullptr;
  workspaces_->offer_recorded(recorded);
  const bool loops = document_.graph()->loop_count() > 0;
  workspaces_->suggest(lessons_->is_open()                     ? Workspace::learn
                       : recorded                              ? Workspace::recorded
                       : loops                                 ? Workspace::orders
                       : document_.graph()->stream_count() > 1 ? Workspace::streams
                                                               : Workspace::explore);
  if (loops && workspaces_->current() == Workspace::orders) docks_->bring_forward("loops");
}

void MainWindow::show_title() {
  setWindowTitle(document_.is_open() ? tr("%1[*] – Stowage").arg(document_.title()) : tr("Stowage") + "[*]");
  setWindowModified(document_.is_modified());
}

/// Numbers or colours of classes look otherwise: writes again what the window says itself, and the classes by size,
/// which are named by amounts.
void MainWindow::show_numbers() {
  comparison_->show_plans();
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
  opening_->let_all_go(
      [this, stay, close_later] {
        const auto then = [this, close_later, revision = document_.revision()] {
          revision == document_.revision() ? close_later() : wish_to_close();  // edited meanwhile: asks again
        };
        saving_->when_written(then, stay);
      },
      stay);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!closing_) wish_to_close();  // and may close at once
  if (!may_close_) return event->ignore();
  closing_ = may_close_ = false;
  edits_.discard_all();
  docks_->save_geometry();
  workspaces_->save();
  opening_->stop_work();
  jobs_.stop_all();
  QMainWindow::closeEvent(event);
}

}  // namespace stowage
