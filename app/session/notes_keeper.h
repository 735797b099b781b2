// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <string>

#include <QObject>
#include <QString>
#include <QTimer>

#include "core/formats/readers.h"
#include "core/graph/graph.h"
#include "widgets/base/job_queue.h"
#include "widgets/base/view_state.h"

namespace stowage {

/// Those of a file that are on tensors of the graph, and back, by the names of the tensors.
[[nodiscard]] ViewState::Notes notes_on(const Graph& graph, const std::map<std::string, std::string>& notes);
[[nodiscard]] std::map<std::string, std::string> notes_by_name(const Graph& graph, const ViewState::Notes& notes);

/// Keeps the notes of the shared state in a file beside that of the graph (core/formats/readers.h): reads it when a
/// graph is opened, writes it a moment after each change, all in the background and in that order. Notes on tensors
/// that the graph does not have, and all other content of the file, are written back as they were.
/// ```
///  sample, new graph     notes live until the graph is saved to a file; then they are written beside it
///  file at fault         a message says so, and the file is never written; notes live as those of a sample
/// ```
class NotesKeeper final : public QObject {
  Q_OBJECT

 public:
  /// `state` must outlive it.
  explicit NotesKeeper(ViewState& state, QObject* parent = nullptr);
  /// Writes what is not written yet, and waits for that.
  ~NotesKeeper() override;

  /// Reads the notes on the graph that is open from now on, whose state was reset. A Qt resource has no file.
  void open(const QString& graph_path, std::shared_ptr<const Graph> graph);
  /// The same graph is in another file now: its notes go beside that one, except over notes that are there already.
  void move_to(const QString& graph_path);
  /// Begins to write what is not written yet.
  void flush();
  /// As flush(), and forgets the graph: to be called before its state is reset.
  void close();
  [[nodiscard]] bool busy() const { return files_.running() || pause_.isActive(); }

 signals:
  /// The notes could not be read, or not be written.
  void failed(const QString& message);
  /// All that was begun is read and written.
  void idle();

 private:
  /// Where the notes are, and what their file holds besides. Only work in the queue reads or changes the latter.
  struct File {
    std::string path;
    NotesFile others{};                          // what is not in the state
    std::map<std::string, std::string> known{};  // what the state is given once it has been read
    bool is_usable = false;                      // read, or new; otherwise it is left alone
  };
  using FilePtr = std::shared_ptr<File>;

  void read_file_of(const FilePtr& file);
  void on_read(const FilePtr& file, const ViewState::Notes& notes);
  void give_up(const FilePtr& file, const QString& message);
  void on_state_changed();
  void on_occupied(const FilePtr& file, const QString& graph_path, bool nothing_else);
  void say_unsaved(const std::string& reason);

  ViewState& state_;
  std::shared_ptr<const Graph> graph_;  // null: nothing is open, and changes are nobody's
  FilePtr file_;                        // null: none yet
  QString next_path_;                   // of the graph, to move to once the notes have been read
  bool reading_ = false, setting_ = false, dirty_ = false;
  QTimer pause_;
  JobQueue files_{this};
};

}  // namespace stowage
