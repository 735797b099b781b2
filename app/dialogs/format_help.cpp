// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/format_help.h"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QScreen>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "app/settings/file_names.h"
#include "core/formats/document.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::FormatHelp)
};

constexpr QSize kSize{900, 720};

/// What can be done with such files besides opening them.
QString abilities_of(const Format& format) {
  QString out = Text::tr("Stowage only reads it.");
  if (format.write && format.carries_only.empty())
    out = Text::tr("Stowage reads it. File ▸ Save graph as writes it.");
  else if (format.write && !format.is_read)
    out = Text::tr("Stowage does not read it. File ▸ Save graph as writes %1.").arg(carried_by(format));
  else if (format.write)
    out = Text::tr("Stowage reads it. File ▸ Save graph as writes it too, but only %1.").arg(carried_by(format));
  return format.carries_plan ? out + ' ' + Text::tr("It keeps the offsets of a plan.") : out;
}

QString section_of(const Format& format) {
  QString lines = how_to_get(format).toHtmlEscaped();
  lines.replace('\n', "<br>");
  return QStringLiteral("<h3>%1 <span style='font-weight:normal'><code>%2</code></span></h3><p>%3</p><p><i>%4</i></p>")
      .arg(format_title(format).toHtmlEscaped(), name_patterns(format).join(QStringLiteral("  ")).toHtmlEscaped(),
           lines, abilities_of(format).toHtmlEscaped());
}

}  // namespace

QString formats_page() {
  QString page =
      QStringLiteral("<p>%1</p>")
          .arg(Text::tr(
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
  dialog->setWindowTitle(Text::tr("Files that Stowage opens"));
  auto* page = new QTextBrowser;
  page->setObjectName("formats_page");
  page->setAccessibleName(dialog->windowTitle());
  page->setHtml(formats_page());
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  auto* rows = new QVBoxLayout(dialog);
  rows->addWidget(page);
  rows->addWidget(buttons);
  dialog->resize(kSize.boundedTo(dialog->screen()->availableSize() * 0.9));
  dialog->show();
}

}  // namespace stowage
