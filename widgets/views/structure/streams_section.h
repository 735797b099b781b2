// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/latest_job.h"
#include "widgets/views/structure/section.h"

class QTableView;

namespace stowage {

class StreamTableModel;

/// The streams: names, colours and what they make; commands to rename, colour, merge and remove them, to give the
/// selected operators a new one, and the two experiments "all on one" and "one each".
class StreamsSection final : public StructureSection {
  Q_OBJECT

 public:
  explicit StreamsSection(ViewState& state, QWidget* parent = nullptr);

 protected:
  void refresh() override;
  void update_commands() override;
  void changeEvent(QEvent* event) override;

 private:
  void make_commands();
  void make_table();
  /// The stream of the current row, or none.
  [[nodiscard]] StreamId current() const;
  void recolor();
  void merge();
  void show_look();

  StreamTableModel* model_;
  QTableView* table_;
  QAction *rename_, *recolor_, *default_color_, *merge_, *remove_, *select_, *add_, *all_on_one_, *one_each_;
  LatestJob job_;
};

}  // namespace stowage
