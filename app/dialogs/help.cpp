// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/help.h"

#include <span>

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/settings/command_name.h"
#include "app/settings/file_names.h"
#include "core/formats/document.h"

namespace stowage {
namespace {

constexpr int kHeight = 680, kBetweenColumns = 16, kAroundList = 60;  // pixels

struct Text {
  Q_DECLARE_TR_FUNCTIONS(Help)
};

/// Every command, also those without a key: a page to find them all. `path` leads to the menu: "Theme › ".
void add_shortcuts(const QMenu* menu, QTreeWidgetItem* to, const QString& path = {}) {
  for (const QAction* action : menu->actions()) {
    if (action->isSeparator()) continue;
    const QString name = path + command_name(action->text());
    if (action->menu() && !action->property(kListsFiles).toBool())
      add_shortcuts(action->menu(), to, name + QStringLiteral(" › "));
    else
      new QTreeWidgetItem(to, {name, action->shortcut().toString(QKeySequence::NativeText)});
  }
}

/// As wide as what it says, on this screen.
void fit_columns(QTreeWidget* list, QDialog* dialog) {
  int width = 0;
  for (const int column : {0, 1}) {
    list->resizeColumnToContents(column);
    width += list->columnWidth(column) + kBetweenColumns;
    list->setColumnWidth(column, list->columnWidth(column) + kBetweenColumns);
  }
  const QSize screen = dialog->screen()->availableSize();
  dialog->resize(QSize(width + kAroundList, kHeight).boundedTo(screen * 0.9));
}

struct Gesture {
  const char* what;
  const char* how;
};

constexpr Gesture kMapGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Select a tensor"), QT_TRANSLATE_NOOP("Help", "Click")},
    {QT_TRANSLATE_NOOP("Help", "Add to the selection or take from it"), QT_TRANSLATE_NOOP("Help", "Ctrl+Click")},
    {QT_TRANSLATE_NOOP("Help", "Walk to the neighbour"), QT_TRANSLATE_NOOP("Help", "Arrow keys")},
    {QT_TRANSLATE_NOOP("Help", "Zoom"), QT_TRANSLATE_NOOP("Help", "Wheel, +, -")},
    {QT_TRANSLATE_NOOP("Help", "Zoom time only"), QT_TRANSLATE_NOOP("Help", "Ctrl+Wheel")},
    {QT_TRANSLATE_NOOP("Help", "Zoom memory only"), QT_TRANSLATE_NOOP("Help", "Shift+Wheel")},
    {QT_TRANSLATE_NOOP("Help", "Zoom into a rectangle"), QT_TRANSLATE_NOOP("Help", "Drag")},
    {QT_TRANSLATE_NOOP("Help", "Move the map"), QT_TRANSLATE_NOOP("Help", "Middle drag, Space+Drag, Ctrl+Arrow keys")},
    {QT_TRANSLATE_NOOP("Help", "Show all"), QT_TRANSLATE_NOOP("Help", "0, Home, double click beside tensors")},
    {QT_TRANSLATE_NOOP("Help", "Zoom to a tensor, and show it in the other views"),
     QT_TRANSLATE_NOOP("Help", "Double click")},
    {QT_TRANSLATE_NOOP("Help", "Show the selection in the other views"), QT_TRANSLATE_NOOP("Help", "Return")},
    {QT_TRANSLATE_NOOP("Help", "Set the time cursor"), QT_TRANSLATE_NOOP("Help", "Click or drag in the curve")},
    {QT_TRANSLATE_NOOP("Help", "Move the time cursor by a step, by ten"), QT_TRANSLATE_NOOP("Help", ", .  < >")},
    {QT_TRANSLATE_NOOP("Help", "Choose a range of time for every view"),
     QT_TRANSLATE_NOOP("Help", "Shift+Drag in the curve")},
    {QT_TRANSLATE_NOOP("Help", "Begin or end the range of time at the cursor"), QT_TRANSLATE_NOOP("Help", "[ ]")},
    {QT_TRANSLATE_NOOP("Help", "Remove the range of time, or the time cursor"),
     QT_TRANSLATE_NOOP("Help", "Double click in the curve")},
    {QT_TRANSLATE_NOOP("Help", "Over time, or over steps again"), QT_TRANSLATE_NOOP("Help", "T")},
    {QT_TRANSLATE_NOOP("Help", "Hide or show the overview in the corner"), QT_TRANSLATE_NOOP("Help", "M")},
    {QT_TRANSLATE_NOOP("Help", "Note, pinned card, tensors directly below"),
     QT_TRANSLATE_NOOP("Help", "Right click, Menu key")},
    {QT_TRANSLATE_NOOP("Help", "Drop the rectangle, deselect all, or take the range away"),
     QT_TRANSLATE_NOOP("Help", "Esc")},
};

constexpr Gesture kDockGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Show a view that is hidden or behind another"),
     QT_TRANSLATE_NOOP("Help", "Its key, in the View menu")},
    {QT_TRANSLATE_NOOP("Help", "Go to a view that is in front"), QT_TRANSLATE_NOOP("Help", "Its key")},
    {QT_TRANSLATE_NOOP("Help", "Hide the view that has the keyboard"), QT_TRANSLATE_NOOP("Help", "Its key again")},
};

constexpr Gesture kCompareGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Choose the plan of a side"),
     QT_TRANSLATE_NOOP("Help", "The list above its map; Tab, Up, Down")},
    {QT_TRANSLATE_NOOP("Help", "Zoom and move both maps"),
     QT_TRANSLATE_NOOP("Help", "As in one map, while Linked is on")},
    {QT_TRANSLATE_NOOP("Help", "Select a tensor in both maps"), QT_TRANSLATE_NOOP("Help", "Click in either")},
    {QT_TRANSLATE_NOOP("Help", "Plan A becomes B, and plan B becomes A"),
     QT_TRANSLATE_NOOP("Help", "⇄ at the right, Ctrl+F9")},
    {QT_TRANSLATE_NOOP("Help", "See where a tensor was and where it is"),
     QT_TRANSLATE_NOOP("Help", "Difference: click on it")},
    {QT_TRANSLATE_NOOP("Help", "Back to one map"), QT_TRANSLATE_NOOP("Help", "× at the right, or the same key again")},
};

constexpr Gesture kConflictGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Explain a pair in the inspector"),
     QT_TRANSLATE_NOOP("Help", "Click on its cell, or on the line between two tensors")},
    {QT_TRANSLATE_NOOP("Help", "Walk from cell to cell, or from tensor to tensor"),
     QT_TRANSLATE_NOOP("Help", "Arrow keys")},
    {QT_TRANSLATE_NOOP("Help", "Pick the cell; draw around what is selected"), QT_TRANSLATE_NOOP("Help", "Return")},
    {QT_TRANSLATE_NOOP("Help", "Zoom"), QT_TRANSLATE_NOOP("Help", "Wheel, +, -")},
    {QT_TRANSLATE_NOOP("Help", "Show all"), QT_TRANSLATE_NOOP("Help", "0, Home")},
};

constexpr Gesture kGraphGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Select an operator, or the tensors of an edge"), QT_TRANSLATE_NOOP("Help", "Click")},
    {QT_TRANSLATE_NOOP("Help", "Add to the selection or take from it"), QT_TRANSLATE_NOOP("Help", "Ctrl+Click")},
    {QT_TRANSLATE_NOOP("Help", "Walk to a predecessor or a successor"), QT_TRANSLATE_NOOP("Help", "Up, Down")},
    {QT_TRANSLATE_NOOP("Help", "Walk along the stream"), QT_TRANSLATE_NOOP("Help", "Left, Right")},
    {QT_TRANSLATE_NOOP("Help", "Zoom"), QT_TRANSLATE_NOOP("Help", "Wheel, +, -")},
    {QT_TRANSLATE_NOOP("Help", "Move the graph"), QT_TRANSLATE_NOOP("Help", "Drag, middle drag")},
    {QT_TRANSLATE_NOOP("Help", "Show all"), QT_TRANSLATE_NOOP("Help", "0, Home, F, double click beside operators")},
    {QT_TRANSLATE_NOOP("Help", "Show the tensor of an edge in the heap map"),
     QT_TRANSLATE_NOOP("Help", "Double click")},
    {QT_TRANSLATE_NOOP("Help", "In a large graph: show the part around an operator"),
     QT_TRANSLATE_NOOP("Help", "Double click")},
    {QT_TRANSLATE_NOOP("Help", "Legend on or off"), QT_TRANSLATE_NOOP("Help", "L")},
    {QT_TRANSLATE_NOOP("Help", "Add a sync"),
     QT_TRANSLATE_NOOP("Help", "Drag from an operator's right edge, or with Shift, to another")},
    {QT_TRANSLATE_NOOP("Help", "Remove a sync"), QT_TRANSLATE_NOOP("Help", "Click on it, Delete")},
    {QT_TRANSLATE_NOOP("Help", "Move an operator earlier or later"), QT_TRANSLATE_NOOP("Help", "Alt+Left, Alt+Right")},
    {QT_TRANSLATE_NOOP("Help", "Every action on the selection"), QT_TRANSLATE_NOOP("Help", "Right click, Menu key")},
    {QT_TRANSLATE_NOOP("Help", "Deselect all, or give up a drag"), QT_TRANSLATE_NOOP("Help", "Esc")},
};

constexpr Gesture kLaneGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Select an operator or a sync"), QT_TRANSLATE_NOOP("Help", "Click")},
    {QT_TRANSLATE_NOOP("Help", "Add to the selection or take from it"), QT_TRANSLATE_NOOP("Help", "Ctrl+Click")},
    {QT_TRANSLATE_NOOP("Help", "Select all within a rectangle"),
     QT_TRANSLATE_NOOP("Help", "Shift+Drag beside operators")},
    {QT_TRANSLATE_NOOP("Help", "Walk along the lane, or to the lanes beside it"),
     QT_TRANSLATE_NOOP("Help", "Left, Right, Up, Down")},
    {QT_TRANSLATE_NOOP("Help", "Move operators to another stream, or to a new one"),
     QT_TRANSLATE_NOOP("Help", "Drag onto a lane, or below the last; Alt+Up, Alt+Down")},
    {QT_TRANSLATE_NOOP("Help", "Move an operator earlier or later"),
     QT_TRANSLATE_NOOP("Help", "Drag along its lane; Alt+Left, Alt+Right")},
    {QT_TRANSLATE_NOOP("Help", "Add a sync"),
     QT_TRANSLATE_NOOP("Help", "Drag from an operator's right edge, or with Shift, to another")},
    {QT_TRANSLATE_NOOP("Help", "Remove a sync"), QT_TRANSLATE_NOOP("Help", "Click on it, Delete")},
    {QT_TRANSLATE_NOOP("Help", "Rename a stream"),
     QT_TRANSLATE_NOOP("Help", "Double click on its name, or click it and press F2")},
    {QT_TRANSLATE_NOOP("Help", "Every action on the selection"), QT_TRANSLATE_NOOP("Help", "Right click, Menu key")},
    {QT_TRANSLATE_NOOP("Help", "Zoom; show all steps"), QT_TRANSLATE_NOOP("Help", "Wheel, +, -; 0")},
    {QT_TRANSLATE_NOOP("Help", "Over time, or over steps again"), QT_TRANSLATE_NOOP("Help", "T")},
    {QT_TRANSLATE_NOOP("Help", "Scroll the lanes"), QT_TRANSLATE_NOOP("Help", "Shift+Wheel")},
    {QT_TRANSLATE_NOOP("Help", "Move the lanes"), QT_TRANSLATE_NOOP("Help", "Drag beside operators, middle drag")},
    {QT_TRANSLATE_NOOP("Help", "Set the time cursor; move it"),
     QT_TRANSLATE_NOOP("Help", "Click on the axis; , and .")},
    {QT_TRANSLATE_NOOP("Help", "Deselect all, or give up a drag"), QT_TRANSLATE_NOOP("Help", "Esc")},
};

constexpr Gesture kTableGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Export a table as CSV"),
     QT_TRANSLATE_NOOP("Help", "Right click, Menu key; in the File menu")},
    {QT_TRANSLATE_NOOP("Help", "Select"), QT_TRANSLATE_NOOP("Help", "Click, Ctrl+Click, Shift+Click")},
    {QT_TRANSLATE_NOOP("Help", "Show a tensor in the heap map"), QT_TRANSLATE_NOOP("Help", "Double click, Return")},
    {QT_TRANSLATE_NOOP("Help", "Copy the selected rows with their header"), QT_TRANSLATE_NOOP("Help", "Ctrl+C")},
    {QT_TRANSLATE_NOOP("Help", "Sort, and back to the order of the file"),
     QT_TRANSLATE_NOOP("Help", "Click on the header")},
};

constexpr Gesture kStrategyGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Show a plan"), QT_TRANSLATE_NOOP("Help", "Click on its row or bar, Up, Down")},
    {QT_TRANSLATE_NOOP("Help", "Show the best plan again"), QT_TRANSLATE_NOOP("Help", "The check mark; Alt+W")},
    {QT_TRANSLATE_NOOP("Help", "Sort"), QT_TRANSLATE_NOOP("Help", "Click on the header")},
};

constexpr Gesture kRunGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Play, pause"), QT_TRANSLATE_NOOP("Help", "Space")},
    {QT_TRANSLATE_NOOP("Help", "One event back, one on"), QT_TRANSLATE_NOOP("Help", "Left, Right")},
    {QT_TRANSLATE_NOOP("Help", "To the beginning, to the end"), QT_TRANSLATE_NOOP("Help", "Home, End")},
    {QT_TRANSLATE_NOOP("Help", "To any moment"), QT_TRANSLATE_NOOP("Help", "Click or drag in the chart")},
    {QT_TRANSLATE_NOOP("Help", "Leave the moment shown"), QT_TRANSLATE_NOOP("Help", "Esc")},
};

constexpr Gesture kStepGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Play, pause"), QT_TRANSLATE_NOOP("Help", "Space")},
    {QT_TRANSLATE_NOOP("Help", "One step back, one on"), QT_TRANSLATE_NOOP("Help", "Left, Right")},
    {QT_TRANSLATE_NOOP("Help", "To the block before, to the next"), QT_TRANSLATE_NOOP("Help", "Up, Down")},
    {QT_TRANSLATE_NOOP("Help", "To the beginning, to the end"), QT_TRANSLATE_NOOP("Help", "Home, End")},
    {QT_TRANSLATE_NOOP("Help", "Zoom the picture; move it"),
     QT_TRANSLATE_NOOP("Help", "Wheel, +, -; drag, Ctrl+Arrow keys")},
    {QT_TRANSLATE_NOOP("Help", "Follow the steps again after zooming"),
     QT_TRANSLATE_NOOP("Help", "0, double click beside tensors")},
};

constexpr Gesture kModuleGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Select the operators of a module"),
     QT_TRANSLATE_NOOP("Help", "Click it in Modules or in the graph, or press Return")},
    {QT_TRANSLATE_NOOP("Help", "Open a module, close it again, in Modules"),
     QT_TRANSLATE_NOOP("Help", "Double click; Right, Left")},
    {QT_TRANSLATE_NOOP("Help", "In the graph: open a module; close the one around"),
     QT_TRANSLATE_NOOP("Help", "Double click, Return; Backspace")},
};

constexpr Gesture kHeapGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Set the time cursor"), QT_TRANSLATE_NOOP("Help", "Click or drag in the curves")},
    {QT_TRANSLATE_NOOP("Help", "One step back, one on; ten"), QT_TRANSLATE_NOOP("Help", "Left, Right; PgUp, PgDn")},
    {QT_TRANSLATE_NOOP("Help", "To the beginning, to the end"), QT_TRANSLATE_NOOP("Help", "Home, End")},
    {QT_TRANSLATE_NOOP("Help", "Select the tensor of a block"), QT_TRANSLATE_NOOP("Help", "Click, Ctrl+Click")},
    {QT_TRANSLATE_NOOP("Help", "Walk from block to block"), QT_TRANSLATE_NOOP("Help", "In the segments: Up, Down")},
    {QT_TRANSLATE_NOOP("Help", "Select the blocks of a frame"),
     QT_TRANSLATE_NOOP("Help", "Click on it in the frames, Up, Down")},
    {QT_TRANSLATE_NOOP("Help", "In the flame graph: one frame alone; all again"),
     QT_TRANSLATE_NOOP("Help", "Double click, Return; Esc")},
};

constexpr Gesture kInspectorGestures[] = {
    {QT_TRANSLATE_NOOP("Help", "Select the tensor or operator of a name"),
     QT_TRANSLATE_NOOP("Help", "Click on it, or Tab and Return")},
    {QT_TRANSLATE_NOOP("Help", "Step through the events that need both tensors"),
     QT_TRANSLATE_NOOP("Help", "Up, Down, Left, Right, Home, End")},
    {QT_TRANSLATE_NOOP("Help", "Leave the moment shown"), QT_TRANSLATE_NOOP("Help", "Esc")},
};

void add_gestures(QTreeWidget* list, const char* id, const QString& view, std::span<const Gesture> gestures) {
  auto* section = new QTreeWidgetItem(list, {view});
  section->setData(0, Qt::UserRole, QString(id));  // by which it is known whatever its title
  for (const Gesture& gesture : gestures) new QTreeWidgetItem(section, {Text::tr(gesture.what), Text::tr(gesture.how)});
}

/// Leaves the lines that contain `text` in either column, and the titles above them. False where none is left.
bool filter_lines(QTreeWidget* list, const QString& text) {
  bool found = false;
  for (int k = 0; k < list->topLevelItemCount(); ++k) {
    QTreeWidgetItem* section = list->topLevelItem(k);
    bool any = false;
    for (int row = 0; row < section->childCount(); ++row) {
      QTreeWidgetItem* line = section->child(row);
      const bool fits = (line->text(0) + ' ' + line->text(1)).contains(text, Qt::CaseInsensitive);
      line->setHidden(!fits);
      any = any || fits;
    }
    section->setHidden(!any);
    found = found || any;
  }
  return found;
}

struct FormatsText {
  Q_DECLARE_TR_FUNCTIONS(stowage::FormatHelp)
};

constexpr QSize kFormatsSize{900, 720};

/// What can be done with such files besides opening them.
QString abilities_of(const Format& format) {
  QString out = FormatsText::tr("Stowage only reads it.");
  if (format.write && format.carries_only.empty())
    out = FormatsText::tr("Stowage reads it. File ▸ Save graph as writes it.");
  else if (format.write && !format.is_read)
    out = FormatsText::tr("Stowage does not read it. File ▸ Save graph as writes %1.").arg(carried_by(format));
  else if (format.write)
    out = FormatsText::tr("Stowage reads it. File ▸ Save graph as writes it too, but only %1.").arg(carried_by(format));
  return format.carries_plan ? out + ' ' + FormatsText::tr("It keeps the offsets of a plan.") : out;
}

QString section_of(const Format& format) {
  QString lines = how_to_get(format).toHtmlEscaped();
  lines.replace('\n', "<br>");
  return QStringLiteral("<h3>%1 <span style='font-weight:normal'><code>%2</code></span></h3><p>%3</p><p><i>%4</i></p>")
      .arg(format_title(format).toHtmlEscaped(), name_patterns(format).join(QStringLiteral("  ")).toHtmlEscaped(),
           lines, abilities_of(format).toHtmlEscaped());
}

}  // namespace

void show_shortcuts(QMainWindow* window) {
  auto* dialog = new QDialog(window);
  dialog->setObjectName("shortcuts");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(Text::tr("Keyboard shortcuts"));
  auto* list = new QTreeWidget;
  list->setAccessibleName(dialog->windowTitle());
  list->setHeaderLabels({Text::tr("Command"), Text::tr("Keys")});
  list->setRootIsDecorated(false);
  for (const QAction* top : window->menuBar()->actions()) {
    auto* section = new QTreeWidgetItem(list, {command_name(top->text())});
    add_shortcuts(top->menu(), section);
    if (section->childCount() == 0) delete section;
  }
  add_gestures(list, "views", Text::tr("Views"), kDockGestures);
  add_gestures(list, "heap_map", Text::tr("In the heap map"), kMapGestures);
  add_gestures(list, "compare", Text::tr("In A | B and the difference"), kCompareGestures);
  add_gestures(list, "graph", Text::tr("In the graph"), kGraphGestures);
  add_gestures(list, "modules", Text::tr("In the modules"), kModuleGestures);
  add_gestures(list, "lanes", Text::tr("In the lanes"), kLaneGestures);
  add_gestures(list, "tables", Text::tr("In the tables"), kTableGestures);
  add_gestures(list, "conflicts", Text::tr("In the conflicts"), kConflictGestures);
  add_gestures(list, "strategies", Text::tr("In the strategies"), kStrategyGestures);
  add_gestures(list, "runs", Text::tr("In the runs"), kRunGestures);
  add_gestures(list, "steps", Text::tr("In the steps"), kStepGestures);
  add_gestures(list, "heap", Text::tr("In the heap of a recording, and its frames"), kHeapGestures);
  add_gestures(list, "inspector", Text::tr("In the inspector"), kInspectorGestures);
  list->expandAll();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* filter = new QLineEdit;
  filter->setPlaceholderText(Text::tr("Find a command, a gesture or a key"));
  filter->setAccessibleName(filter->placeholderText());
  filter->setClearButtonEnabled(true);
  auto* nothing = new QLabel;
  nothing->setObjectName("shortcuts_nothing");
  nothing->setAlignment(Qt::AlignCenter);
  nothing->setWordWrap(true);
  nothing->hide();
  QObject::connect(filter, &QLineEdit::textChanged, list, [list, nothing](const QString& text) {
    const bool found = filter_lines(list, text);
    nothing->setText(Text::tr("No command, gesture or key has “%1” in it.").arg(text));
    list->setVisible(found);
    nothing->setVisible(!found);
  });
  auto* rows = new QVBoxLayout(dialog);
  rows->addWidget(filter);
  rows->addWidget(list, 1);
  rows->addWidget(nothing, 1);
  rows->addWidget(buttons);
  fit_columns(list, dialog);
  dialog->show();
}

void show_about(QWidget* parent) {
  auto* box = new QMessageBox(parent);
  box->setObjectName("about");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setWindowTitle(Text::tr("About Stowage"));
  box->setIconPixmap(QApplication::windowIcon().pixmap(64));
  box->setTextFormat(Qt::RichText);
  box->setText(QStringLiteral("<h3>Stowage %1</h3>").arg(QApplication::applicationVersion()));
  box->setInformativeText(
      Text::tr("<p>An explorer of static memory plans for deep-learning graphs whose operators run on parallel "
               "streams.</p><p>The planning library and the command line are free under the <b>Apache License 2.0</b>; "
               "the window, since it draws charts with QCustomPlot, under the <b>GNU General Public License 3</b> or "
               "later.</p><p>Built with Qt %1 (LGPL 3), QCustomPlot (GPL 3), JSON for Modern C++ (MIT), tl::expected "
               "(CC0) and LEMON (Boost 1.0); graphs are drawn with Graphviz (EPL 1.0), which runs as a separate "
               "program.</p><p>The stream colours of Okabe and Ito are safe for colour-blind readers.</p>")
          .arg(QString::fromLatin1(qVersion())));
  box->setStandardButtons(QMessageBox::Close);
  box->show();
}

QString formats_page() {
  QString page =
      QStringLiteral("<p>%1</p>")
          .arg(FormatsText::tr(
                   "Stowage recognizes a file by its content, not by its name. Every file may be gzipped. Drop a "
                   "file on the window, or open it (Ctrl+O). File ▸ Report on the file lists what Stowage found in the "
                   "file. File ▸ Reading options sets what the file leaves open. Offsets in the file are opened "
                   "as a plan, which is checked and shown beside our plans.")
                   .toHtmlEscaped());
  for (const Format& format : formats()) page += section_of(format);
  return page;
}

void show_formats(QWidget* parent) {
  auto* dialog = new QDialog(parent);
  dialog->setObjectName("formats");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(FormatsText::tr("Files that Stowage opens"));
  auto* page = new QTextBrowser;
  page->setObjectName("formats_page");
  page->setAccessibleName(dialog->windowTitle());
  page->setHtml(formats_page());
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* rows = new QVBoxLayout(dialog);
  rows->addWidget(page);
  rows->addWidget(buttons);
  dialog->resize(kFormatsSize.boundedTo(dialog->screen()->availableSize() * 0.9));
  dialog->show();
}

}  // namespace stowage
