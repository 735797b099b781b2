// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the loops pane and how they are put together.
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "widgets/tables/row_table.h"
#include "widgets/tables/table_actions.h"
#include "widgets/views/loops/loop_map_view.h"
#include "widgets/views/loops/loops_pane.h"
#include "widgets/views/loops/pointer_model.h"

namespace stowage {
namespace {

constexpr int kMostIterations = 999'999;
constexpr int kNamesWidth = 140;  // pixels, at most
constexpr int kWordsWidth = 560;  // pixels of the sentences where there is nothing to show

QLabel* make_words(const char* object, const QString& name) {
  auto* label = new QLabel;
  label->setObjectName(object);
  label->setAccessibleName(name);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return label;
}

}  // namespace

QWidget* LoopsPane::make_message() {
  message_ = new QLabel;
  message_->setObjectName("loops_message");
  message_->setWordWrap(true);
  message_->setAlignment(Qt::AlignCenter);
  message_->setMaximumWidth(kWordsWidth);
  message_->setForegroundRole(QPalette::PlaceholderText);
  const auto make_button = [this](const QString& text, const char* object, const auto& run) {
    auto* button = new QPushButton(text);
    button->setObjectName(object);
    connect(button, &QPushButton::clicked, this, run);
    return button;
  };
  stop_ = make_button(tr("Cancel"), "loops_stop", &LoopsPane::stop);
  again_ = make_button(tr("Plan the loops"), "loops_again", &LoopsPane::plan);
  sample_ = make_button(tr("Open a sample with a loop"), "loops_sample", &LoopsPane::sample_requested);
  auto* page = new QWidget;
  auto* buttons = new QHBoxLayout;
  buttons->addStretch();
  for (QPushButton* button : {stop_, again_, sample_}) buttons->addWidget(button);
  buttons->addStretch();
  auto* line = new QHBoxLayout;
  line->addStretch(1);
  line->addWidget(message_, 100);
  line->addStretch(1);
  auto* rows = new QVBoxLayout(page);
  rows->addStretch();
  rows->addLayout(line);
  rows->addLayout(buttons);
  rows->addStretch();
  return page;
}

QWidget* LoopsPane::make_bar() {
  summary_ = make_words("loops_summary", tr("About the loop"));
  iteration_ = new QSpinBox;
  iteration_->setObjectName("loops_iteration");
  iteration_->setAccessibleName(tr("Iteration"));
  iteration_->setToolTip(tr("Highlight the tensors read in this iteration in map and table"));
  iteration_->setRange(0, kMostIterations);
  iteration_->setGroupSeparatorShown(true);
  connect(iteration_, &QSpinBox::valueChanged, this, &LoopsPane::take_iteration);
  auto* label = new QLabel(tr("&Iteration c"));
  label->setBuddy(iteration_);
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(8, 3, 6, 3);
  line->addWidget(summary_, 1);
  line->addWidget(label);
  line->addWidget(iteration_);
  line->addWidget(TableActions::of(table_)->make_button());
  return bar;
}

void LoopsPane::make_table() {
  table_ = new QTableView;
  table_->setModel(pointers_);
  set_up_rows(table_, "loops_pointers", tr("Pointer table of the loop"));
  table_->setAlternatingRowColors(true);
  table_->horizontalHeader()->setMinimumSectionSize(24);
  table_->horizontalHeader()->setResizeContentsPrecision(20);  // rows that are measured
  // The names stay in view whichever iteration is.
  table_->verticalHeader()->show();
  table_->verticalHeader()->setMaximumWidth(kNamesWidth);
  table_->verticalHeader()->setTextElideMode(Qt::ElideLeft);
  table_->verticalHeader()->setHighlightSections(false);
  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LoopsPane::take_rows);
}

QWidget* LoopsPane::make_content() {
  make_table();
  tree_ = new QTreeWidget;
  tree_->setObjectName("loops_tree");
  tree_->setAccessibleName(tr("Loops"));
  tree_->setHeaderLabel(tr("Loop"));
  tree_->headerItem()->setToolTip(0, tr("Loops in the body of another stand below it"));
  tree_->setHeaderHidden(true);
  tree_->setIndentation(14);
  tree_->setFrameShape(QFrame::NoFrame);
  tree_->setUniformRowHeights(true);
  tree_->header()->setSectionResizeMode(QHeaderView::Stretch);
  tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  tree_->setMinimumWidth(90);
  connect(tree_, &QTreeWidget::currentItemChanged, this, &LoopsPane::take_current);
  view_ = new LoopMapView;
  view_->setMinimumSize(120, 90);
  connect(view_, &LoopMapView::tensor_picked, this, [this](TensorId t) {
    if (t.valid())
      table_->selectRow(static_cast<int>(t.index()));
    else
      table_->clearSelection();
  });
  connect(view_, &LoopMapView::copy_picked, this, [this](std::size_t copy) {
    const auto copies = static_cast<int>(map_->copies), now = iteration_->value();
    iteration_->setValue(now - now % copies + static_cast<int>(copy));
  });
  auto* split = new QSplitter(Qt::Horizontal);
  split->setChildrenCollapsible(false);
  for (QWidget* part : {static_cast<QWidget*>(tree_), static_cast<QWidget*>(view_), static_cast<QWidget*>(table_)})
    split->addWidget(part);
  split->setSizes({150, 500, 400});
  results_ = make_words("loops_results", tr("Where the results lie"));
  results_->setContentsMargins(8, 2, 8, 3);
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(make_bar());
  rows->addWidget(split, 1);
  rows->addWidget(results_);
  return page;
}

}  // namespace stowage
