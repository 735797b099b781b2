// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/edit_dialogs.h"

#include <QDialogButtonBox>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>

#include "widgets/edit/edit_entries.h"
#include "widgets/edit/edits.h"

namespace stowage {
namespace {

QInputDialog* make_dialog(const QMenu& menu, const ValueQuestion& question) {
  auto* dialog = new QInputDialog(dialog_parent(menu));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(question.name);
  dialog->setWindowTitle(question.title);
  dialog->setLabelText(question.text);
  return dialog;
}

}  // namespace

void ask_factor(const QMenu& menu, const ValueQuestion& question, const std::function<void(Factor)>& chosen) {
  QInputDialog* dialog = make_dialog(menu, question);
  dialog->setInputMode(QInputDialog::DoubleInput);
  dialog->setDoubleDecimals(edits::kFactorDecimals);
  dialog->setDoubleRange(edits::kLeastFactor, edits::kLargestFactor);
  dialog->setDoubleValue(1.5);
  QObject::connect(dialog, &QInputDialog::doubleValueSelected, dialog,
                   [chosen](double value) { chosen(edits::factor_of(value)); });
  dialog->open();
}

void ask_text(const QMenu& menu, const ValueQuestion& question, const QString& before,
              const std::function<bool(const QString&)>& fits, const std::function<void(const QString&)>& chosen) {
  QInputDialog* dialog = make_dialog(menu, question);
  dialog->setTextValue(before);
  const auto check = [dialog, fits](const QString& text) {
    dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->setEnabled(fits(text));
  };
  QObject::connect(dialog, &QInputDialog::textValueChanged, dialog, check);
  QObject::connect(dialog, &QInputDialog::textValueSelected, dialog, [fits, chosen](const QString& text) {
    if (fits(text)) chosen(text);
  });
  dialog->open();
  check(before);
}

}  // namespace stowage
