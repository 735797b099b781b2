// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QStackedWidget>
#include <QStatusBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/dialogs/preferences_dialog.h"
#include "app/settings/appearance.h"
#include "app/settings/command_name.h"
#include "app/settings/recent_files.h"
#include "app/window/activity.h"
#include "app/window/comparison.h"
#include "app/window/docks.h"
#include "app/window/exporter.h"
#include "app/window/file_writer.h"
#include "app/window/heap_docks.h"
#include "app/window/history_view.h"
#include "app/window/lessons.h"
#include "app/window/message_bar.h"
#include "app/window/start_page.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/base/pane.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/find/find_bar.h"
#include "widgets/views/graph/graph_widget.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/heap_map/legend_widget.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/notes/note_dialog.h"
#include "widgets/views/orders/orders_pane.h"
#include "widgets/views/strategies/strategy_panel.h"

namespace stowage {
namespace {

constexpr int kNote = 4000;  // milliseconds
constexpr std::int64_t kMostAlignment = std::int64_t{1} << 30;

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
      start_page_(new StartPage),
      heap_map_(new HeapMapWidget(&state_)),
      compare_(new CompareView(state_, heap_map_)),
      legend_(new LegendWidget(&state_)),
      graph_(new GraphWidget(state_)),
      strategies_(new StrategyPanel(state_)),
      tensors_(new TensorTable(&state_)),
      find_bar_(new FindBar(state_)),
      files_(new FileWriter(*this, settings, document_, writes_, *message_)),
      activity_(new Activity(*this, jobs_, loader_, *message_)) {
  setAcceptDrops(true);
  jobs_.set_window(this);
  make_views();
  docks_ = new Docks(*this, settings, state_,
                     {graph_, strategies_, tensors_, legend_, make_history_view(document_.undo_group())});
  for (QDockWidget* dock : docks_->all()) dock->installEventFilter(this);
  for (const Pane* pane : docks_->panes()) connect(pane, &Pane::edit_requested, &document_, &OpenDocument::edit);
  orders_ = findChild<OrdersPane*>();
  lessons_ = new Lessons({*this, settings, document_, state_, planning_, *files_, *recent_, *message_, *docks_, *pages_,
                          *compare_, *orders_, *findChild<LearnPane*>(), [this] { return may_go(); }});
  comparison_ =
      new Comparison({*this, document_, planning_, *compare_, *docks_, [this] { return name_of_imported(); }});
  exporter_ = new Exporter(
      {*this, document_, state_, writes_, *files_, *message_, *docks_, *compare_, *heap_map_, *strategies_, *tensors_});
  connect(files_, &FileWriter::written, this, &MainWindow::written);
  connect(docks_, &Docks::keyboard_free, this, &MainWindow::focus_centre);
  make_menus();
  make_tool_bar();
  for (const QToolButton* button : findChildren<QToolButton*>())
    if (QAction* action = button->defaultAction()) name_without_key(action);
  make_status_bar();
  make_jobs();
  connect_results();
  docks_->restore_layout();
  connect(&loader_, &LoaderJob::graph_loaded, this, &MainWindow::take_graph);
  connect(&loader_, &LoaderJob::plan_loaded, this, &MainWindow::take_plan);
  connect(&loader_, &LoaderJob::lesson_loaded, this, &MainWindow::take_lesson);
  connect(&loader_, &LoaderJob::failed, this, &MainWindow::show_failure);
  connect(&document_, &OpenDocument::replaced, this, &MainWindow::show_document);
  connect(&document_, &OpenDocument::revised, this, [this] {
    message_->resolve(MessageBar::Topic::alignment);
    show_title();
  });
  connect(&document_, &OpenDocument::saved, this, &MainWindow::show_title);
  const auto show_recent = [this] { start_page_->set_recent(recent_->paths()); };
  connect(recent_, &RecentFiles::changed, this, show_recent);
  connect_tables(this);
  connect(start_page_, &StartPage::open_requested, this, &MainWindow::choose_file);
  connect(start_page_, &StartPage::zoo_requested, this, &MainWindow::choose_network);
  connect(start_page_, &StartPage::file_chosen, this, &MainWindow::open_file);
  new HeapDocks(*this, *heap_map_);
  follow_numbers(this, [this] { show_numbers(); });
  show_recent();
  show_document();
  docks_->fit_to_screen();
}

/// All jobs are told to end before the first of them is waited for: by the view, or the part of the session, it is in.
MainWindow::~MainWindow() {
  jobs_.disconnect(this);
  jobs_.stop_all();
}

void MainWindow::make_views() {
  pages_->addWidget(start_page_);
  pages_->addWidget(compare_);
  auto* centre = new QWidget;
  auto* rows = new QVBoxLayout(centre);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(message_);
  rows->addWidget(pages_, 1);
  rows->addWidget(find_bar_);
  setCentralWidget(centre);
}

/// The page in the centre has the keyboard: the map that is seen, or what a lesson shows in its place.
void MainWindow::focus_centre() {
  QWidget* page = pages_->currentWidget();
  focus_into(page == compare_ ? compare_->map_in_front() : page);
}

void MainWindow::show_document() {
  const bool open = document_.is_open();
  notes_.close();
  state_.reset();
  notes_.open(document_.path(), document_.graph());
  find_bar_->close_bar();
  pages_->setCurrentIndex(open ? 1 : 0);
  docks_->set_shown(open);
  for (QAction* action : graph_actions_) action->setEnabled(open);
  alignment_->setEnabled(open);
  interval_menu_->menuAction()->setVisible(document_.format() == "interval-csv");
  show_import_actions();
  show_title();
  show_status();
}

bool MainWindow::drawing() const {
  return jobs_.working() || compare_->busy();
}

void MainWindow::show_title() {
  setWindowTitle(document_.is_open() ? tr("%1[*] – Stowage").arg(document_.title()) : tr("Stowage") + "[*]");
  setWindowModified(document_.is_modified());
  alignment_->setEditText(QString::number(document_.alignment().count));
}

/// The note on the one tensor that is selected.
void MainWindow::note_selected() {
  const auto& graph = document_.graph();
  const auto& selected = state_.selected_tensors();
  if (!graph || selected.size() != 1 || selected.front().index() >= graph->tensor_count())
    statusBar()->showMessage(tr("Select one tensor to write a note on it."), kNote);
  else
    edit_note(this, state_, *graph, selected.front());
}

/// Whether it was one; else a message says why not.
bool MainWindow::set_alignment_text(const QString& text) {
  const std::optional<Bytes> wanted = parse_bytes(text);
  const bool good = wanted && wanted->count >= 1 && wanted->count <= kMostAlignment;
  if (good) {
    document_.change_alignment(*wanted);
    message_->resolve(MessageBar::Topic::alignment);
  } else {
    message_->show_message(MessageBar::Topic::alignment, MessageBar::Kind::fault,
                           tr("%1 is no alignment: it is a whole number of bytes from 1 to %2.")
                               .arg(text, QLocale().toString(qlonglong{kMostAlignment})));
  }
  show_title();
  return good;
}

void MainWindow::show_preferences() {
  auto* dialog = findChild<PreferencesDialog*>();
  if (!dialog) {
    dialog = new PreferencesDialog(settings_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
  }
  dialog->show();
  dialog->raise();
  dialog->activateWindow();
}

/// Amounts and classes are shown otherwise than before: what the window says itself, and the classes by size, which are
/// named by amounts.
void MainWindow::show_numbers() {
  comparison_->show_plans();
  show_status();
  if (state_.color_by() != ColorBy::size) return emit state_.colors_changed();
  state_.set_color_by(ColorBy::stream);
  state_.set_color_by(ColorBy::size);
}

/// The window undoes, not the text field, unless something is being typed there. A letter alone is no command in lists
/// and tables: it finds the row that begins with it.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == alignment_ && event->type() == QEvent::ShortcutOverride && !alignment_->lineEdit()->isModified()) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
      event->ignore();
      return true;
    }
  }
  if (event->type() == QEvent::ShortcutOverride && qobject_cast<QAbstractItemView*>(QApplication::focusWidget())) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->modifiers() == Qt::NoModifier && !key->text().isEmpty() && key->text().front().isLetterOrNumber()) {
      event->accept();
      return true;
    }
  }
  return QMainWindow::eventFilter(watched, event);
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

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!may_all_go() || !all_written()) return event->ignore();
  docks_->save_layout();
  stop_work();
  jobs_.stop_all();
  QMainWindow::closeEvent(event);
}

}  // namespace stowage
