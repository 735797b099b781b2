// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>
#include <QUndoGroup>
#include <QUndoStack>

#include "app/session/document_step.h"
#include "app/session/file_watch.h"
#include "core/formats/document.h"
#include "widgets/base/known_order.h"
#include "widgets/base/worker.h"
#include "widgets/edit/edit_request.h"

namespace stowage {

/// The same graph for a runtime that rounds to another alignment.
[[nodiscard]] Graph with_alignment(const Graph& graph, Bytes alignment);

/// The same document with the bodies of loops and branches laid out, so that every plan counts them. Where that cannot
/// be done, a warning says why, and the graph stays as it is. cancelled, timed_out.
[[nodiscard]] Result<Document> with_bodies_laid_out(Document document, const Task& task);

/// What one window has open: a graph as a value, the plan that came with it, the planning options, and the undo stack
/// that leads from one to the next. Every change of graph or options is a new revision.
///
/// Small graphs are edited at once; large ones in the background, one edit after the other: since a request speaks of
/// operators as they are numbered now, further requests are refused meanwhile.
class OpenDocument final : public QObject {
  Q_OBJECT

 public:
  explicit OpenDocument(QObject* parent = nullptr);

  [[nodiscard]] bool is_open() const { return now_.graph != nullptr; }
  /// What is open keeps its id for life, whatever becomes of its graph and file, also while it is suspended. No two
  /// documents have the same. 0 where nothing is open.
  [[nodiscard]] std::uint64_t id() const { return now_.id; }
  /// As it was opened; a Qt resource for a sample; empty where nothing is open.
  [[nodiscard]] const QString& path() const { return now_.path; }
  /// The graph's name, or where it has none the file's.
  [[nodiscard]] QString title() const;
  [[nodiscard]] const std::shared_ptr<const Graph>& graph() const { return now_.graph; }
  /// How long its simulated run takes; none where no operator has a duration.
  [[nodiscard]] const std::optional<Makespan>& makespan() const { return now_.makespan; }
  /// Id of the request that led to graph(): EditRequest::id; 0 where none did, or it had none.
  [[nodiscard]] std::uint64_t edit_id() const { return now_.edit; }
  /// Id of the format it was read from.
  [[nodiscard]] const std::string& format() const { return now_.file.format; }
  /// The file as it was when it was read or saved last; what is not on disk has none.
  [[nodiscard]] const FileStamp& stamp() const { return now_.stamp; }
  /// As it is on disk, or was opened; the same as graph() while nothing has changed.
  [[nodiscard]] const std::shared_ptr<const Graph>& saved_graph() const { return now_.saved_graph; }
  /// Id of the strategy whose order the operators are in; empty where they are as in the file, or were moved by hand.
  [[nodiscard]] const std::string& order() const { return now_.order; }
  /// What reading had to assume or leave out.
  [[nodiscard]] const std::vector<Diagnostic>& warnings() const { return now_.file.warnings; }
  /// What became of everything in a file of another program; empty for files of our own.
  [[nodiscard]] const ImportSummary& summary() const { return now_.file.summary; }
  /// Dimensions that the file leaves open and read_options() did not give.
  [[nodiscard]] const std::vector<OpenDimension>& open_dimensions() const { return now_.file.open_dimensions; }
  /// Devices of the file, where there is a choice.
  [[nodiscard]] const std::vector<RecordedDevice>& devices() const { return now_.file.devices; }
  /// Graphs that the file holds, and which of them this is; empty where it can hold only one.
  [[nodiscard]] const std::vector<GraphInFile>& graphs_in_file() const { return now_.file.graphs; }
  [[nodiscard]] std::size_t graph_in_file() const { return now_.file.graph_index; }
  /// Memory spaces of the file, and the one that graph() has the tensors of; empty where all is one memory.
  [[nodiscard]] const std::vector<MemorySpace>& spaces() const { return now_.file.spaces; }
  [[nodiscard]] std::size_t space() const { return now_.in.space; }
  /// The tensors of all spaces: those of the other spaces as they are, those of space() as they were when it was last
  /// shown. Null without spaces.
  [[nodiscard]] const std::shared_ptr<const SpacedTensors>& spaced() const { return now_.in.tensors; }
  /// The plan that the file held itself, or null.
  [[nodiscard]] const std::shared_ptr<const Plan>& file_plan() const { return now_.file_plan; }
  /// A plan that came with the graph or was opened for it, or null.
  [[nodiscard]] const std::shared_ptr<const Plan>& imported_plan() const { return now_.imported; }
  /// The order of the last plan that brought one with it, or null.
  [[nodiscard]] const std::shared_ptr<const ImportedOrder>& imported_order() const { return now_.imported_order; }
  /// What happened in a recorded heap; null for other documents.
  [[nodiscard]] const std::shared_ptr<const RecordedHeap>& history() const { return now_.file.history; }
  [[nodiscard]] const ReadOptions& read_options() const { return now_.read_options; }
  [[nodiscard]] Bytes alignment() const { return now_.alignment; }
  /// Where it is not the one that the graph is for; otherwise 0.
  [[nodiscard]] Bytes chosen_alignment() const {
    return now_.alignment == now_.graph->alignment() ? Bytes{} : now_.alignment;
  }
  /// Counts up with every change of graph or options.
  [[nodiscard]] std::uint64_t revision() const { return revision_; }
  /// Whether the graph differs from the one on disk in any order that an opened plan has brought.
  [[nodiscard]] bool is_modified() const { return now_.is_modified(); }
  [[nodiscard]] QUndoStack& undo_stack() { return *now_.undo; }
  /// Follows the undo stack, whichever it is after suspend_and_open() and resume().
  [[nodiscard]] QUndoGroup& undo_group() { return undo_group_; }
  /// Whether an edit is being made in the background.
  [[nodiscard]] bool is_editing() const { return editor_.running(); }
  /// Makes the step of that edit, in any thread or process; empty where none is being made.
  using MakeStep = std::function<Result<GraphStep>()>;
  [[nodiscard]] MakeStep step_under_way() const { return is_editing() ? step_under_way_ : MakeStep(); }
  /// While revised() is emitted: the plan that the edit promised, or null.
  [[nodiscard]] const std::shared_ptr<const Plan>& promised_plan() const { return promised_; }
  /// While graph_changed() or revised() is emitted: whether every plan of the graph before is one of graph()
  /// (EditRequest::plans_hold).
  [[nodiscard]] bool plans_hold() const { return plans_hold_; }
  /// What the last edit did, or the last step or jump through the history; none before the first, where its step is
  /// gone or leads to another memory space, and while revised() is emitted.
  [[nodiscard]] std::optional<Effect> last_effect() const;

  /// Replaces everything, also what is suspended; options are those of a new document.
  void open(const QString& path, Document document, const ReadOptions& options, const FileStamp& stamp = {});
  /// As open(), but the graph has edits that are not in the file.
  void open_edited(const QString& path, Document document, const FileStamp& stamp);
  void close();
  /// As open(), but suspends the open document with its undo stack, without a previewed change. Where a document is
  /// suspended already, that one stays, and the open one is dropped.
  void suspend_and_open(const QString& path, Document document);
  [[nodiscard]] bool has_suspended() const { return suspended_.has_value(); }
  [[nodiscard]] bool is_suspended_modified() const { return suspended_ && suspended_->is_modified(); }
  /// Whether that document is open or suspended, and modified.
  [[nodiscard]] bool has_edits(std::uint64_t id) const;
  /// The file of what is suspended; empty where nothing is, or it has none.
  [[nodiscard]] QString suspended_path() const { return suspended_ ? suspended_->path : QString(); }
  /// Opens what is suspended, as it was; what is open now is dropped. Something must be suspended.
  void resume();
  /// `graph`, which was or still is the one of that document, is now in this file, whole. False where the document is
  /// neither open nor suspended any more: then nothing changes.
  bool mark_saved(std::uint64_t id, const QString& path, const std::string& format, std::shared_ptr<const Graph> graph,
                  Bytes alignment, const FileStamp& stamp);
  void set_imported_plan(Plan plan);
  /// Where the plan brought an order with it; to be called before the graph is put into that.
  void set_imported_order(ImportedOrder order);
  /// Does what is asked, as one step of the undo stack; or changes nothing and says why: edit_refused().
  void edit(const EditRequest& request);
  /// While a change is previewed, its step is the last one, and only edits of its key are made: others, which would
  /// keep it unasked, are refused. Undo and take_back() end it. Empty: nothing is previewed.
  void set_previewed(const QString& merge_key) { previewed_ = merge_key; }
  [[nodiscard]] bool previews() const { return !previewed_.isEmpty(); }
  /// Shows another memory space of the file, as a step of the undo stack. What was edited stays as it is.
  void show_space(std::size_t space);
  /// Puts tensors into another memory space, with all that shares their bytes; or says why not: edit_refused().
  void move_to_space(const std::vector<TensorId>& tensors, std::size_t space);
  /// Drops the edit that is being made.
  void cancel_edit();
  /// What plans of the graph, as it is now, need: for the steps of the undo stack that lead here and on.
  void set_footprints(const Footprints& now);
  /// At least 1. Undoable, each change for itself. A graph file keeps it (see is_modified()).
  void change_alignment(Bytes alignment, const QString& merge_key = {}, std::shared_ptr<const Plan> promised = {});
  /// Undoes the last step and drops it, if it is of that key and not what was saved.
  void take_back(const QString& merge_key);

 signals:
  /// Another file is shown, or none.
  void replaced();
  /// The graph or an option changed, also by undo.
  void revised();
  void imported_plan_changed();
  void imported_order_changed();
  /// It is in a file, perhaps in another than before.
  void saved();
  /// is_editing() is another.
  void editing_changed();
  /// A step led to another graph of the document: before revised(), so that the shared state is of that graph first.
  /// `now`: by OperatorId of the graph before the id in this one, or none; empty where no id has changed.
  void graph_changed(const std::vector<stowage::OperatorId>& now);
  void edit_refused(const stowage::Error& error);
  /// last_effect(), or what is known of any step of the undo stack, is another.
  void steps_measured();

 private:
  friend class DocumentStep;
  struct Content : DocumentState {
    [[nodiscard]] bool has_other_graph() const {
      return graph != saved_graph && std::ranges::find(as_in_files, graph) == as_in_files.end();
    }
    /// A graph file keeps the alignment. Samples and graphs without a file are only looked at with another.
    [[nodiscard]] bool is_modified() const {
      const bool keeps_alignment = file.format == "stowage-graph" && !path.isEmpty() && !path.startsWith(':');
      return has_other_graph() || (keeps_alignment && alignment != saved_alignment);
    }

    std::uint64_t id = 0;
    QString path;
    Document file;  // the rest of its file, without graphs, plans and spaces that edits change
    std::shared_ptr<const Graph> saved_graph;
    std::vector<std::shared_ptr<const Graph>> as_in_files;  // the one on disk in the orders of plans
    std::shared_ptr<const ImportedOrder> imported_order;
    int came_from = -1;  // index of the undo stack before the last step or jump; -1: there was none
    ReadOptions read_options;
    FileStamp stamp;
    Bytes saved_alignment{1};
    std::optional<Footprints> opened_footprints;  // before any step
    std::unique_ptr<QUndoStack> undo = std::make_unique<QUndoStack>();
  };
  void show(Content content);
  void replace(Content content);
  [[nodiscard]] static Content content_of(const QString& path, Document document);
  [[nodiscard]] const Content* content(std::uint64_t id) const;
  /// Says why, where such an edit is not made now.
  [[nodiscard]] bool refuses(const QString& merge_key);
  void take_step(const EditRequest& request, Result<GraphStep> step);
  [[nodiscard]] DocumentStep* step_at(int index) const;
  void push(DocumentStep* step);
  [[nodiscard]] DocumentStep* mergeable(const QString& merge_key) const;
  /// What plans of the present state need.
  [[nodiscard]] std::optional<Footprints> footprints() const;
  /// What the state at that index of the undo stack needs; 0 is before all of its steps, and there must be one.
  [[nodiscard]] Needs needs_at(int index) const;
  /// What every step of the undo stack does. `ids` of operators, new by old; empty where none changed.
  void take_state(const DocumentState& state, const std::vector<OperatorId>& ids, bool plans_hold);
  /// Each space has an alignment of its own, unless the user chose another.
  using MakeTensors = std::function<Result<SpacedTensors>()>;
  void push_space(const QString& text, const MakeTensors& make, std::size_t space);

  Content now_;
  std::optional<Content> suspended_;
  std::shared_ptr<const Plan> promised_;
  bool plans_hold_ = false;
  bool index_is_late_ = false;  // a step was taken, and the undo stack will say so
  std::uint64_t revision_ = 0;
  QUndoGroup undo_group_;
  MakeStep step_under_way_;  // of the edit that editor_ makes, or made last
  Worker editor_{this};
  QString previewed_;  // key of the step
};

}  // namespace stowage
