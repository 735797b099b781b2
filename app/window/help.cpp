// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace stowage {
namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("Help", text);
}

QString plain(QString text) {
  return text.remove('&').remove(QStringLiteral("…"));
}

void add_shortcuts(const QMenu* menu, QTreeWidgetItem* to) {
  for (const QAction* action : menu->actions()) {
    if (action->menu()) add_shortcuts(action->menu(), to);
    if (action->shortcut().isEmpty()) continue;
    new QTreeWidgetItem(to, {plain(action->text()), action->shortcut().toString(QKeySequence::NativeText)});
  }
}

void add_gestures(QTreeWidget* list) {
  auto* views = new QTreeWidgetItem(list, {tr("In the heap map and the graph")});
  const char* const rows[][2] = {
      {QT_TRANSLATE_NOOP("Help", "Select"), QT_TRANSLATE_NOOP("Help", "Click")},
      {QT_TRANSLATE_NOOP("Help", "Add to the selection or take from it"), QT_TRANSLATE_NOOP("Help", "Ctrl+Click")},
      {QT_TRANSLATE_NOOP("Help", "Zoom"), QT_TRANSLATE_NOOP("Help", "Wheel, +, -")},
      {QT_TRANSLATE_NOOP("Help", "Walk to a neighbour"), QT_TRANSLATE_NOOP("Help", "Arrow keys")},
      {QT_TRANSLATE_NOOP("Help", "Bring the selection into view"), QT_TRANSLATE_NOOP("Help", "Return, double click")},
  };
  for (const auto& row : rows) new QTreeWidgetItem(views, {tr(row[0]), tr(row[1])});
}

}  // namespace

void show_shortcuts(QMainWindow* window) {
  auto* dialog = new QDialog(window);
  dialog->setObjectName("shortcuts");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Keyboard shortcuts"));
  dialog->resize(520, 560);
  auto* list = new QTreeWidget;
  list->setAccessibleName(dialog->windowTitle());
  list->setHeaderLabels({tr("Command"), tr("Keys")});
  list->setRootIsDecorated(false);
  for (const QAction* top : window->menuBar()->actions()) {
    auto* section = new QTreeWidgetItem(list, {plain(top->text())});
    add_shortcuts(top->menu(), section);
    if (section->childCount() == 0) delete section;
  }
  add_gestures(list);
  list->expandAll();
  list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
  list->header()->setStretchLastSection(false);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* rows = new QVBoxLayout(dialog);
  rows->addWidget(list);
  rows->addWidget(buttons);
  dialog->show();
}

void show_about(QWidget* parent) {
  auto* box = new QMessageBox(parent);
  box->setObjectName("about");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(tr("About Stowage"));
  box->setIconPixmap(QApplication::windowIcon().pixmap(64));
  box->setTextFormat(Qt::RichText);
  box->setText(QStringLiteral("<h3>Stowage %1</h3>").arg(QApplication::applicationVersion()));
  box->setInformativeText(
      tr("<p>An explorer of static memory plans for deep-learning graphs whose operators run on parallel streams.</p>"
         "<p>The planning library and the command line are free under the <b>Apache License 2.0</b>; the window, "
         "since it draws charts with QCustomPlot, under the <b>GNU General Public License 3</b> or later.</p>"
         "<p>Built with Qt %1 (LGPL 3), QCustomPlot (GPL 3), JSON for Modern C++ (MIT), tl::expected (CC0) and LEMON "
         "(Boost 1.0); graphs are drawn with Graphviz (EPL 1.0), started as a program of its own.</p>"
         "<p>Streams are coloured after Okabe and Ito, for eyes of every kind.</p>")
          .arg(QString::fromLatin1(qVersion())));
  box->setStandardButtons(QMessageBox::Close);
  box->show();
}

}  // namespace stowage
