// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include "core/formats/durations.h"
#include "core/insight/edit/edits.h"
#include "widgets/base/latest_job.h"

class QMainWindow;

namespace stowage {

class FileWriter;
class MessageBar;
class OpenDocument;

/// Durations of a CSV, an ETDump or a profile of ONNX Runtime for the operators of the graph that is open, as one step
/// of the history. Names that are not found are told of; a file with faults changes nothing.
class DurationsImport final : public QObject {
  Q_OBJECT

 public:
  /// What it works on; all must outlive it.
  struct Parts {
    QMainWindow& window;
    OpenDocument& document;
    FileWriter& files;
    MessageBar& message;
  };
  /// The window owns it.
  explicit DurationsImport(const Parts& parts);

  /// Asks for the file.
  void choose();
  /// In the background.
  void read(const QString& path);

 private:
  void take(const QString& path, const std::string& csv, const Result<TimedGraph>& timed);
  void tell_remarks(const QString& name, const std::vector<Diagnostic>& warnings);
  void tell_faults(const Error& error);

  Parts parts_;
  LatestJob reader_{this, {.text = [] { return tr("Reading durations…"); }}};
};

}  // namespace stowage
