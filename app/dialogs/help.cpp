// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/dialogs.h"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/settings/command_name.h"
#include "app/settings/file_names.h"
#include "app/settings/samples.h"

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

/// Makes the columns as wide as their words, and the dialog no larger than the screen.
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

/// Lists the gestures of a page in the reader's language. A section is known by its title in English.
void add_gestures(QTreeWidget* list) {
  const std::vector<GestureSection> english = gestures(kGesturesPage);
  const QString page = QStringLiteral(":/translations/gestures.%1.md").arg(language_of_words());
  const std::vector<GestureSection> shown = QFile::exists(page) ? gestures(page) : english;
  for (std::size_t k = 0; k < std::min(english.size(), shown.size()); ++k) {
    auto* section = new QTreeWidgetItem(list, {shown[k].title});
    section->setData(0, Qt::UserRole, english[k].title);
    for (const auto& [what, how] : shown[k].gestures) new QTreeWidgetItem(section, {what, how});
  }
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

std::vector<GestureSection> gestures(const QString& page) {
  std::vector<GestureSection> out;
  QFile file(page);
  if (!file.open(QIODevice::ReadOnly)) return out;
  for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
    if (line.startsWith(QLatin1String("## "))) {
      out.push_back({.title = line.mid(3), .gestures = {}});
      continue;
    }
    const QStringList cells = line.split('|');  // "| what | how |"
    if (out.empty() || cells.size() != 4) continue;
    if (cells[1].startsWith('-'))
      out.back().gestures.clear();  // the row above is the header
    else
      out.back().gestures.emplace_back(cells[1].trimmed(), cells[2].trimmed());
  }
  return out;
}

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
  add_gestures(list);
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
  dialog->setWindowTitle(FormatsText::tr("Supported file formats"));
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
