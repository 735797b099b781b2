// SPDX-License-Identifier: GPL-3.0-or-later
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

#include "widgets/base/pane.h"
#include "widgets/controls/byte_boxes.h"
#include "widgets/controls/choices.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/scrolled.h"
#include "widgets/controls/swatch.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/conflicts/conflict_views.h"
#include "widgets/views/views.h"

namespace stowage {
namespace {

constexpr int kMostHops = 3, kMostDrawn = 200;

/// A control behind the word for it; `name` says more to a screen reader, and is the tip.
QHBoxLayout* with_word(const QString& word, QWidget* control, const char* object, const QString& name) {
  auto* label = new QLabel(word);
  label->setBuddy(named(control, object, name, name));
  return in_line({label, control});
}

/// The unsafe pairs: those around the selection as a graph, or all as a matrix.
class ConflictsPane final : public Pane {
  Q_DECLARE_TR_FUNCTIONS(stowage::ConflictsPane)

 public:
  explicit ConflictsPane(ViewState& state)
      : Pane(state), neighbourhood_(make_neighbourhood(state)), matrix_(make_matrix(state)) {
    set_picture({"conflicts", tr("&Conflicts…"), tr("Export image of the conflicts"), "-conflicts"});
    sentence_->setContentsMargins(8, 0, 8, 3);
    controls_->addWidget(make_neighbourhood_controls());
    controls_->addWidget(make_matrix_controls());
    controls_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    in_rows(this, {in_line({make_faces(), {controls_, 1}}, {6, 3, 6, 3}), sentence_, {views_, 1}});
    for (ConflictView* view : {static_cast<ConflictView*>(neighbourhood_), static_cast<ConflictView*>(matrix_)}) {
      views_->addWidget(view);
      connect(view, &ConflictView::changed, this, &ConflictsPane::show_sentence);
      connect(view, &ConflictView::pair_picked, this, &Pane::pair_picked);
    }
    show_sentence();
  }

  [[nodiscard]] bool busy() const override { return neighbourhood_->busy() || matrix_->busy(); }
  [[nodiscard]] Drawing drawing() const override { return shown().drawing(); }

 private:
  void take_view(const PlanView& view) override {
    neighbourhood_->set_view(view);
    matrix_->set_view(view);
  }
  [[nodiscard]] const ConflictView& shown() const { return *static_cast<ConflictView*>(views_->currentWidget()); }

  QWidget* make_faces() {
    const auto show = [this](int face) {
      return [this, face] {
        controls_->setCurrentIndex(face);
        views_->setCurrentIndex(face);
        show_sentence();
      };
    };
    QWidget* faces = make_choices(
        {{"conflicts_around", tr("Around"), tr("The unsafe pairs around the selection, as a graph"), show(0)},
         {"conflicts_matrix", tr("Matrix"), tr("All pairs, as a matrix"), show(1)}},
        tr("Conflicts"));
    faces->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    return faces;
  }

  QWidget* make_matrix_controls() {
    auto* order = new QComboBox;
    for (const QString& text : {tr("Time"), tr("Stream"), tr("Offset"), tr("Size")}) order->addItem(text);
    QToolButton* fit = make_sign_button("conflict_fit", tr("Fit"), tr("Show the whole matrix (0)"));
    connect(order, &QComboBox::currentIndexChanged, matrix_,
            [this](int index) { matrix_->set_order(static_cast<MatrixOrder>(index)); });
    connect(fit, &QToolButton::clicked, matrix_, &MatrixView::fit);
    return in_bar(
        {with_word(tr("Order"), order, "conflict_order", tr("Order of rows and columns")), gap(6), {legend_, 1}, fit},
        {6, 0, 0, 0});
  }

  QWidget* make_neighbourhood_controls() {
    auto *hops = new QSpinBox, *most = new QSpinBox;
    auto* smallest = new SizeSpin;
    hops->setRange(1, kMostHops);
    most->setRange(2, kMostDrawn);
    most->setKeyboardTracking(false);
    most->setValue(static_cast<int>(neighbourhood_->limits().most));
    QToolButton* centre = make_sign_button("conflict_centre", tr("Centre on the selection"),
                                           tr("Draw the neighbourhood of the selection (Return)"));
    centre->setAutoRaise(false);  // beside fields with words before them it would look like one more word
    connect(centre, &QToolButton::clicked, neighbourhood_, &NeighbourhoodView::recentre);
    const auto apply = [this, hops, smallest, most] {
      neighbourhood_->set_limits(
          {.hops = hops->value(), .smallest = smallest->size(), .most = static_cast<std::size_t>(most->value())});
    };
    for (QSpinBox* spin : {hops, static_cast<QSpinBox*>(smallest), most})
      connect(spin, &QSpinBox::valueChanged, this, apply);
    return in_bar(
        {with_word(tr("Hops"), hops, "conflict_hops", tr("Unsafe pairs to go from the selection")),
         with_word(tr("From"), smallest, "conflict_smallest", tr("Smallest neighbour drawn")),
         with_word(tr("At most"), most, "conflict_most", tr("Largest number of tensors drawn")), spring(1), centre},
        {6, 0, 0, 0});
  }

  /// Without a drawing the view itself says it.
  void show_sentence() {
    sentence_->setVisible(shown().is_drawn());
    sentence_->setText(shown().sentence());
    legend_->setVisible(matrix_->is_drawn());
    legend_->set_items(matrix_legend, matrix_->level());
  }

  NeighbourhoodView* neighbourhood_;
  MatrixView* matrix_;
  PageStack* controls_ = new PageStack;
  PageStack* views_ = new PageStack;
  SwatchRow* legend_ = named(new SwatchRow, "conflict_legend");  // for the matrix
  QLabel* sentence_ = make_wrapped_line("conflicts_sentence");
};

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

Pane* make_conflicts(ViewState& state) {
  return new ConflictsPane(state);
}

}  // namespace stowage
