// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/views.h"

#include <QCoreApplication>
#include <QInputDialog>
#include <QPlainTextEdit>
#include <QShortcut>

#include "widgets/base/view_state.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::NoteDialog)
};

constexpr qsizetype kMostLetters = 16'000;  // at most four bytes each: within what a file of notes may hold

}  // namespace

void edit_note(QWidget* parent, ViewState& state, const Graph& graph, TensorId t) {
  const auto known = state.notes().find(t);
  auto* dialog = new QInputDialog(parent);
  dialog->setObjectName("note_dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
  dialog->setWindowTitle(Text::tr("Note"));
  dialog->setLabelText(Text::tr("Note on %1 (empty: none):").arg(text_of(graph.name(t))));
  dialog->setTextValue(known == state.notes().end() ? QString() : known->second);
  dialog->resize(420, 220);
  QObject::connect(dialog, &QInputDialog::textValueSelected, &state,
                   [&state, t](const QString& text) { state.set_note(t, text.trimmed().left(kMostLetters)); });
  for (const QKeyCombination keys : {Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter})  // alone: another line
    QObject::connect(new QShortcut(QKeySequence(keys), dialog), &QShortcut::activated, dialog, &QDialog::accept);
  dialog->open();
  auto* edit = dialog->findChild<QPlainTextEdit*>();  // made by now
  edit->setTabChangesFocus(true);
  edit->moveCursor(QTextCursor::End);
}

}  // namespace stowage
