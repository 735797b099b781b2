// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QTimer>

#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/views/inspector/pages.h"

class QTextBrowser;
class QUrl;

namespace stowage {

class EventPlayer;
struct PlayedMoment;

/// What there is to say of the selection: a tensor and why it lies where it does, an operator, or two tensors and why
/// they may or may not share memory. Names select what they name; everything is worked out in the background.
class Inspector final : public Pane {
  Q_OBJECT

 public:
  /// `state` must outlive the pane.
  explicit Inspector(ViewState& state, QWidget* parent = nullptr);

  /// Of a recorded heap; null where the document has none.
  void set_history(std::shared_ptr<const RecordedHeap> history);
  /// Whether the text is still that of a selection, or of results, before.
  [[nodiscard]] bool busy() const { return job_.busy(); }

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void take_graph(const std::shared_ptr<const Graph>& graph) override;
  void take_view(const PlanView& view) override;
  void refresh();
  [[nodiscard]] bool overwrites_selection() const;
  [[nodiscard]] InspectorSubject subject() const;
  void show_nothing();
  void show_sentence(const QString& sentence);
  void show_inspection(const Inspection& inspection);
  void show_html(const QString& html);
  void follow(const QUrl& url);
  void play(std::size_t moment);
  void stop_playing();
  void unlight();

  std::shared_ptr<const Graph> graph_;  // the newest
  std::shared_ptr<const RecordedHeap> history_;
  bool all_frames_ = false;
  PlanView view_;  // perhaps of the one before
  std::shared_ptr<const BlamedPlan> ground_;
  std::vector<std::vector<OperatorId>> paths_;
  std::vector<OperatorId> lit_;  // the path lit by this pane, or none
  std::shared_ptr<const PlayedEvents> events_;
  std::shared_ptr<const PlayedMoment> moment_;  // the one set by this pane
  QString html_;
  QTextBrowser* text_;
  EventPlayer* player_;
  QTimer slow_;  // says that something is being worked out, if it takes long
  bool says_overwritten_ = false;
  bool dirty_ = false;  // something changed while the pane was hidden
  LatestJob job_;
};

}  // namespace stowage
