// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QAbstractListModel>
#include <QWidget>

#include "core/graph/graph.h"
#include "core/insight/simulate/explain.h"

class QLabel;
class QListView;

namespace stowage {

class MediaButton;

/// The moments of an execution, one a row: before it, and after each event.
class EventModel final : public QAbstractListModel {
  Q_OBJECT

 public:
  using QAbstractListModel::QAbstractListModel;

  /// Without events there are no rows.
  void set_events(std::shared_ptr<const Graph> graph, std::vector<RunEvent> events);
  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::shared_ptr<const Graph> graph_;
  std::vector<RunEvent> events_;
};

/// Steps through an execution: a list of its events, and buttons. Left, Right, Home and End step; Esc ends.
class EventPlayer final : public QWidget {
  Q_OBJECT

 public:
  explicit EventPlayer(QWidget* parent = nullptr);

  void set_events(std::shared_ptr<const Graph> graph, std::vector<RunEvent> events);
  /// The moment chosen, or none.
  [[nodiscard]] std::optional<std::size_t> moment() const;
  /// Chooses none, silently.
  void clear_moment();

 signals:
  /// The user chose another moment.
  void moment_chosen(std::size_t moment);
  /// The user wants no moment shown any more.
  void ended();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void go_to(int row);
  void step(int by);
  void show_place();

  EventModel* model_;
  QListView* list_;
  MediaButton *first_, *back_, *forward_, *last_;
  QLabel* place_;
};

}  // namespace stowage
