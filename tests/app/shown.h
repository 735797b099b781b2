// SPDX-License-Identifier: GPL-3.0-or-later
// The driver of the real window: opens, clicks, drags, types, and waits for what comes of it.
#pragma once

#include <QtTest>
#include <QtWidgets>

#include "app/controllers/exporter.h"
#include "app/controllers/saving.h"
#include "app/frame/message_bar.h"
#include "app/frame/workspaces.h"
#include "app/settings/application.h"
#include "app/settings/recent_files.h"
#include "app/window/main_window.h"
#include "core/formats/readers.h"
#include "core/papers/tables.h"
#include "tests/app/resize.h"
#include "tests/gui/gui.h"
#include "tests/start/test_entry.h"
#include "tests/support/results.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/tables/table_actions.h"
#include "widgets/tables/tensor_table.h"
#include "widgets/views/heap_map/heap_map_widget.h"
#include "widgets/views/learn/learn_pane.h"
#include "widgets/views/learn/lesson_board.h"

namespace stowage::test {

inline const char* const kFigure2 = ":/samples/somas_figure_2.stowage.json";
inline constexpr const char* kTraining = ":/samples/training_step.stowage.json";
/// Lessons.
inline constexpr const char* kFit = ":/samples/lessons/3_avoid_merge_fit.json";
inline constexpr const char* kObjects = ":/samples/lessons/5_single_and_many_objects.json";
inline constexpr const char* kStreams = ":/samples/lessons/1_one_stream_is_not_enough.json";
inline constexpr const char* kBounds = ":/samples/lessons/7_bounds.json";

/// Files and settings of a test's own, gone when it ends.
class Scratch {
 public:
  [[nodiscard]] QString path(const QString& name) const { return folder_.filePath(name); }
  [[nodiscard]] QString fresh_settings() { return path(QStringLiteral("settings%1.ini").arg(++settings_)); }
  [[nodiscard]] QString write(const QString& name, const QByteArray& bytes) const {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size()) qFatal("cannot write a test file");
    return file.fileName();
  }
  [[nodiscard]] QString write(const QString& name, const Graph& graph) const {
    return write(name, QByteArray::fromStdString(write_graph_json(graph)));
  }
  /// Of a sample, or another file.
  [[nodiscard]] QString copy_of(const QString& name, const char* what) const { return write(name, read(what)); }
  [[nodiscard]] static QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

 private:
  QTemporaryDir folder_;
  int settings_ = 0;
};

[[nodiscard]] inline Graph read_graph(const QString& path) {
  return *graph_in(path.toStdString());
}

/// Puts a name into the dialog's field, and presses Open or Save.
inline void name_file(QFileDialog* dialog, const QString& path) {
  dialog->findChild<QLineEdit*>("fileNameEdit")->setText(path);
  const bool saves = dialog->acceptMode() == QFileDialog::AcceptSave;
  click(dialog->findChild<QDialogButtonBox*>()->button(saves ? QDialogButtonBox::Save : QDialogButtonBox::Open));
}

/// How a write ended: `reason` is empty where the file is there.
struct Ended {
  QString path, reason;
};

/// A window on screen with settings of its own.
struct Shown {
  /// Wide enough for all of its columns, whatever the screen, unless the settings have a size.
  explicit Shown(const QString& settings_file) : settings(settings_file, QSettings::IniFormat), window(settings) {
    if (!settings.contains("window/geometry")) window.resize(window.size().expandedTo({1280, 0}));
    show(window);
    first_size_ = window.size();
  }
  /// As at a first start, with that file open, or with nothing.
  explicit Shown(Scratch& scratch, const QString& path = {}) : Shown(scratch.fresh_settings()) {
    if (!path.isEmpty()) open(path);
  }
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;
  virtual ~Shown() = default;

  // ---- documents
  void open(const QString& path) {
    window.open_file(path);
    settle();
    if (!QApplication::activeModalWidget()) return;
    wait_for_answers();
    settle();
  }
  /// Wants to close the window, and waits until it is known whether it does.
  bool close() {
    window.close();
    wait_until([&] { return !window.closing(); });
    return !window.isVisible();
  }
  /// Nothing is open, nothing runs, nothing is said, nothing is kept, and the docks are where they are at first. What a
  /// view remembers from one document to the next stays.
  void reset() {
    qDeleteAll(window.findChildren<QTimer*>(kAsked, Qt::FindDirectChildrenOnly));
    while (QWidget* popup = QApplication::activePopupWidget()) popup->close();
    for (QDialog* each : window.findChildren<QDialog*>())
      if (each->isVisible()) each->close();
    auto* cancel = part<QAction>("cancel");
    while (!QTest::qWaitFor([&] { return !window.busy(); }, 100))
      if (cancel->isEnabled()) cancel->trigger();
    settle();
    window.resize(first_size_);
    window.workspaces().reset_all();
    window.document().close();  // asks nothing
    wait_until_idle();
    while (message()->isVisible()) message()->dismiss();
    window.statusBar()->clearMessage();
    part<QLineEdit>("tensor_filter")->clear();
    window.recent_files().clear();
    settings.clear();
    activate();
  }
  [[nodiscard]] const Graph& graph() { return *window.document().graph(); }
  [[nodiscard]] OperatorId op(const char* name) { return graph().find_operator(name); }
  QUndoStack& history() { return window.document().undo_stack(); }
  void edit(const EditRequest& request) {
    window.document().edit(request);
    settle();
  }
  void align(Bytes to) {
    window.document().change_alignment(to);
    settle();
  }
  void undo() {
    history().undo();
    settle();
  }
  void redo() {
    history().redo();
    settle();
  }
  /// The first tensor by a page: any edit.
  void grow() { edit(resize(TensorId(0), graph().size(TensorId(0)) + Bytes{4096})); }
  /// A key for the map, such as that of undo. A menu or a dialog that closed may not have made the window active again.
  void press_key(QKeySequence::StandardKey key) {
    QApplication::setActiveWindow(&window);
    activate();
    QTest::keySequence(map(), key);
    settle();
  }
  /// Into the field of the tool bar.
  void type_alignment(const QString& text) {
    auto* box = part<QComboBox>("alignment");
    box->setFocus();
    box->lineEdit()->selectAll();
    QTest::keyClicks(box, text);
    QTest::keyClick(box, Qt::Key_Return);
  }
  /// To the next question.
  void answer(QMessageBox::StandardButton which) {
    when_asked<QMessageBox>(&window, [which](QMessageBox* box) { click(box->button(which)); });
  }

  // ---- files
  /// Begins a write, and waits for its end.
  Ended write(const std::function<void()>& begin) {
    QSignalSpy written(&window, &MainWindow::written);
    begin();
    wait_until([&] { return written.count() > 0; }, "never written");
    settle();
    return {written.first()[0].toString(), written.first()[1].toString()};
  }
  Ended save_plan(const QString& path) {
    return write([&] { window.saving().save_plan(path); });
  }
  Ended save_graph(const QString& path) {
    return write([&] { window.saving().save_graph(path); });
  }
  Ended save_table(const char* view, const QString& path) {
    return write([&] { window.exporter().save_table(TableActions::of(part<QAbstractItemView>(view)), path); });
  }
  Ended export_image(std::string_view view, const QString& path) {
    return write([&] { window.exporter().export_image(view, path); });
  }
  Ended export_page(const QString& path) {
    return write([&] { window.exporter().export_page(path); });
  }

  // ---- waits
  /// Until all that a test of this window looks at is there.
  virtual void settle() {
    wait_until([&] { return !window.busy() && !map()->busy(); });
  }
  /// Dialogs do not wait: until each is answered.
  static void wait_for_answers() {
    wait_until([] { return !QApplication::activeModalWidget(); }, "a dialog was never answered");
  }
  /// After a dialog: not every platform gives the keyboard back by itself.
  void activate() {
    window.activateWindow();
    show(window);
  }

  // ---- parts
  template <class T>
  T* part(const char* name) {
    return part_of<T>(window, name);
  }
  /// In a fixed order.
  QList<QDockWidget*> docks() { return window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly); }
  QDockWidget* dock(const char* name) { return part<QDockWidget>(name); }
  /// Whether anything of it is seen.
  bool in_front(const char* name) { return !dock(name)->visibleRegion().isEmpty(); }
  /// Those that are not hidden, by name.
  QStringList docks_shown() {
    QStringList out;
    for (const QDockWidget* each : docks())
      if (!each->isHidden()) out << each->objectName();
    out.sort();
    return out;
  }
  /// The command that shows it.
  QAction* shows(const QDockWidget* which) { return part<QAction>(qPrintable("show_" + which->objectName())); }
  /// The dock comes forward.
  QDockWidget* bring(const char* name) {
    QDockWidget* found = dock(name);
    found->show();
    found->raise();
    wait_until([&] { return in_front(name); }, "the dock never came forward");
    return found;
  }
  HeapMapWidget* map() { return part<HeapMapWidget>("map_b"); }
  MessageBar* message() { return part<MessageBar>("message_bar"); }
  QString status() { return part<QLabel>("status_text")->text(); }
  void trigger(const char* command) {
    part<QAction>(command)->trigger();
    settle();
  }

  // ---- plans
  std::string shown_strategy() {
    const auto shown = window.planning().shown();
    return !shown ? "none" : *shown ? std::string((*shown)->id) : "imported";
  }
  void choose(const char* strategy) {
    window.planning().choose(find_layout_strategy(strategy));
    settle();
  }
  /// The one that is shown.
  [[nodiscard]] const Plan& plan() { return *window.planning().view().plan; }
  /// Where the middle of a tensor is in the heap map.
  QPoint place(TensorId t) {
    const PlanView& view = window.planning().view();
    const Lifetime life = (*view.lifetimes)[t.index()];
    const double y =
        static_cast<double>(view.plan->offsets[t.index()].value) + static_cast<double>(view.graph->size(t).count) / 2;
    const HeapMapGeometry& geometry = map()->geometry_of_map();
    return QPointF(geometry.x_of((life.begin + life.end) / 2.0), geometry.y_of(y)).toPoint();
  }

  // ---- lessons
  LearnPane* learn() { return window.findChild<LearnPane*>(); }
  LessonSession& session() { return learn()->session(); }
  LessonBoard& board() { return learn()->board(); }
  QString text() { return part<QTextBrowser>("lesson_text")->toPlainText() + '\n' + outcome(); }
  /// What is said of the answer alone.
  QString outcome() { return part<QTextBrowser>("lesson_outcome")->toPlainText(); }
  /// The one that is seen, where a page that goes has one of the same name.
  template <class T>
  T* seen(const char* name) {
    for (auto* each : window.findChildren<T*>(name))
      if (each->isVisible()) return each;
    return part<T>(name);
  }
  QPushButton* button(const char* name) { return seen<QPushButton>(name); }
  void press(const char* name) {
    auto* button = seen<QAbstractButton>(name);
    QVERIFY2(button->isVisible() && button->isEnabled(), name);
    click(button);
    settle();
  }
  void next() { press("lesson_next"); }
  void go_to(std::size_t page) {
    session().go_to(page);
    settle();
  }
  void show_answer() {
    session().show_answer();
    settle();
  }
  template <class T>
  T* input() {
    for (T* each : learn()->findChildren<T*>("answer_input"))
      if (each->isVisible()) return each;
    qFatal("no %s to answer with on page %zu", T::staticMetaObject.className(), session().page_number());
  }
  /// An answer, in place of what stands in the field.
  void type(const QString& answer) { type_into(input<QLineEdit>(), answer); }
  static void type_into(QWidget* field, const QString& text) {
    field->setFocus();
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
  }
  PageOutcome::State state() { return session().outcome().state; }
  /// Puts the ghost down, and says that this is the answer.
  void drag_and_check(QPointF from, QPointF to) {
    test::drag(board(), from.toPoint(), to.toPoint());
    press("lesson_check");
  }
  QStringList offsets_in_table() {
    QStringList out;
    const QAbstractItemModel* model = part<QTableView>("tensor_view")->model();
    for (int row = 0; row < model->rowCount(); ++row) out << model->index(row, 2).data().toString();
    return out;
  }

  QSettings settings;
  MainWindow window;

 private:
  QSize first_size_;
};

/// Where one looks for a fault: class and object name, outwards.
inline QString where(const QWidget* widget) {
  QString text;
  for (; widget; widget = widget->parentWidget())
    text += QStringLiteral("%1(%2) ").arg(widget->metaObject()->className(), widget->objectName());
  return text;
}
/// For those who cannot see it.
inline bool has_name(const QWidget* widget) {
  QAccessibleInterface* face = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
  return face && !face->text(QAccessible::Name).isEmpty();
}

/// What its parts and commands are called: menus, buttons, labels, titles, choices, tabs.
inline QSet<QString> labels_of(const QWidget& window) {
  QSet<QString> out;
  for (const QAction* action : window.findChildren<QAction*>()) out << action->text();
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) out << button->text();
    if (const auto* label = qobject_cast<const QLabel*>(widget)) out << label->text();
    if (const auto* group = qobject_cast<const QGroupBox*>(widget)) out << group->title();
    if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) out << dock->windowTitle();
    if (const auto* menu = qobject_cast<const QMenu*>(widget)) out << menu->title();
    if (const auto* box = qobject_cast<const QComboBox*>(widget))
      for (int k = 0; k < box->count(); ++k) out << box->itemText(k);
    if (const auto* bar = qobject_cast<const QTabBar*>(widget))
      for (int k = 0; k < bar->count(); ++k) out << bar->tabText(k);
  }
  return out;
}

/// As the program prepares the application, where its user has chosen nothing.
inline void prepare_without_settings() {
  QStandardPaths::setTestModeEnabled(true);
  prepare_application(QSettings("/dev/null", QSettings::IniFormat));
}

/// Tests of one window, which is made once for all of them: each begins with it as at a first start. Set
/// STOWAGE_NEW_WINDOWS to make one for each test: a test that fails only without was disturbed by one before it.
template <class Driver>
class TestOfWindow : public QObject {
 protected:
  /// With that file open, or with nothing.
  Driver& fresh(const QString& path = {}) {
    if (shown_ && qEnvironmentVariableIsEmpty("STOWAGE_NEW_WINDOWS")) {
      shown_->reset();
    } else {
      shown_.reset();
      shown_.emplace(scratch_);
    }
    if (!path.isEmpty()) shown_->open(path);
    return *shown_;
  }

  /// The next test makes one anew.
  void close_window() { shown_.reset(); }

  Scratch scratch_;

 private:
  std::optional<Driver> shown_;
};
using WindowTest = TestOfWindow<Shown>;

}  // namespace stowage::test

/// Ends a test of the window.
#define STOWAGE_WINDOW_TEST(Class) \
  STOWAGE_TEST_WITH(Class, QTEST_MAIN_SETUP() stowage::test::prepare_without_settings();)
