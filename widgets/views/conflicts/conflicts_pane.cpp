// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

#include "widgets/base/pane.h"
#include "widgets/controls/byte_boxes.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/scrolled.h"
#include "widgets/controls/strategy_toggles.h"
#include "widgets/controls/swatch.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/conflicts/conflict_views.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr int kMostHops = 3, kMostDrawn = 200;

/// A control with the word before it, which also names it.
template <class Control>
Control* add_named(QHBoxLayout* line, const QString& word, const QString& name, const char* object) {
  auto* label = new QLabel(word);
  auto* control = new Control;
  label->setBuddy(control);
  control->setObjectName(object);
  control->setAccessibleName(name);
  control->setToolTip(name);
  line->addWidget(label);
  line->addWidget(control);
  return control;
}

template <class View>
QToolButton* add_tool(const QString& text, const QString& tip, const char* name, View* view, void (View::*run)()) {
  QToolButton* button = make_sign_button(name, text, tip);
  QObject::connect(button, &QToolButton::clicked, view, run);
  return button;
}

/// The unsafe pairs: those around the selection as a graph, or all as a matrix.
class ConflictsPane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::ConflictsPane)

 public:
  explicit ConflictsPane(ViewState& state);

  [[nodiscard]] bool busy() const override { return neighbourhood_->busy() || matrix_->busy(); }
  [[nodiscard]] Drawing drawing() const override { return shown().drawing(); }
  [[nodiscard]] std::optional<PictureWords> picture() const override {
    return PictureWords{"conflicts", tr("&Conflicts…"), tr("Export image of the conflicts"), "-conflicts"};
  }

 private:
  void take_view(const PlanView& view) override {
    neighbourhood_->set_view(view);
    matrix_->set_view(view);
  }
  [[nodiscard]] const ConflictView& shown() const { return *static_cast<ConflictView*>(views_->currentWidget()); }
  QWidget* make_faces();
  QWidget* make_neighbourhood_controls();
  QWidget* make_matrix_controls();
  void show_sentence();

  NeighbourhoodView* neighbourhood_;
  MatrixView* matrix_;
  PageStack* controls_ = new PageStack;
  PageStack* views_ = new PageStack;
  SwatchRow* legend_ = new SwatchRow;  // of the matrix
  QLabel* sentence_ = make_wrapped_line("conflicts_sentence");
};

ConflictsPane::ConflictsPane(ViewState& state)
    : Pane(state), neighbourhood_(make_neighbourhood(state)), matrix_(make_matrix(state)) {
  legend_->setObjectName("conflict_legend");
  sentence_->setContentsMargins(8, 0, 8, 3);
  auto* rows = make_rows(this);
  controls_->addWidget(make_neighbourhood_controls());
  controls_->addWidget(make_matrix_controls());
  controls_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  views_->addWidget(neighbourhood_);
  views_->addWidget(matrix_);
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(6, 3, 6, 3);
  bar->addWidget(make_faces());
  bar->addWidget(controls_, 1);
  rows->addLayout(bar);
  rows->addWidget(sentence_);
  rows->addWidget(views_, 1);
  for (const ConflictView* view : {static_cast<ConflictView*>(neighbourhood_), static_cast<ConflictView*>(matrix_)}) {
    connect(view, &ConflictView::changed, this, &ConflictsPane::show_sentence);
    connect(view, &ConflictView::pair_picked, this, &Pane::pair_picked);
  }
  show_sentence();
}

QWidget* ConflictsPane::make_faces() {
  auto* group = new QActionGroup(this);
  const auto face = [&](const QString& text, const QString& tip, const char* name, int shows) {
    QAction* action = group->addAction(text);
    action->setObjectName(name);
    action->setToolTip(tip);
    action->setCheckable(true);
    action->setChecked(shows == 0);
    connect(action, &QAction::triggered, this, [this, shows] {
      controls_->setCurrentIndex(shows);
      views_->setCurrentIndex(shows);
      show_sentence();
    });
  };
  face(tr("Around"), tr("The unsafe pairs around the selection, as a graph"), "conflicts_around", 0);
  face(tr("Matrix"), tr("All pairs, as a matrix"), "conflicts_matrix", 1);
  QWidget* segments = make_segments(group->actions(), tr("Conflicts"));
  segments->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  return segments;
}

QWidget* ConflictsPane::make_matrix_controls() {
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 0, 0, 0);
  auto* order = add_named<QComboBox>(line, tr("Order"), tr("Order of rows and columns"), "conflict_order");
  for (const QString& text : {tr("Time"), tr("Stream"), tr("Offset"), tr("Size")}) order->addItem(text);
  line->addSpacing(6);
  line->addWidget(legend_, 1);
  line->addWidget(add_tool(tr("Fit"), tr("Show the whole matrix (0)"), "conflict_fit", matrix_, &MatrixView::fit));
  connect(order, &QComboBox::currentIndexChanged, matrix_,
          [this](int index) { matrix_->set_order(static_cast<MatrixOrder>(index)); });
  return bar;
}

QWidget* ConflictsPane::make_neighbourhood_controls() {
  auto* bar = new QWidget;
  auto* line = new QHBoxLayout(bar);
  line->setContentsMargins(6, 0, 0, 0);
  auto* hops = add_named<QSpinBox>(line, tr("Hops"), tr("Unsafe pairs to go from the selection"), "conflict_hops");
  hops->setRange(1, kMostHops);
  auto* smallest = add_named<SizeSpin>(line, tr("From"), tr("Smallest neighbour drawn"), "conflict_smallest");
  auto* most = add_named<QSpinBox>(line, tr("At most"), tr("Most tensors drawn"), "conflict_most");
  most->setRange(2, kMostDrawn);
  most->setKeyboardTracking(false);
  most->setValue(static_cast<int>(neighbourhood_->limits().most));
  line->addStretch(1);
  auto* centre = add_tool(tr("Centre on the selection"), tr("Draw the neighbourhood of the selection (Return)"),
                          "conflict_centre", neighbourhood_, &NeighbourhoodView::recentre);
  centre->setAutoRaise(false);  // beside fields with words before them it would look like one more word
  line->addWidget(centre);
  const auto apply = [this, hops, smallest, most] {
    neighbourhood_->set_limits(
        {.hops = hops->value(), .smallest = smallest->size(), .most = static_cast<std::size_t>(most->value())});
  };
  for (QSpinBox* spin : {hops, static_cast<QSpinBox*>(smallest), most})
    connect(spin, &QSpinBox::valueChanged, this, apply);
  return bar;
}

/// Where there is no drawing, the view itself says it.
void ConflictsPane::show_sentence() {
  sentence_->setVisible(shown().is_drawn());
  sentence_->setText(shown().sentence());
  legend_->setVisible(matrix_->is_drawn());
  legend_->set_items(matrix_legend, matrix_->level());
}

}  // namespace

Drawing ConflictView::drawing() const {
  Drawing page;
  if (!view_.graph) return page;
  page.title = text_of(view_.graph->name());
  page.subtitle = sentence();
  page.in_work = !is_drawn() && is_at_work();
  if (is_drawn()) draw_page(page);
  return page;
}

std::optional<Lifetime> ConflictView::range() const {
  const auto range = state_.time_range();
  if (!range) return std::nullopt;
  return Lifetime{static_cast<std::uint32_t>(range->begin), static_cast<std::uint32_t>(range->end)};
}

Pane* make_conflicts(ViewState& state) {
  return new ConflictsPane(state);
}

}  // namespace stowage
