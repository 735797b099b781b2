// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document.h"

#include <utility>

#include <QFileInfo>
#include <QUndoCommand>

#include "widgets/painters/numbers.h"

namespace stowage {

/// From one alignment to another.
class AlignmentCommand final : public QUndoCommand {
 public:
  AlignmentCommand(OpenDocument& document, Bytes to) : document_(document), from_(document.alignment()), to_(to) {
    setText(OpenDocument::tr("alignment of %1").arg(exact_bytes(to)));
  }
  void undo() override { document_.set_alignment(from_); }
  void redo() override { document_.set_alignment(to_); }

 private:
  OpenDocument& document_;
  Bytes from_, to_;
};

/// From one graph to another.
class EditCommand final : public QUndoCommand {
 public:
  EditCommand(OpenDocument& document, const QString& text, EditedGraph edited)
      : document_(document),
        before_(document.graph()),
        after_(std::make_shared<const Graph>(std::move(edited.graph))),
        now_(std::move(edited.operators)),
        then_(now_.size()) {
    setText(text);
    for (std::size_t o = 0; o < now_.size(); ++o) then_[now_[o].index()] = OperatorId(o);
  }
  void undo() override { document_.set_graph(before_, then_); }
  void redo() override { document_.set_graph(after_, now_); }

 private:
  OpenDocument& document_;
  std::shared_ptr<const Graph> before_, after_;
  std::vector<OperatorId> now_, then_;  // ids after by ids before, and the other way round; empty: the same
};

OpenDocument::OpenDocument(QObject* parent) : QObject(parent) {}

QString OpenDocument::title() const {
  if (!graph_) return {};
  return graph_->name().empty() ? QFileInfo(path_).fileName() : QString::fromStdString(graph_->name());
}

void OpenDocument::open(const QString& path, Document document, const ReadOptions& options) {
  path_ = path;
  graph_ = saved_graph_ = std::move(document.graph);
  imported_ = document.plan ? std::make_shared<const Plan>(*std::move(document.plan)) : nullptr;
  format_ = std::move(document.format);
  read_options_ = options;
  alignment_ = Bytes{1};
  undo_.clear();
  ++revision_;
  emit replaced();
  emit revised();
}

void OpenDocument::close() {
  path_.clear();
  graph_ = saved_graph_ = nullptr;
  imported_ = nullptr;
  format_.clear();
  read_options_ = {};
  alignment_ = Bytes{1};
  undo_.clear();
  ++revision_;
  emit replaced();
}

void OpenDocument::set_imported_plan(Plan plan) {
  imported_ = std::make_shared<const Plan>(std::move(plan));
  emit imported_plan_changed();
}

void OpenDocument::edit(const EditRequest& request) {
  if (!graph_) return;
  Result<EditedGraph> edited = request.apply(*graph_);
  if (!edited) return emit edit_refused(edited.error());
  undo_.push(new EditCommand(*this, request.text, *std::move(edited)));
}

void OpenDocument::set_graph(std::shared_ptr<const Graph> graph, const std::vector<OperatorId>& now) {
  graph_ = std::move(graph);
  ++revision_;
  if (!now.empty()) emit renumbered(now);
  emit revised();
}

void OpenDocument::change_alignment(Bytes alignment) {
  if (alignment != alignment_) undo_.push(new AlignmentCommand(*this, alignment));
}

void OpenDocument::set_alignment(Bytes alignment) {
  alignment_ = alignment;
  ++revision_;
  emit revised();
}

}  // namespace stowage
