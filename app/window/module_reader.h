// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "widgets/base/latest_job.h"

namespace stowage {

class OpenDocument;
class ViewState;

/// Reads the modules of the graph that is open from the names of its operators, in the background, and hands them to
/// the views. Where the dock of modules is not offered there are none.
class ModuleReader final : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive it.
  ModuleReader(OpenDocument& document, ViewState& state, QObject* parent);

 private:
  void follow();

  OpenDocument& document_;
  ViewState& state_;
  LatestJob job_{this, {.text = [] { return tr("Reading modules…"); }}};
};

}  // namespace stowage
