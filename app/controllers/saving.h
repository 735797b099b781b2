// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>
#include <QString>

#include "app/session/graph_saver.h"

class QMainWindow;

namespace stowage {

class FileWriter;
class JobQueue;
class MessageBar;
class NotesKeeper;
class OpenDocument;
class Planning;
class RecentFiles;

/// The graph and its plan on their way to files: save, save as, and what is asked before changes are lost.
class Saving final : public QObject {
  Q_OBJECT

 public:
  /// What it works on; all must outlive it.
  struct Parts {
    QMainWindow& window;
    OpenDocument& document;
    const Planning& planning;
    GraphSaver& saver;
    JobQueue& writes;
    NotesKeeper& notes;
    FileWriter& files;
    RecentFiles& recent;
    MessageBar& message;
  };
  /// The window owns it.
  explicit Saving(const Parts& parts);

  /// The graph into the file it came from, if that can hold it all; otherwise asks for another.
  void save();
  /// These write in the background; a name without an ending gets the usual one. FileWriter::written() says how it
  /// went.
  void save_plan(const QString& name);
  /// Which then is the document's file, if it holds all of the graph.
  void save_graph(const QString& name);
  void choose_graph_target();
  void choose_plan_target();

  /// While the graph is being saved, `next` is called after that, when its file is as the document knows it; false
  /// where nothing is being saved, and nothing will be called.
  bool later(const std::function<void()>& next);
  /// Whether what is open may go: nothing would be lost, or the user has been asked. Saves first where that is wanted.
  [[nodiscard]] bool may_go();
  /// Waits for what is being written, notes too. False where it could not be: the window stays, and says why.
  [[nodiscard]] bool all_written();

 signals:
  /// Saving the graph ended, well or not, or was given up.
  void over();

 private:
  [[nodiscard]] bool may_overwrite();
  void save_elsewhere(const QString& reason);
  void take_saved(const GraphSaver::Outcome& outcome);

  Parts parts_;
  bool asking_ = false;  // whether changes may go
};

}  // namespace stowage
