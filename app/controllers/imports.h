// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "app/controllers/window_parts.h"
#include "core/check/validator.h"
#include "core/formats/document.h"

class QAction;

namespace stowage {

/// Files of other programs: what was read of them, what they leave open, and how good the plans in them are.
class Imports final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it.
  explicit Imports(const WindowParts& parts);

  void choose_reading();
  void show_import();
  void show_violations();
  /// Offers the reports and choices that there are for the document that is open now.
  void show_actions(QAction& reading, QAction& violations);

  /// Says of a graph just opened what is weightiest; all of it is a click away.
  void report_opening(const Document& document, const Validation& validation);
  /// Of a plan that was opened for the graph that is shown.
  void report_violations(const QString& path, const Validation& validation);

  /// Another for a plan that came with the graph than for one that was opened for it.
  [[nodiscard]] QString name_of_plan() const;
  /// "as in the file 14.2 MiB, our best 12.9 MiB: saves 1.3 MiB"; empty where there is nothing to compare yet. A
  /// recorded heap is measured by what was reserved; its own dock says what is saved of that.
  [[nodiscard]] QString saving_text() const;

 signals:
  /// The file is to be read in this way.
  void reading_chosen(const stowage::ReadOptions& options);

 private:
  [[nodiscard]] QString recorded_words(const Plan& recorded, const QString& reserved, const QString& best) const;

  const WindowParts parts_;
};

}  // namespace stowage
