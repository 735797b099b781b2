// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QObject>
#include <QString>

#include "app/session/file_watch.h"
#include "core/check/validator.h"
#include "core/formats/document.h"
#include "core/insight/learn/lesson_facts.h"
#include "core/zoo/zoo.h"
#include "widgets/base/worker.h"

namespace stowage {

/// Whether a file says at its beginning that it is a plan file; a gzipped one by its name.
[[nodiscard]] bool is_plan_file(const QString& path);
/// Why the file cannot be opened as it is now, if so.
[[nodiscard]] std::optional<Error> fault_of_file(const QString& path, const ReadOptions& options, const Task& task);

/// A graph that was read or made.
struct OpenedFile {
  QString path;  ///< empty where it was made
  std::shared_ptr<const Document> document;
  ReadOptions options{};
  Validation validation{};  ///< says whether the plan in the document, if there is one, is safe
  FileStamp stamp{};        ///< of the file when loading it began
};

/// Reads a file in the background: a graph in any format, a plan for the graph that is open, or a lesson, whose answers
/// are checked; or makes a graph of the zoo. The window takes over what arrives, so that a failed or cancelled load
/// changes nothing.
class LoaderJob final : public QObject {
  Q_OBJECT

 public:
  explicit LoaderJob(QObject* parent = nullptr);

  /// `path` may be a Qt resource (a sample). `current`: the graph that a plan file would be for, or null. Cancels the
  /// load before, if any.
  void load(const QString& path, const ReadOptions& options = {}, std::shared_ptr<const Graph> current = nullptr);
  /// Makes the graph of a step of a network, which comes as graph_loaded() without a path.
  void make(const ZooNetwork& network, const ZooOptions& options);
  bool cancel() { return worker_.cancel(); }
  [[nodiscard]] bool running() const { return worker_.running(); }
  /// What is being loaded, or was last; empty where it is made.
  [[nodiscard]] const QString& path() const { return path_; }
  /// "Reading graph.csv…", "Making ResNet-50…"; and when that was cancelled.
  [[nodiscard]] QString activity() const;
  [[nodiscard]] QString cancelled_text() const;
  /// The graph that a plan file was read for.
  [[nodiscard]] const std::shared_ptr<const Graph>& current() const { return current_; }

 signals:
  void graph_loaded(const stowage::OpenedFile& loaded);
  /// `validation` says whether the plan is safe for the current graph.
  void plan_loaded(const QString& path, const stowage::Plan& plan, const stowage::Validation& validation);
  void lesson_loaded(const QString& path, const stowage::CheckedLesson& lesson);
  void failed(const QString& path, const stowage::Error& error);
  void progress(double fraction);
  void running_changed();

 private:
  Worker worker_{this};
  QString path_;
  QString network_;  ///< title of the one that is made
  std::shared_ptr<const Graph> current_;
};

}  // namespace stowage
