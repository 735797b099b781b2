// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QObject>
#include <QString>

#include "app/controllers/window_parts.h"
#include "core/insight/improve/savings.h"

namespace stowage {

/// Does what the view of improvements asks for: a preview is one step of the history, or for a layout the plan that is
/// shown, in place of the preview before it.
class ImprovePreview final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it.
  explicit ImprovePreview(const WindowParts& parts);

 private:
  void show(const MeasuredSaving& saving, quint64 id);
  void take_back();
  void go_back();
  void keep();
  void remember_choice();
  void show_waiting();
  void restore_choice();
  /// Of the step of a preview, until that is kept.
  [[nodiscard]] QString key() const;

  const WindowParts parts_;
  int kept_ = 0;
  /// Whose plan was shown before the first preview, none: the best; none before there is a preview.
  std::optional<std::optional<const LayoutStrategy*>> before_;
  std::optional<MeasuredSaving> waiting_;  ///< a layout, until enough is known of the graph
};

}  // namespace stowage
