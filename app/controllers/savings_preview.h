// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>
#include <QString>

#include "core/insight/improve/savings.h"

namespace stowage {

class OpenDocument;
class Planning;
class SavingsPane;

/// Does what the savings pane asks for: a preview is one step of the history, or for a layout the plan that is shown,
/// in place of the preview before it.
class SavingsPreview final : public QObject {
  Q_OBJECT

 public:
  /// All must outlive it.
  SavingsPreview(OpenDocument& document, Planning& planning, SavingsPane& pane, QObject* parent);

 private:
  void show(const MeasuredSaving& saving);
  void take_back();
  void go_back();
  void keep();
  void remember_choice();
  void show_waiting();
  void restore_choice();
  /// Of the step of a preview, until that is kept.
  [[nodiscard]] QString key() const;

  OpenDocument& document_;
  Planning& planning_;
  int kept_ = 0;
  /// What was shown before the first preview.
  struct Choice {
    bool best = true;                          ///< whichever that is
    const LayoutStrategy* strategy = nullptr;  ///< null: the imported plan
  };
  std::optional<Choice> before_;
  std::optional<MeasuredSaving> waiting_;  ///< a layout, until enough is known of the graph
};

}  // namespace stowage
