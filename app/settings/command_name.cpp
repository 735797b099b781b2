// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/settings/command_name.h"

#include <QAction>
#include <QFormLayout>
#include <QRegularExpression>
#include <QWidget>

namespace stowage {
namespace {

constexpr const char* kGiven = "name_without_key";

void rename(QAction* action) {
  const QString text = action->text(), before = action->property(kGiven).toString();
  if (!text.contains(QLatin1String("(&")) && before.isEmpty()) return;
  const QString name = command_name(text), by_qt = QString(text).remove('&');
  const auto is_ours = [&](const QString& shown) { return shown == by_qt || (!before.isEmpty() && shown == before); };
  const bool on_button = is_ours(action->iconText()), in_tip = is_ours(action->toolTip());
  action->setProperty(kGiven, name);
  if (on_button) action->setIconText(name);
  if (in_tip) action->setToolTip(name);
}

}  // namespace

QString command_name(QString text) {
  static const QRegularExpression key(QStringLiteral("\\(&[^)]\\)")), end(QStringLiteral("[…:：]$"));
  return text.remove(key).remove(end).remove('&');
}

void add_form_row(QFormLayout* form, const QString& label, QWidget* field, const char* object_name,
                  const QString& tool_tip) {
  field->setObjectName(object_name);
  field->setAccessibleName(command_name(label));
  field->setToolTip(tool_tip);
  form->addRow(label, field);
}

void name_without_key(QAction* action) {
  rename(action);
  QObject::connect(action, &QAction::changed, action, [action] { rename(action); });
}

}  // namespace stowage
