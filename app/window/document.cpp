// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document.h"

#include <algorithm>
#include <utility>

#include <QFileInfo>

namespace stowage {
namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 30;  // bytes of graphs that can be come back to, but
constexpr std::size_t kLeastSteps = 5, kMostSteps = 500;
constexpr std::size_t kLarge = 20'000;  // operators and tensors: editing takes longer than a frame

/// Bytes, roughly: names, ids and sizes (see Graph).
std::size_t memory_of(const Graph& graph) {
  std::size_t names = 0;
  for (const TensorId t : graph.tensors()) names += graph.name(t).size();
  for (const OperatorId o : graph.operators()) names += graph.name(o).size();
  return names + 40 * graph.tensor_count() + 30 * graph.operator_count() + 1024;
}

int undo_limit(const Graph& graph) {
  return static_cast<int>(std::clamp(kMostKept / memory_of(graph), kLeastSteps, kMostSteps));
}

bool is_large(const Graph& graph) {
  return graph.operator_count() + graph.tensor_count() > kLarge;
}

}  // namespace

OpenDocument::OpenDocument(QObject* parent) : QObject(parent) {
  connect(&editor_, &Worker::running_changed, this, &OpenDocument::editing_changed);
}

QString OpenDocument::title() const {
  if (!graph_) return {};
  return graph_->name().empty() ? QFileInfo(path_).fileName() : QString::fromStdString(graph_->name());
}

void OpenDocument::open(const QString& path, Document document, const ReadOptions& options, const FileStamp& stamp) {
  editor_.cancel();
  path_ = path;
  stamp_ = stamp;
  graph_ = saved_graph_ = std::move(document.graph);
  imported_ = file_plan_ = document.plan ? std::make_shared<const Plan>(*std::move(document.plan)) : nullptr;
  format_ = std::move(document.format);
  warnings_ = std::move(document.warnings);
  read_options_ = options;
  alignment_ = Bytes{1};
  undo_.clear();
  undo_.setUndoLimit(undo_limit(*graph_));
  ++revision_;
  emit replaced();
  emit revised();
}

void OpenDocument::close() {
  editor_.cancel();
  path_.clear();
  stamp_ = {};
  graph_ = saved_graph_ = nullptr;
  imported_ = file_plan_ = nullptr;
  format_.clear();
  warnings_.clear();
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

void OpenDocument::mark_saved(const QString& path, const std::string& format, std::shared_ptr<const Graph> graph,
                              const FileStamp& stamp) {
  path_ = path;
  format_ = format;
  stamp_ = stamp;
  warnings_.clear();
  read_options_ = {};
  saved_graph_ = std::move(graph);
  if (!is_modified()) undo_.setClean();
  emit saved();
}

void OpenDocument::edit(const EditRequest& request) {
  if (!graph_) return;
  if (is_editing())
    return emit edit_refused(Error::bad_input("", "", tr("the edit before this one is still being made").toStdString()));
  const EditCommand* last = mergeable(request.merge_key);
  const std::shared_ptr<const Graph> origin = last ? last->before() : nullptr;
  if (!is_large(*graph_)) return take_step(request, make_step(request, graph_, origin));
  editor_.start([this, request, graph = graph_, origin](const Worker::Run& run) {
    auto step = std::make_shared<Result<GraphStep>>(make_step(request, graph, origin));
    run.post([this, request, step] { take_step(request, std::move(*step)); });
  });
}

void OpenDocument::cancel_edit() {
  editor_.cancel();
}

void OpenDocument::take_step(const EditRequest& request, Result<GraphStep> step) {
  if (!step) return emit edit_refused(step.error());
  EditCommand* last = mergeable(request.merge_key);
  if (last && step->returned_to == last->before()) {  // where it began: as if neither had been
    last->leave_when_undone();
    return undo_.undo();
  }
  undo_.push(new EditCommand(*this, request.text, request.merge_key, *std::move(step)));
}

/// The step that an edit of this key continues, or null. What is saved is a step of its own.
EditCommand* OpenDocument::mergeable(const QString& merge_key) const {
  const int at = undo_.index() - 1;
  if (merge_key.isEmpty() || at < 0 || at + 1 < undo_.count() || !is_modified() || undo_.isClean()) return nullptr;
  auto* last = dynamic_cast<EditCommand*>(const_cast<QUndoCommand*>(undo_.command(at)));
  return last && last->merge_key() == merge_key ? last : nullptr;
}

void OpenDocument::set_graph(std::shared_ptr<const Graph> graph, const std::vector<OperatorId>& now) {
  editor_.cancel();  // it began with the graph of before
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
