// SPDX-License-Identifier: Apache-2.0
// Widgets under test: what a user does with mouse and keys, and how to wait for what comes of it.
#pragma once

#include <functional>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QMenu>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QTimer>
#include <QtTest>

#include "tests/gui/pictures.h"

namespace stowage::test {

/// Milliseconds; the machine may be busy, and sanitizers take ten times as long.
#ifdef STOWAGE_SANITIZED
inline constexpr int kPatience = 120'000;
#else
inline constexpr int kPatience = 60'000;
#endif

/// Waits until that holds; where it never does, the program ends with the complaint.
void wait_until(const std::function<bool()>& condition, const char* complaint = "never settled");
/// Until every event is handled, those too that events lead to, and no job of a window works (Jobs): what has not
/// happened by then was not asked for. Timers that are still to come are not waited for.
void wait_until_idle();
/// How many threads this program has; and until it has no more than so many, and all that they posted is handled. One
/// that was cancelled ends later than its job.
std::size_t thread_count();
void wait_for_threads(std::size_t count);
/// On screen, with the keyboard.
void show(QWidget& widget);

/// The part of that name. It must be there.
template <class T>
T* part_of(const QObject& parent, const char* name) {
  T* found = parent.findChild<T*>(name);
  if (!found) qFatal("no %s", name);
  return found;
}

/// The mouse goes there. The cursor itself cannot be moved on every platform.
void move_mouse(QWidget& over, QPointF at, Qt::MouseButtons held = {}, Qt::KeyboardModifiers keys = {});
/// Down at one place, and on to the other.
void begin_drag(QWidget& over, QPoint from, QPoint to, Qt::KeyboardModifiers keys = {},
                Qt::MouseButton button = Qt::LeftButton);
/// And up again.
void drag(QWidget& over, QPoint from, QPoint to, Qt::KeyboardModifiers keys = {},
          Qt::MouseButton button = Qt::LeftButton);
/// Away from the user, with more than 0 notches: nearer.
void wheel(QWidget& over, QPointF at, int notches, Qt::KeyboardModifiers keys = {});
/// The mouse goes away.
void leave(QWidget& widget);
/// The tip is asked for that is shown there.
void ask_for_tip(QWidget& over, QPoint at);

/// The button of that object name, or for the command of that name. It must be there.
QAbstractButton* button_of(const QObject& parent, const QString& name);
/// The first cell of the row that shows that text there. It must be there.
QModelIndex row_named(const QAbstractItemView* view, const QString& text);

inline void click(QWidget* widget) {
  QTest::mouseClick(widget, Qt::LeftButton);
}
/// The middle of the header of a column.
void click_header(const QTableView* table, int column);
/// In place of what stands in a field; and with Return behind it.
template <class Field>
void type(Field* field, const QString& text) {
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, text);
}
template <class Field>
void enter(Field* field, const QString& text) {
  type(field, text);
  QTest::keyClick(field, Qt::Key_Return);
}
/// A row of a list to choose from, one key after the other.
void choose_by_keys(QComboBox* list, int row);
/// All rows of a table, once they are read.
QString csv_of(const QAbstractItemView* view);
/// The cell, scrolled to where it is seen.
void click(QAbstractItemView* view, const QModelIndex& cell, Qt::KeyboardModifiers keys = {});
inline void click_row(QAbstractItemView* view, int row, Qt::KeyboardModifiers keys = {}) {
  click(view, view->model()->index(row, 0), keys);
}
void click_tab(QTabBar* bar, int tab);
/// The first link whose target begins so. It must be there.
void click_link_to(QTextBrowser* page, const QString& target);

/// The menu that is open. It must be.
QMenu* open_menu();
/// The one that the right button opens there.
QMenu* menu_at(QWidget& over, QPoint at);
/// The entry of that object name, in the menu or below it, or named as something of the file is: a stream, a tensor. It
/// must be there.
QAction* entry(const QMenu* menu, const QString& name);
void click(QMenu* menu, QAction* entry);

/// Name of the timers of when_asked(), which are children of its context.
inline constexpr auto kAsked = "asked";
/// Once a dialog of that kind is there, does something with it: dialogs have event loops of their own. Not once the
/// context is gone.
template <class Dialog>
void when_asked(QObject* context, const std::function<void(Dialog*)>& answer) {
  auto* timer = new QTimer(context);
  timer->setObjectName(kAsked);
  QObject::connect(timer, &QTimer::timeout, context, [timer, answer] {
    auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
    if (!dialog) return;
    timer->stop();
    timer->deleteLater();
    answer(dialog);
  });
  timer->start(10);
}

}  // namespace stowage::test
