// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "core/check/validator.h"
#include "core/formats/document.h"

class QAction;
class QMainWindow;
class QMenu;

namespace stowage {

class Exporter;
class MessageBar;
class OpenDocument;
class Planning;
class ViewState;

/// Files of other programs: what was read of them, what they leave open, and how good the plans in them are.
class Imports final : public QObject {
  Q_OBJECT

 public:
  /// What it works on; all must outlive it.
  struct Parts {
    QMainWindow& window;
    OpenDocument& document;
    Planning& planning;
    ViewState& state;
    Exporter& exporter;
    MessageBar& message;
  };
  /// The window owns it.
  explicit Imports(const Parts& parts);

  void choose_reading();
  void show_import();
  void show_violations();
  /// Shows what there is to tell of the document that is open now, and offers only that.
  void show_actions(QAction& reading, QAction& violations);

  /// Says of a graph just opened what is weightiest; all of it is a click away.
  void tell_of_opening(const Document& document, const Validation& validation);
  /// Of a plan that was opened for the graph that is shown.
  void tell_of_violations(const QString& path, const Validation& validation);

  /// By which the plan that came with the graph is told from one that was opened for it.
  [[nodiscard]] QString name_of_plan() const;
  /// "as in the file 14.2 MiB, our best 12.9 MiB: saves 1.3 MiB"; empty where there is nothing to compare yet. A
  /// recorded heap is measured by what was reserved, and what is saved of that is told in its own dock.
  [[nodiscard]] QString saving_text() const;

 signals:
  /// The file is to be read in this way.
  void reading_chosen(const stowage::ReadOptions& options);

 private:
  [[nodiscard]] QString recorded_words(const Plan& recorded, const QString& reserved, const QString& best) const;

  Parts parts_;
};

}  // namespace stowage
