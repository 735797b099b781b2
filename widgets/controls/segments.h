// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QString;
class QWidget;

namespace stowage {

/// Buttons of equal weight without space between them, one an action.
[[nodiscard]] QWidget* make_segments(const QList<QAction*>& actions, const QString& accessible_name);

}  // namespace stowage
