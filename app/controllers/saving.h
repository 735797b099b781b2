// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <vector>

#include <QString>

#include "app/controllers/window_parts.h"

namespace stowage {

/// Saves the graph and its plan, and asks before changes are lost. Nothing here waits: what is to follow is called
/// later, on the GUI thread.
class Saving final : public QObject {
  Q_OBJECT

 public:
  explicit Saving(const WindowParts& parts);

  using Then = std::function<void()>;
  /// Called once with whether the document is in its file, whole.
  using Done = std::function<void(bool saved)>;

  /// Saves the graph in the file it came from, if that can hold it all; otherwise asks for another.
  void save(const Done& done = {});
  /// Both write in the background; a name without an ending gets the usual one. FileWriter::written() says how it went.
  void save_plan(const QString& name);
  /// The file becomes the document's, if it holds all of the graph.
  void save_graph(const QString& name, const Done& done = {});
  void choose_graph_target(const Done& done = {});
  void choose_plan_target();

  /// While the graph is being edited or saved, or its new name is asked for: true, and calls `next` after that, when
  /// its file is as the document knows it. Otherwise false, and calls nothing.
  bool later(const Then& next);
  /// Calls `go` once what is open may go: nothing would be lost, or the user has been asked. Saves first where that is
  /// wanted. Calls `stay` where the user wants to keep it, or it could not be saved. One wish after the other.
  void let_go(
      const Then& go, const Then& stay = [] {});
  /// Whether a graph was saved in the file that has this stamp.
  [[nodiscard]] bool wrote(const FileStamp& stamp) const {
    return std::ranges::find(written_, stamp) != written_.end();
  }
  /// Calls `then` once all is written, notes too; or `failed`, where some of it could not be, which the window says.
  void when_written(const Then& then, const Then& failed);

 signals:
  /// Saving the graph ended, well or not, or was given up.
  void over();

 private:
  /// Somebody waits until what is open may go.
  struct Wish {
    Then go, stay;
  };
  struct Job;
  struct Outcome;
  static Outcome run(const Job& job);
  [[nodiscard]] Done begin(const Done& done);
  void settle_preview(const Done& end, const Then& next);
  void save_as_it_is(const Done& end);
  void ask_to_overwrite(const Done& end);
  void ask_for_target(const Done& end);
  void save_elsewhere(const QString& reason, const Done& end);
  void write_as(const QString& name, const Done& end);
  void write(Job job, const Done& end);
  void on_saved(const Outcome& outcome, const Done& end);
  void look_at_wishes();
  void decide();
  void decided(bool go);
  void ask_to_save();

  const WindowParts parts_;
  int under_way_ = 0;  // saves of the graph
  std::vector<FileStamp> written_;
  std::deque<Wish> wishes_;
  bool deciding_ = false;  // on the first of them
};

}  // namespace stowage
