// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>

#include "widgets/base/latest_job.h"
#include "widgets/base/view_state.h"
#include "widgets/painters/model/step_bands.h"

class QMenu;
class QSettings;

namespace stowage {

class OpenDocument;

/// Cuts the graph that is open into parts of its order, in the background and while the user wants to see them, and
/// tells the views. Modules are as far apart as they are open. What is wanted is kept in the settings.
class OrderBands final : public QObject {
  Q_OBJECT

 public:
  /// All must outlive this.
  OrderBands(OpenDocument& document, ViewState& state, QSettings& settings, QObject* parent);

  /// None, or one of the kinds: what is wanted, checked.
  void fill(QMenu& menu);

 signals:
  /// The user asked for parts of a graph that has none of that kind.
  void none_found();

 private:
  void want(std::optional<StepBands::Kind> kind);
  void follow(bool asked = false);
  void follow_modules(bool asked);

  OpenDocument& document_;
  ViewState& state_;
  QSettings& settings_;
  std::optional<StepBands::Kind> wanted_;
  LatestJob job_{this, {.text = [] { return tr("Looking for parts of the order…"); }}};
};

}  // namespace stowage
