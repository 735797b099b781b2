// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/edit/edit_entries.h"

#include <algorithm>
#include <utility>

#include <QCoreApplication>
#include <QMenu>

#include "widgets/edit/edits.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::EditEntries)
};

}  // namespace

QAction* add_edit_entry(QMenu& menu, const QString& text, const AskForEdit& ask, std::function<EditRequest()> request) {
  QAction* action = menu.addAction(text);
  action->setEnabled(request != nullptr);
  if (request)
    QObject::connect(action, &QAction::triggered, &menu, [ask, request = std::move(request)] { ask(request()); });
  return action;
}

void add_grouping(QMenu& menu, const QString& text, const AskForEdit& ask, const std::shared_ptr<const Graph>& graph,
                  const std::vector<TensorId>& tensors) {
  const bool grouped = std::ranges::any_of(tensors, [&](TensorId t) { return graph->group(t).valid(); });
  if (tensors.size() >= 2 && !grouped) {
    add_edit_entry(menu, text, ask, [graph, tensors] {
      return edits::make_group(*graph, tensors);
    })->setObjectName("make_group");
    return;
  }
  QAction* entry = add_edit_entry(menu, text, ask, nullptr);
  entry->setObjectName("make_group");
  entry->setToolTip(grouped ? Text::tr("One of the tensors is in a group already")
                            : Text::tr("Select at least two tensors"));
}

QString entry_text(const QString& name) {
  constexpr qsizetype kLongest = 48;
  QString out = name.size() > kLongest ? name.left(kLongest - 1) + QStringLiteral("…") : name;
  return out.replace('&', QLatin1String("&&"));
}

QWidget* dialog_parent(const QMenu& menu) {
  QWidget* parent = menu.parentWidget();
  while (qobject_cast<QMenu*>(parent)) parent = parent->parentWidget();
  return parent ? parent->window() : nullptr;
}

}  // namespace stowage
