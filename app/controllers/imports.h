// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

#include "app/controllers/window_parts.h"
#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/formats/durations.h"
#include "widgets/base/latest_job.h"

class QAction;

namespace stowage {

/// Says what was read of files of other programs, what they leave open, and how good the plans in them are; and reads
/// durations for the graph that is open.
class Imports final : public QObject {
  Q_OBJECT

 public:
  explicit Imports(const WindowParts& parts);

  void choose_reading();
  void show_import();
  void show_violations();
  /// Offers the reports and choices that there are for the document that is open now.
  void show_actions(QAction& reading, QAction& violations);

  /// Asks for durations of operators in a CSV, an ETDump or a profile of ONNX Runtime, and reads them in the
  /// background: one step of the history. A message says which names are not found; a file with faults changes nothing.
  void choose_durations();

  /// Says of a graph just opened what is weightiest; all of it is a click away.
  void report_opening(const Document& document, const Validation& validation);
  /// Says that a plan that was opened for the graph is not safe.
  void report_violations(const QString& path, const Validation& validation);

  /// Names the imported plan: it came with the graph, or was opened for it.
  [[nodiscard]] QString name_of_plan() const;
  /// "as in the file 14.2 MiB, our best 12.9 MiB: saves 1.3 MiB"; empty where there is nothing to compare yet. A
  /// recorded heap is measured by what was reserved; its own dock says what is saved of that.
  [[nodiscard]] QString saving_text() const;

 signals:
  /// The file is to be read in this way.
  void reading_chosen(const stowage::ReadOptions& options);

 private:
  [[nodiscard]] QString recorded_words(const Plan& recorded, const QString& reserved, const QString& best) const;
  void read_sizes_of(const QString& path, const std::function<void(const TensorSizes&)>& chosen);
  void read_durations(const QString& path);
  void on_durations(const QString& path, const std::string& csv, const Result<TimedGraph>& timed);
  void show_remarks(const QString& name, const std::vector<Diagnostic>& warnings);
  void show_faults(const QString& text, const Error& error);

  const WindowParts parts_;
  LatestJob durations_{this, {.text = [] { return tr("Reading durations…"); }}};
  LatestJob sizes_{this, {.text = [] { return tr("Reading sizes…"); }}};
};

}  // namespace stowage
