// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "app/controllers/window_parts.h"
#include "core/formats/durations.h"
#include "core/insight/edit/edits.h"
#include "widgets/base/latest_job.h"

namespace stowage {

/// Durations of a CSV, an ETDump or a profile of ONNX Runtime for the operators of the graph that is open, as one step
/// of the history. A message says which names are not found; a file with faults changes nothing.
class DurationsImport final : public QObject {
  Q_OBJECT

 public:
  /// The window owns it.
  explicit DurationsImport(const WindowParts& parts);

  /// Asks for the file.
  void choose();
  /// In the background.
  void read(const QString& path);

 private:
  void on_read(const QString& path, const std::string& csv, const Result<TimedGraph>& timed);
  void show_remarks(const QString& name, const std::vector<Diagnostic>& warnings);
  void show_faults(const Error& error);

  const WindowParts parts_;
  LatestJob reader_{this, {.text = [] { return tr("Reading durations…"); }}};
};

}  // namespace stowage
