// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/document.h"

#include <utility>

#include <QFileInfo>

#include "core/graph/laid_out.h"
#include "core/insight/bodies/lay_out.h"

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

constexpr std::size_t kMostKept = std::size_t{1} << 30;  // bytes of graphs that undo leads back to, within these steps
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

Graph with_alignment(const Graph& graph, Bytes alignment) {
  Graph::Data data = graph.data();
  data.alignment = alignment;
  if (data.laid_out) {
    LaidOut laid_out = *data.laid_out;
    laid_out.source = std::make_shared<const Graph>(with_alignment(*laid_out.source, alignment));
    data.laid_out = std::make_shared<const LaidOut>(std::move(laid_out));
  }
  return Graph(std::move(data));
}

Result<Document> with_bodies_laid_out(Document document, const Task& task) {
  auto laid_out = lay_out(document, {}, {}, task);
  if (laid_out || laid_out.error().is_stop()) return laid_out;
  document.warnings.push_back(
      {{},
       {},
       OpenDocument::tr("loops and branches are not counted: %1").arg(text_of(laid_out.error().text())).toStdString()});
  return document;
}

OpenDocument::OpenDocument(QObject* parent) : QObject(parent) {
  show({});
  connect(&editor_, &Worker::running_changed, this, &OpenDocument::editing_changed);
  connect(&editor_, &Worker::failed, this, &OpenDocument::edit_refused);
  connect(&undo_group_, &QUndoGroup::indexChanged, this, [this] {
    // Later: models of the steps hear of the index after this.
    if (std::exchange(index_is_late_, false))
      QMetaObject::invokeMethod(this, &OpenDocument::steps_measured, Qt::QueuedConnection);
  });
}

QString OpenDocument::title() const {
  if (!now_.graph) return {};
  return now_.graph->name().empty() ? QFileInfo(now_.path).fileName() : text_of(now_.graph->name());
}

/// Makes its undo stack the one in force.
void OpenDocument::show(Content content) {
  editor_.cancel();
  step_under_way_ = {};
  previewed_.clear();
  now_ = std::move(content);
  now_.came_from = -1;
  index_is_late_ = false;
  undo_group_.addStack(now_.undo.get());
  undo_group_.setActiveStack(now_.undo.get());
  ++revision_;
}

void OpenDocument::replace(Content content) {
  show(std::move(content));
  emit replaced();
  emit revised();
}

OpenDocument::Content OpenDocument::content_of(const QString& path, Document document) {
  static std::uint64_t last = 0;
  Content out;
  out.id = ++last;
  out.path = path;
  out.file = std::move(document);
  out.graph = out.saved_graph = std::exchange(out.file.graph, nullptr);
  out.alignment = out.saved_alignment = out.graph->alignment();
  out.makespan = makespan_of(*out.graph);
  if (auto plan = std::exchange(out.file.plan, std::nullopt))
    out.imported = out.file_plan = std::make_shared<const Plan>(*std::move(plan));
  out.in = {out.file.space, std::exchange(out.file.spaced, nullptr)};
  out.undo->setUndoLimit(undo_limit(*out.graph));
  return out;
}

void OpenDocument::open(const QString& path, Document document, const ReadOptions& options, const FileStamp& stamp) {
  suspended_.reset();
  Content content = content_of(path, std::move(document));
  content.read_options = options;
  content.stamp = stamp;
  replace(std::move(content));
}

void OpenDocument::open_edited(const QString& path, Document document, const FileStamp& stamp) {
  suspended_.reset();
  Content content = content_of(path, std::move(document));
  content.stamp = stamp;
  content.saved_graph = std::make_shared<const Graph>(*content.graph);  // the file's is not known
  content.undo->resetClean();
  replace(std::move(content));
}

void OpenDocument::suspend_and_open(const QString& path, Document document) {
  editor_.cancel();
  if (previews()) take_back(previewed_);
  if (!suspended_) suspended_ = std::move(now_);
  replace(content_of(path, std::move(document)));
}

void OpenDocument::resume() {
  replace(*std::exchange(suspended_, std::nullopt));
}

void OpenDocument::close() {
  suspended_.reset();
  show({});
  emit replaced();
}

void OpenDocument::set_imported_plan(Plan plan) {
  now_.imported = std::make_shared<const Plan>(std::move(plan));
  emit imported_plan_changed();
}

void OpenDocument::set_imported_order(ImportedOrder order) {
  now_.imported_order = std::make_shared<const ImportedOrder>(std::move(order));
  emit imported_order_changed();
}

const OpenDocument::Content* OpenDocument::content(std::uint64_t id) const {
  if (id == 0) return nullptr;
  return id == now_.id ? &now_ : suspended_ && id == suspended_->id ? &*suspended_ : nullptr;
}

bool OpenDocument::has_edits(std::uint64_t id) const {
  const Content* of = content(id);
  return of && of->is_modified();
}

bool OpenDocument::mark_saved(std::uint64_t id, const QString& path, const std::string& format,
                              std::shared_ptr<const Graph> graph, Bytes alignment, const FileStamp& stamp) {
  auto* of = const_cast<Content*>(content(id));
  if (!of) return false;
  of->path = path;
  of->stamp = stamp;
  of->file = {.graph = {},
              .plan = {},
              .format = format,
              .warnings = {},
              .history = of->file.history,
              .spaces = of->file.spaces};
  of->read_options = {};
  of->saved_graph = std::move(graph);
  of->saved_alignment = alignment;
  of->as_in_files.clear();
  if (!of->is_modified()) of->undo->setClean();
  if (of == &now_) emit saved();
  return true;
}

bool OpenDocument::refuses(const QString& merge_key) {
  const bool waits = previews() && merge_key != previewed_;
  if (is_editing())
    emit edit_refused(Error::bad_input("", "", tr("the previous edit is still running").toStdString()));
  else if (waits)
    emit edit_refused(Error::bad_input("", "", tr("a change is previewed; apply it or go back first").toStdString()));
  return is_editing() || waits;
}

void OpenDocument::edit(const EditRequest& request) {
  if (!now_.graph || refuses(request.merge_key)) return;
  if (request.move) return move_to_space(request.move->tensors, request.move->space);
  const DocumentStep* last = mergeable(request.merge_key);
  const std::shared_ptr<const Graph> origin = last ? last->graph_before() : nullptr;
  const auto make = [request, graph = now_.graph, origin] { return make_step(request, *graph, origin); };
  if (!is_large(*now_.graph)) return take_step(request, make());
  step_under_way_ = make;
  editor_.start([this, request, make](const Worker::Run& run) {
    auto step = std::make_shared<Result<GraphStep>>(make());
    run.post([this, request, step] { take_step(request, std::move(*step)); });
  });
}

void OpenDocument::cancel_edit() {
  editor_.cancel();
}

void OpenDocument::take_step(const EditRequest& request, Result<GraphStep> step) {
  if (!step) return emit edit_refused(step.error());
  DocumentStep* last = mergeable(request.merge_key);
  if (last && step->returned_to == last->graph_before()) {  // where it began: as if neither had been
    last->leave_when_undone();
    return now_.undo->undo();
  }
  DocumentState to = now_;
  to.graph = step->after;
  to.makespan = step->makespan;
  to.edit = request.id;
  if (!request.order.isEmpty() || !step->now.empty()) to.order = request.order.toStdString();
  if (request.as_in_file && !now_.has_other_graph()) now_.as_in_files.push_back(step->after);
  promised_ = request.plan;
  push(new DocumentStep(*this, request.text, request.merge_key, std::move(to), *std::move(step)));
  promised_.reset();
}

/// The step that an edit of this key continues, or null. A step that leads to what is saved is left as it is.
DocumentStep* OpenDocument::mergeable(const QString& merge_key) const {
  const int at = now_.undo->index() - 1;
  if (at < 0 || at + 1 < now_.undo->count() || !is_modified() || now_.undo->isClean()) return nullptr;
  DocumentStep* last = step_at(at);
  return last->can_merge() && last->merge_key() == merge_key ? last : nullptr;
}

/// Undo stacks change their index only after a step or a jump.
void OpenDocument::take_state(const DocumentState& state, const std::vector<OperatorId>& ids, bool plans_hold) {
  const bool other_graph = state.graph != now_.graph;
  if (other_graph) editor_.cancel();  // it began with another graph
  static_cast<DocumentState&>(now_) = state;
  now_.came_from = now_.undo->index();
  index_is_late_ = true;
  ++revision_;
  plans_hold_ = plans_hold;
  if (other_graph) emit graph_changed(ids);
  emit revised();
  plans_hold_ = false;
}

/// The step of that index, or null. The stack gives its steps as constant, which they are for views.
DocumentStep* OpenDocument::step_at(int index) const {
  return dynamic_cast<DocumentStep*>(const_cast<QUndoCommand*>(now_.undo->command(index)));
}

Needs OpenDocument::needs_at(int index) const {
  return index > 0 ? step_at(index - 1)->after() : step_at(0)->before();
}

std::optional<Footprints> OpenDocument::footprints() const {
  return now_.undo->count() > 0 ? needs_at(now_.undo->index()).footprints : now_.opened_footprints;
}

void OpenDocument::set_footprints(const Footprints& now) {
  if (footprints() == now) return;
  const int index = now_.undo->index();
  if (now_.undo->count() == 0) now_.opened_footprints = now;
  if (DocumentStep* last = step_at(index - 1)) last->set_footprints_after(now);
  if (DocumentStep* next = step_at(index)) next->set_footprints_before(now);
  emit steps_measured();
}

/// An edit that was merged led to where its step does, from where that began.
std::optional<Effect> OpenDocument::last_effect() const {
  if (index_is_late_) return std::nullopt;
  const int to = now_.undo->index(), from = now_.came_from == to ? to - 1 : now_.came_from;
  if (from < 0 || from > now_.undo->count()) return std::nullopt;
  for (int at = std::min(from, to); at < std::max(from, to); ++at)
    if (!step_at(at)->compares_memory()) return std::nullopt;
  return Effect{needs_at(from), needs_at(to), to < from};
}

/// The step knows what is known of the graph already.
void OpenDocument::push(DocumentStep* step) {
  if (const auto now = footprints()) {
    step->set_footprints_before(*now);
    if (step->plans_hold()) step->set_footprints_after(*now);
  }
  now_.undo->push(step);
}

void OpenDocument::show_space(std::size_t space) {
  if (space >= now_.file.spaces.size() || space == now_.in.space || refuses({})) return;
  push_space(
      tr("Show memory space %1").arg(text_of(now_.file.spaces[space].name)),
      [in = now_.in, graph = now_.graph] { return with_edits(*in.tensors, source_of(*graph), in.space); }, space);
}

void OpenDocument::move_to_space(const std::vector<TensorId>& tensors, std::size_t space) {
  if (space >= now_.file.spaces.size() || is_editing()) return;
  const QString to = text_of(now_.file.spaces[space].name);
  push_space(
      tensors.size() == 1 ? tr("Move %1 to %2").arg(text_of(now_.graph->name(tensors.front())), to)
                          : tr("Move %Ln tensor(s) to %1", nullptr, static_cast<int>(tensors.size())).arg(to),
      [in = now_.in, graph = now_.graph, tensors, space] {
        const Graph& source = source_of(*graph);
        return moved_to_space(with_edits(*in.tensors, source, in.space), source, tensors, space);
      },
      now_.in.space);
}

void OpenDocument::push_space(const QString& text, const MakeTensors& make, std::size_t space) {
  struct Made {
    std::shared_ptr<const SpacedTensors> all;
    std::shared_ptr<const Graph> graph;
    std::shared_ptr<const Plan> plan;
  };
  const auto make_all = [make, space, before = now_.graph]() -> Result<Made> {
    STOWAGE_TRY(SpacedTensors tensors, make());
    Made out{std::make_shared<const SpacedTensors>(std::move(tensors)), {}, {}};
    out.graph = std::make_shared<const Graph>(graph_in_space(source_of(*before), *out.all, space));
    STOWAGE_TRY(out.graph, lay_out_bodies(out.graph));
    if (out.graph->laid_out() != nullptr) return out;
    if (auto of_file = plan_in_space(*out.graph, *out.all, space))
      out.plan = std::make_shared<const Plan>(*std::move(of_file));
    return out;
  };
  const auto take = [this, text, space](const Result<Made>& made) {
    if (!made) return emit edit_refused(made.error());
    const auto& [all, graph, plan] = *made;
    // To look at another space changes nothing.
    if (space != now_.in.space && !now_.has_other_graph()) now_.as_in_files.push_back(graph);
    const bool chosen = chosen_alignment() > Bytes{};
    DocumentState to = now_;
    to.graph = graph;
    to.edit = 0;
    if (!chosen) to.alignment = graph->alignment();
    to.in = {space, all};
    to.file_plan = to.imported = plan;
    push(new DocumentStep(*this, text, {}, std::move(to)));
  };
  if (!is_large(*now_.graph)) return take(make_all());
  step_under_way_ = {};
  editor_.start([make_all, take](const Worker::Run& run) { run.post([take, made = make_all()] { take(made); }); });
}

void OpenDocument::change_alignment(Bytes alignment, const QString& merge_key, std::shared_ptr<const Plan> promised) {
  if (alignment == now_.alignment || (previews() && refuses(merge_key))) return;
  promised_ = std::move(promised);
  DocumentState to = now_;
  to.alignment = alignment;
  push(new DocumentStep(*this, tr("Set the alignment to %1").arg(exact_bytes(alignment)), merge_key, std::move(to)));
  promised_.reset();
}

void OpenDocument::take_back(const QString& merge_key) {
  DocumentStep* last = step_at(now_.undo->index() - 1);
  if (!last || last->merge_key() != merge_key || now_.undo->isClean()) return;
  last->leave_when_undone();
  now_.undo->undo();
}

}  // namespace stowage
