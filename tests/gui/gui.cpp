// SPDX-License-Identifier: Apache-2.0
#include "tests/gui/gui.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QHeaderView>
#include <QHelpEvent>
#include <QTextBlock>
#include <QToolButton>
#include <QWheelEvent>

#include "widgets/base/jobs.h"
#include "widgets/tables/table_actions.h"

namespace stowage::test {
namespace {

bool any_job_works() {
  return std::ranges::any_of(QApplication::topLevelWidgets(), [](const QWidget* window) {
    const Jobs* jobs = Jobs::of(window);
    return jobs && jobs->working();
  });
}

}  // namespace

void wait_until(const std::function<bool()>& condition, const char* complaint) {
  if (!QTest::qWaitFor(condition, kPatience)) qFatal("%s", complaint);
}

void wait_until_idle() {
  wait_until([] {
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    for (int round = 0; round < 100; ++round)
      if (!QAbstractEventDispatcher::instance()->processEvents(QEventLoop::AllEvents)) return !any_job_works();
    return false;
  });
}

std::size_t thread_count() {
  return std::size_t(std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}));
}

void wait_for_threads(std::size_t count) {
  wait_until([count] { return thread_count() <= count; }, "a thread never ended");
  wait_until_idle();
}

void show(QWidget& widget) {
  widget.show();
  if (!QTest::qWaitForWindowActive(&widget)) qFatal("the window never became active");
}

QAbstractButton* button_of(const QObject& parent, const QString& name) {
  const auto is_named = [&](const QAbstractButton* each) {
    const auto* tool = qobject_cast<const QToolButton*>(each);
    const QAction* command = tool ? tool->defaultAction() : nullptr;
    return each->objectName() == name || (command && command->objectName() == name);
  };
  const auto all = parent.findChildren<QAbstractButton*>();
  const auto found = std::ranges::find_if(all, is_named);
  if (found == all.end()) qFatal("no button %s", qPrintable(name));
  return *found;
}

QModelIndex row_named(const QAbstractItemView* view, const QString& text) {
  for (int row = 0; row < view->model()->rowCount(); ++row)
    if (const QModelIndex at = view->model()->index(row, 0);
        at.data().toString() == text || at.data(kExactRole).toString() == text)
      return at;
  qFatal("no row %s", qPrintable(text));
}

void move_mouse(QWidget& over, QPointF at, Qt::MouseButtons held, Qt::KeyboardModifiers keys) {
  QMouseEvent move(QEvent::MouseMove, at, over.mapToGlobal(at), Qt::NoButton, held, keys);
  QCoreApplication::sendEvent(&over, &move);
}

void begin_drag(QWidget& over, QPoint from, QPoint to, Qt::KeyboardModifiers keys, Qt::MouseButton button) {
  QTest::mousePress(&over, button, keys, from);
  for (int k = 1; k <= 4; ++k) move_mouse(over, from + (to - from) * k / 4, button, keys);
}

void drag(QWidget& over, QPoint from, QPoint to, Qt::KeyboardModifiers keys, Qt::MouseButton button) {
  begin_drag(over, from, to, keys, button);
  QTest::mouseRelease(&over, button, keys, to);
}

void wheel(QWidget& over, QPointF at, int notches, Qt::KeyboardModifiers keys) {
  QWheelEvent event(at, over.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, keys, Qt::NoScrollPhase, false);
  QCoreApplication::sendEvent(&over, &event);
}

void leave(QWidget& widget) {
  QEvent event(QEvent::Leave);
  QCoreApplication::sendEvent(&widget, &event);
}

void ask_for_tip(QWidget& over, QPoint at) {
  QHelpEvent event(QEvent::ToolTip, at, over.mapToGlobal(at));
  QCoreApplication::sendEvent(&over, &event);
}

void click(QAbstractItemView* view, const QModelIndex& cell, Qt::KeyboardModifiers keys) {
  view->scrollTo(cell);
  QTest::mouseClick(view->viewport(), Qt::LeftButton, keys, view->visualRect(cell).center());
}

void click_header(const QTableView* table, int column) {
  const QHeaderView* header = table->horizontalHeader();
  QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                    {header->sectionViewportPosition(column) + header->sectionSize(column) / 2, header->height() / 2});
}

void choose_by_keys(QComboBox* list, int row) {
  list->setFocus();
  while (list->currentIndex() != row) QTest::keyClick(list, list->currentIndex() < row ? Qt::Key_Down : Qt::Key_Up);
}

QString csv_of(const QAbstractItemView* view) {
  std::optional<QString> text;
  TableActions::of(view)->read_all([&](const QString& csv) { text = csv; });
  wait_until([&] { return text.has_value(); }, "the table was never read");
  return *text;
}

void click_tab(QTabBar* bar, int tab) {
  QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
}

void click_link_to(QTextBrowser* page, const QString& target) {
  for (QTextBlock block = page->document()->begin(); block.isValid(); block = block.next())
    for (auto part = block.begin(); !part.atEnd(); ++part) {
      if (!part.fragment().charFormat().anchorHref().startsWith(target)) continue;
      QTextCursor start(page->document());
      start.setPosition(part.fragment().position());
      page->setTextCursor(start);
      page->ensureCursorVisible();
      QTest::mouseClick(page->viewport(), Qt::LeftButton, {}, page->cursorRect(start).center() + QPoint(3, 0));
      return;
    }
  qFatal("no link to %s", qPrintable(target));
}

QMenu* open_menu() {
  auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
  if (!menu) qFatal("no menu is open");
  return menu;
}

QMenu* menu_at(QWidget& over, QPoint at) {
  QContextMenuEvent event(QContextMenuEvent::Mouse, at, over.mapToGlobal(at));
  QCoreApplication::sendEvent(&over, &event);
  return open_menu();
}

QAction* entry(const QMenu* menu, const QString& name) {
  const auto all = menu->actions() + menu->findChildren<QAction*>();
  for (QAction* each : all)
    if (each->objectName() == name || (each->menu() && each->menu()->objectName() == name)) return each;
  for (QAction* each : all)
    if (each->text().remove('&') == name) return each;
  qFatal("no entry %s", qPrintable(name));
}

void click(QMenu* menu, QAction* entry) {
  QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(entry).center());
}

}  // namespace stowage::test
