// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QObject>

#include "widgets/latest_job.h"
#include "widgets/view_state.h"

namespace stowage {

class OpenDocument;

/// Cuts the graph that is open into ROAM's subgraphs, in the background and while that is wanted, and tells the views
/// which steps of its order each has.
class RoamBands final : public QObject {
  Q_OBJECT

 public:
  /// Both must outlive what this still hears of them.
  RoamBands(OpenDocument& document, ViewState& state, QObject* parent);

  void set_wanted(bool wanted);
  /// Of a graph whose operators could run in another order; null where there is but one part.
  [[nodiscard]] static std::shared_ptr<const ViewState::StepBands> bands_of(const Graph& graph);

 private:
  void follow();

  OpenDocument& document_;
  ViewState& state_;
  bool wanted_ = false;
  LatestJob job_{this};
};

}  // namespace stowage
