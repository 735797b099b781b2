// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "widgets/base/latest_job.h"
#include "widgets/base/pane.h"
#include "widgets/views/peak/peak_content.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace stowage {

class ContributorModel;
class PeakModel;
class TensorSelection;

/// Why the peak is what it is: the tensors that prove the bound, or that are alive at a moment, and what their bytes
/// are put down to. A click on a contributor lists and selects its tensors; another click, another grouping and an
/// empty selection list all again.
class PeakPane final : public Pane {
  Q_OBJECT

 public:
  explicit PeakPane(ViewState& state, QWidget* parent = nullptr);
  ~PeakPane() override;

  /// The contributors as bars.
  [[nodiscard]] Drawing drawing() const override;
  [[nodiscard]] std::optional<PictureWords> picture() const override;

  /// What is listed; null while there is nothing.
  [[nodiscard]] const std::shared_ptr<const PeakContent>& content() const { return content_; }
  [[nodiscard]] bool busy() const { return job_.busy(); }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void take_view(const PlanView& view) override;
  QWidget* make_bar();
  QWidget* make_contributors();
  void make_table();
  void set_of(PeakOf of);
  void update_content();
  void take_content(std::shared_ptr<const PeakContent> content);
  void show_words();
  void show_contributors();
  [[nodiscard]] std::optional<int> only_row() const;
  void toggle_contributor(int row);
  void list_all();
  void list_all_unless_selected();
  void light();
  [[nodiscard]] ContributorBy by() const;
  [[nodiscard]] std::optional<std::uint32_t> wanted_step() const;
  [[nodiscard]] bool is_current() const { return content_ && content_->graph == view_.graph; }

  PlanView view_;
  PeakQuery query_;
  std::shared_ptr<const PeakContent> content_;
  bool dirty_ = false;  ///< to be computed again, once the pane is seen
  QLabel *verdict_, *listed_, *sum_;
  QPushButton* light_;
  QToolButton* only_;  ///< names the contributor listed alone; a click lists all again
  QComboBox* by_;
  PeakModel* tensors_;
  ContributorModel* contributors_;
  QTableView *table_, *bars_;
  TensorSelection* selection_;
  LatestJob job_{this};  // last: destroyed first
};

}  // namespace stowage
