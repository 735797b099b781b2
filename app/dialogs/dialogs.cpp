// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dialogs/dialogs.h"

#include <algorithm>

#include <QDialog>
#include <QPushButton>

namespace stowage {

void bring_up(QDialog& dialog) {
  dialog.show();
  dialog.raise();
  dialog.activateWindow();
}

void ask(QWidget* parent, const char* name, const QString& title, const QString& text, const QString& more,
         const std::vector<AnswerButton>& answers, const std::function<void()>& otherwise) {
  auto* box = new QMessageBox(QMessageBox::Warning, title, text, QMessageBox::Cancel, parent);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setObjectName(name);
  box->setInformativeText(more);
  for (const AnswerButton& each : answers) box->addButton(each.text, each.role)->setObjectName(each.name);
  box->setDefaultButton(QMessageBox::Cancel);
  QObject::connect(box, &QMessageBox::finished, box, [box, answers, otherwise] {
    const QString clicked = box->clickedButton() ? box->clickedButton()->objectName() : QString();
    const auto given = std::ranges::find_if(answers, [&](const AnswerButton& each) { return clicked == each.name; });
    given == answers.end() ? otherwise() : given->then();
  });
  box->open();
}

}  // namespace stowage
