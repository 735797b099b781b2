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

void OpenDocument::change_alignment(Bytes alignment) {
  if (alignment != alignment_) undo_.push(new AlignmentCommand(*this, alignment));
}

void OpenDocument::set_alignment(Bytes alignment) {
  alignment_ = alignment;
  ++revision_;
  emit revised();
}

}  // namespace stowage
