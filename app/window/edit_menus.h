// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>

#include <QMenu>
#include <QObject>

#include "core/graph/graph.h"

namespace stowage {

class OpenDocument;
class ViewState;

/// What the Edit menu offers for the selection and the graph: submenus that are filled whenever they open, by the same
/// rows as the context menus of the views. One that has nothing to offer is greyed out and says why.
class EditMenus final : public QObject {
  Q_OBJECT

 public:
  /// Appends to `edit`, which owns this object. The others outlive it; `alignment` is listed with the sizes.
  EditMenus(OpenDocument& document, ViewState& state, QMenu* edit, QMenu* alignment);

  /// The submenu of the selected tensors, for the rows of a table too.
  [[nodiscard]] QAction* of_tensors() const { return tensors_->menuAction(); }

 private:
  using Fill = std::function<void(QMenu&, const std::shared_ptr<const Graph>&)>;
  QMenu* add(QMenu* edit, const char* name, const QString& title, Fill fill);
  void update();

  OpenDocument& document_;
  ViewState& state_;
  QMenu *operators_, *tensors_, *streams_, *sizes_, *durations_;
};

}  // namespace stowage
