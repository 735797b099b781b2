// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/compare/plan_header.h"

#include <algorithm>
#include <utility>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStandardItemModel>
#include <QStyleOptionComboBox>
#include <QStylePainter>

#include "core/plan/plan.h"
#include "widgets/base/follow_numbers.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

constexpr int kLeastChoice = 110, kMostChoice = 280;  // pixels
constexpr int kAround = 60;                           // of the letter, margins and spaces

QString bytes_delta(Bytes by) {
  if (by.count == 0) return PlanHeader::tr("±0");
  return signed_bytes(by);
}

/// "+0.7 MiB (+4.9%), +312 µs", and shorter; the time where both are known.
QStringList delta_texts(const PlanRow& plan, const PlanRow& reference) {
  const Bytes footprint = *plan.footprint, other = *reference.footprint;
  const bool times = plan.makespan && reference.makespan;
  if (!are_comparable(plan, reference))
    return times ? QStringList{makespan_change(*reference.makespan, *plan.makespan)} : QStringList{};
  const QString amount = bytes_delta(footprint - other);
  QStringList out{amount};
  if (footprint != other && other.count != 0)
    out.prepend(PlanHeader::tr("%1 (%2)").arg(amount, signed_percent(gap(footprint, other))));
  if (!times) return out;
  const QString time = makespan_change(*reference.makespan, *plan.makespan);
  QStringList with_time;
  for (const QString& each : out) with_time << PlanHeader::tr("%1, %2").arg(each, time);
  return with_time + out;
}

QString full_text(const PlanRow& row) {
  const QString bytes = full_bytes(*row.footprint);
  return row.at_least ? PlanHeader::tr("at least %1").arg(bytes) : bytes;
}

}  // namespace

QString needs_text(const PlanRow& row) {
  const QString bytes =
      row.at_least ? PlanHeader::tr("at least %1").arg(human_bytes(*row.footprint)) : human_bytes(*row.footprint);
  return row.makespan ? PlanHeader::tr("%1, %2").arg(bytes, makespan_text(*row.makespan)) : bytes;
}

/// Shows the whole item where there is room, or the name alone.
class PlanBox final : public QComboBox {
 public:
  void set_name(const QString& name) {
    name_ = name;
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QStylePainter painter(this);
    painter.setPen(palette().color(QPalette::Text));
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const auto fits = [&](const QString& text) {
      return option.fontMetrics.horizontalAdvance(text) <= field.width() - kFieldMargin;
    };
    if (!option.currentText.isEmpty() && !fits(option.currentText))
      option.currentText = option.fontMetrics.elidedText(name_, Qt::ElideRight, field.width() - kFieldMargin);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }

 private:
  static constexpr int kFieldMargin = 4;  // the style's own, at most
  QString name_;
};

PlanHeader::PlanHeader(const QString& letter, const QString& accessible_name, QWidget* parent)
    : QWidget(parent), box_(new PlanBox), note_(new QLabel), delta_(new QLabel) {
  auto* name = new QLabel(letter);
  QFont bold = name->font();
  bold.setBold(true);
  name->setFont(bold);
  name->setBuddy(box_);
  box_->setAccessibleName(accessible_name);
  box_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  box_->setMinimumWidth(kLeastChoice);
  box_->setMaximumWidth(kMostChoice);
  box_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  note_->setObjectName("note");
  delta_->setObjectName("delta");
  delta_->setForegroundRole(QPalette::PlaceholderText);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(8, 2, 8, 2);
  line->addWidget(name);
  line->addWidget(box_, 100);
  line->addWidget(note_);
  line->addWidget(delta_);
  line->addStretch(1);
  follow_numbers(this, [this] { show_rows(); });
  connect(box_, &QComboBox::activated, this, [this](int at) {
    const PlanChoice wanted = rows_[static_cast<std::size_t>(at)].choice;
    show_rows();  // the plan shown stays marked until set_choice()
    emit chosen(wanted);
  });
}

const PlanRow* PlanHeader::row() const {
  const auto found = std::ranges::find_if(rows_, [this](const PlanRow& each) { return each.choice == choice_; });
  return found == rows_.end() ? nullptr : &*found;
}

void PlanHeader::set_rows(std::vector<PlanRow> rows) {
  if (rows == rows_) return;
  rows_ = std::move(rows);
  show_rows();
}

void PlanHeader::set_choice(std::optional<PlanChoice> choice) {
  if (choice == choice_) return;
  choice_ = choice;
  show_rows();
}

void PlanHeader::set_reference(std::optional<PlanRow> other) {
  reference_ = std::move(other);
  show_figures();
}

void PlanHeader::resizeEvent(QResizeEvent*) {
  show_figures();
}

/// Changes items where they are, so that an open list stays open.
void PlanHeader::show_rows() {
  const int count = static_cast<int>(rows_.size());
  while (box_->count() > count) box_->removeItem(box_->count() - 1);
  while (box_->count() < count) box_->addItem(QString());
  auto* items = qobject_cast<QStandardItemModel*>(box_->model());
  int chosen = -1;
  for (int at = 0; at < count; ++at) {
    const PlanRow& row = rows_[static_cast<std::size_t>(at)];
    const QString text = row.footprint ? tr("%1 – %2").arg(row.name, needs_text(row)) : row.name;
    if (box_->itemText(at) != text) box_->setItemText(at, text);
    items->item(at)->setEnabled(row.footprint.has_value());
    if (row.choice == choice_) chosen = at;
  }
  box_->setCurrentIndex(chosen);
  box_->set_name(row() ? row()->name : QString());
  show_figures();
}

void PlanHeader::show_figures() {
  const PlanRow* shown = row();
  const bool known = shown && shown->footprint;
  note_->setText(known && shown->stale ? tr("being planned again") : QString());
  delta_->clear();
  delta_->setToolTip({});
  if (!known || !reference_) return;
  // What the choice leaves at its least, so that neither is cut.
  const int room = width() - kLeastChoice - (note_->text().isEmpty() ? 0 : note_->sizeHint().width()) - kAround;
  const QStringList texts = delta_texts(*shown, *reference_);
  delta_->setText(texts.isEmpty() ? QString() : fitting(delta_->font(), texts, room));
  QString tip = tr("Footprint %1; the other side needs %2").arg(full_text(*shown), full_text(*reference_));
  if (shown->makespan && reference_->makespan)
    tip += '\n' + tr("Makespan %1; the other side takes %2")
                      .arg(makespan_text(*shown->makespan), makespan_text(*reference_->makespan));
  delta_->setToolTip(tip);
}

}  // namespace stowage
