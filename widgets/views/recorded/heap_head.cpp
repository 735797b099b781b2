// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/recorded/heap_head.h"

#include <algorithm>
#include <cstdlib>

#include <QAbstractItemView>
#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFontMetricsF>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QToolButton>

#include "widgets/base/canvas.h"
#include "widgets/controls/elided.h"
#include "widgets/controls/lines.h"
#include "widgets/controls/tool_button.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct HeapWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapWords)
};

const QString kDot = QStringLiteral(" · ");

constexpr int kSpace = 4;           // pixels
constexpr int kDeviceLetters = 22;  // of the box: "Device 1: out of memory"
constexpr int kMostDevices = 200;   // more than any machine has

QLabel* make_head_line(const char* object) {
  QLabel* label = make_wrapped_line(object);
  label->setContentsMargins({});
  return label;
}

/// The head: see its header.
class Head final : public HeapHead {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapHead)

 public:
  Head() {
    setObjectName("heap_head");
    figures_->setObjectName("heap_figures");
    auto* rows = in_rows(this, {make_bar(), make_card(), figures_});
    rows->setContentsMargins(8, 3, 8, 0);
    rows->setSpacing(3);
    device_->hide();
    card_->hide();
    failure_jump_->setVisible(false);
    show_jumps();
  }

  void set_devices(const std::vector<RecordedDevice>& devices, std::int64_t shown) override {
    device_->clear();
    for (const RecordedDevice& device : devices) {
      if (device_->count() >= kMostDevices && device.number != shown) continue;
      device_->addItem(device_text(device), QVariant::fromValue<qlonglong>(device.number));
      if (device.number == shown) device_->setCurrentIndex(device_->count() - 1);
    }
    shown_device_ = device_->currentIndex();
    device_->setToolTip(device_->currentText() + '\n' + tr("Open the heap of another device of this file"));
    QAbstractItemView* list = device_->view();  // wide enough for all that is said of a device
    list->setMinimumWidth(list->sizeHintForColumn(0) + 2 * list->frameWidth() + kSpace);
    device_->setVisible(devices.size() > 1);
    show_jumps();
  }

  void set_figures(std::vector<Headline::Figure> figures) override { figures_->set_figures(std::move(figures)); }

  void set_failure(const HeapFailureWords& words) override {
    title_->setText(words.title);
    failure_text_ = words.text;
    text_->setToolTip(words.text);
    show_failure_text();
    pieces_->setText(words.pieces);
    pieces_->setToolTip(words.pieces_tip);
    pieces_->setAccessibleName(words.pieces);
    pieces_->setVisible(!words.pieces.isEmpty());
    card_->setVisible(!words.title.isEmpty());
    failure_jump_->setVisible(!words.title.isEmpty());
    show_jumps();
  }

  void set_low(bool low) override {
    low_ = low;
    figures_->setVisible(!low && !figures_->figures().empty());
    words_->setDirection(low ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    words_->setSpacing(low ? kSpace : 1);
    for (QLabel* label : {title_, text_}) label->setWordWrap(!low);
    title_->setSizePolicy(low ? QSizePolicy::Maximum : QSizePolicy::Ignored, QSizePolicy::Preferred);
    show_failure_text();
  }

  void set_has_events(bool has) override {
    has_events_ = has;
    show_jumps();
  }

 private:
  QWidget* make_bar() {
    device_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    device_->setMinimumContentsLength(kDeviceLetters);
    connect(device_, &QComboBox::activated, this, [this](int row) {
      const qlonglong chosen = device_->itemData(row).toLongLong();
      device_->setCurrentIndex(shown_device_);  // until that one is open
      if (row != shown_device_) emit device_chosen(chosen);
    });
    jump_->setPopupMode(QToolButton::InstantPopup);
    jump_->setMenu(new QMenu(jump_));
    QHBoxLayout* line = in_line({{device_, 1}, jump_}, {}, kSpace);
    const auto add_jump = [&](const char* object, const QString& text, const QString& hint, Jump to) {
      QAction* action = jump_->menu()->addAction(text);
      action->setToolTip(hint);
      connect(action, &QAction::triggered, this, [this, to] { emit jump_wanted(to); });
      jumps_.push_back(make_word_button(object, text, hint));
      jumps_.back()->setDefaultAction(action);
      line->addWidget(jumps_.back());
    };
    add_jump("heap_jump_peak", tr("Peak"), tr("Go to the event with most bytes allocated"), Jump::peak);
    add_jump("heap_jump_reserved", tr("Reserved peak"), tr("Go to the event with most bytes reserved"), Jump::reserved);
    add_jump("heap_jump_fragmentation", tr("Worst fragmentation"),
             tr("Go to the failure, or near the reserved peak, with most bytes free in small holes"),
             Jump::fragmentation);
    add_jump("heap_jump_failure", tr("Failure"), tr("Go to the next event that ran out of memory"), Jump::failure);
    failure_jump_ = jumps_.back()->defaultAction();
    line->addStretch(0);
    const std::pair<StripOrder, QString> orders[] = {{StripOrder::address, tr("By address")},
                                                     {StripOrder::hole, tr("By largest hole")},
                                                     {StripOrder::idle, tr("By idle bytes")},
                                                     {StripOrder::size, tr("By size")},
                                                     {StripOrder::stream, tr("By stream")}};
    for (const auto& [order, text] : orders) order_->addItem(text, static_cast<int>(order));
    order_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    order_->setMinimumContentsLength(8);
    connect(order_, &QComboBox::activated, this,
            [this](int row) { emit order_chosen(static_cast<StripOrder>(order_->itemData(row).toInt())); });
    line->addWidget(order_);
    auto* bar = new QWidget;
    bar->setLayout(line);
    return bar;
  }

  QWidget* make_card() {
    QFont bold = title_->font();
    bold.setBold(true);
    title_->setFont(bold);
    words_->setSpacing(1);
    words_->addWidget(title_);
    words_->addWidget(text_, 1);
    card_->setLayout(in_line({{words_, 1}, pieces_}, {8, 4, 8, 4}));
    connect(pieces_, &QToolButton::clicked, this, &HeapHead::pieces_wanted);
    color_card();
    return card_;
  }

  void color_card() {
    const Theme& theme = theme_of(*this);
    QColor ground = theme.peak;
    ground.setAlphaF(theme.dark ? 0.22F : 0.10F);
    card_->setStyleSheet(QStringLiteral("#heap_failure { background: %1; border-radius: 6px; } "
                                        "#heap_failure_title { color: %2; }")
                             .arg(ground.name(QColor::HexArgb), theme.peak.name()));
  }

  /// Side by side where they and the boxes have room.
  void show_jumps() {
    int needed = order_->sizeHint().width() + (device_->isHidden() ? 0 : device_->sizeHint().width() + kSpace);
    for (const QToolButton* button : jumps_)
      if (button->defaultAction()->isVisible()) needed += button->sizeHint().width() + kSpace;
    const bool wide = width() >= needed;
    jump_->setVisible(!wide && has_events_);
    for (QToolButton* button : jumps_) button->setVisible(wide && has_events_ && button->defaultAction()->isVisible());
  }

  /// One line takes as much of it as it has room for.
  void show_failure_text() {
    const QString shown = low_ ? fitted_facts(text_->font(), failure_text_, text_->width()) : failure_text_;
    if (shown != text_->text()) text_->setText(shown);
  }

  void changeEvent(QEvent* event) override {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) color_card();
  }

  void resizeEvent(QResizeEvent* event) override {
    QWidget::resizeEvent(event);
    show_jumps();
    layout()->activate();
    card_->layout()->activate();
    show_failure_text();
  }

  QComboBox* device_ = named(new QComboBox, "heap_device", tr("Device"));
  QComboBox* order_ =
      named(new QComboBox, "heap_order", tr("Order of the segments"), tr("Choose the order of the segments"));
  int shown_device_ = -1;
  bool has_events_ = true;
  // All in one, where they have no room side by side.
  QToolButton* jump_ = make_word_button("heap_jump", tr("Go to"), tr("Go to an event that stands out"));
  std::vector<QToolButton*> jumps_;
  QAction* failure_jump_ = nullptr;
  QFrame* card_ = named(new QFrame, "heap_failure");
  QLabel* title_ = make_head_line("heap_failure_title");
  QLabel* text_ = make_head_line("heap_failure_text");
  QBoxLayout* words_ = new QBoxLayout(QBoxLayout::TopToBottom);  // both, in one line where that is low
  QString failure_text_;                                         // all of it
  bool low_ = false;
  QToolButton* pieces_ = make_word_button("heap_in_the_way", {}, {});
  Headline* figures_ = new Headline;
};

}  // namespace

QString fitted_facts(const QFont& font, const QString& facts, double width) {
  const QString more = QStringLiteral(" …");
  const QFontMetricsF metrics(font);
  if (metrics.horizontalAdvance(facts) <= width) return facts;
  const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text + more) <= width; };
  for (qsizetype end = facts.lastIndexOf(kDot); end > 0; end = facts.left(end).lastIndexOf(kDot))
    if (fits(facts.left(end))) return facts.left(end) + more;
  const auto is_number = [](const QString& word) { return !word.isEmpty() && word.back().isDigit(); };
  for (qsizetype end = facts.lastIndexOf(' '); end > 0; end = facts.left(end).lastIndexOf(' '))
    if (fits(facts.left(end)) && !is_number(facts.left(end))) return facts.left(end) + more;
  return fitted(font, facts, width);
}

QString against_reserved(Bytes footprint, Bytes reserved) {
  const Bytes saved = reserved - footprint;
  if (saved == Bytes{}) return HeapWords::tr("as much as reserved");
  const double share = reserved > Bytes{} ? static_cast<double>(saved.count) / static_cast<double>(reserved.count) : 0;
  const QString percent = QLocale().toString(100 * std::abs(share), 'f', 0) + '%';
  return (saved > Bytes{} ? HeapWords::tr("%1 less than reserved (%2)") : HeapWords::tr("%1 more than reserved (%2)"))
      .arg(human_bytes({std::abs(saved.count)}), percent);
}

QString static_plans_value(const StaticPlans& plans) {
  if (!plans.serial && !plans.unordered) return {};
  const Bytes serial = plans.serial.value_or(plans.unordered.value_or(Bytes{}));
  const Bytes unordered = plans.unordered.value_or(serial);
  const QString low = human_bytes(serial), high = human_bytes(unordered);
  return low == high ? low : HeapWords::tr("%1 … %2").arg(low, high);
}

QString static_plans_text(const StaticPlans& plans, Bytes reserved) {
  if (!plans.strategy.isEmpty()) {
    const Bytes footprint = plans.serial.value_or(plans.unordered.value_or(Bytes{}));
    return HeapWords::tr("A static plan (%1) of the same lifetimes needs %2: %3.")
        .arg(plans.strategy, human_bytes(footprint), against_reserved(footprint, reserved));
  }
  if (plans.serial && plans.serial == plans.unordered)
    return HeapWords::tr("In the host's order or without reuse between streams, a static plan needs %1: %2.")
        .arg(human_bytes(*plans.serial), against_reserved(*plans.serial, reserved));
  QStringList parts;
  if (plans.serial)
    parts += HeapWords::tr("If the streams keep the host's order, a static plan needs %1: %2.")
                 .arg(human_bytes(*plans.serial), against_reserved(*plans.serial, reserved));
  if (plans.unordered)
    parts += HeapWords::tr("If no stream reuses the memory of another stream, a static plan needs %1: %2.")
                 .arg(human_bytes(*plans.unordered), against_reserved(*plans.unordered, reserved));
  return parts.join(' ');
}

QString static_plans_brief(const StaticPlans& plans, Bytes reserved) {
  if (!plans.strategy.isEmpty()) return static_plans_text(plans, reserved);
  const auto change = [&](Bytes footprint) {
    const double share = reserved > Bytes{}
                             ? static_cast<double>((footprint - reserved).count) / static_cast<double>(reserved.count)
                             : 0;
    return HeapWords::tr("%1 (%2)").arg(signed_bytes(footprint - reserved), signed_percent(share));
  };
  if (plans.serial && plans.serial == plans.unordered)
    return HeapWords::tr("Against reserved: %1 with or without reuse between streams").arg(change(*plans.serial));
  QStringList parts;
  if (plans.serial) parts += HeapWords::tr("%1 in the host's order").arg(change(*plans.serial));
  if (plans.unordered) parts += HeapWords::tr("%1 without reuse between streams").arg(change(*plans.unordered));
  if (parts.isEmpty()) return {};
  return HeapWords::tr("Against reserved: %1").arg(parts.join(QStringLiteral(" … ")));
}

QString segment_events_value(const HeapSegmentEvents& events) {
  QString out =
      HeapWords::tr("%L1 made, %L2 freed").arg(events.made + events.mapped).arg(events.freed + events.unmapped);
  if (events.retries > 0) out += kDot + HeapWords::tr("retried %Ln time(s)", nullptr, as_int(events.retries));
  return out;
}

QString segment_events_tip(const HeapSegmentEvents& events) {
  QStringList lines{
      HeapWords::tr("Segments made in the record: %L1, given back: %L2").arg(events.made).arg(events.freed)};
  if (events.mapped + events.unmapped > 0)
    lines += HeapWords::tr("Pieces of expandable segments mapped: %L1, unmapped: %L2")
                 .arg(events.mapped)
                 .arg(events.unmapped);
  lines += HeapWords::tr("Requests tried again after segments were given back: %L1").arg(events.retries);
  return lines.join('\n');
}

QString failure_title(const RecordedHeap& history, std::size_t failure) {
  const HeapOutOfMemory& what = history.out_of_memory[failure];
  const std::size_t count = history.out_of_memory.size();
  const QString title = HeapWords::tr("Out of memory at event %L1").arg(what.step);
  return count == 1 ? title : HeapWords::tr("%1 (%L2 of %L3)").arg(title).arg(failure + 1).arg(count);
}

QString failure_text(const RecordedHeap& history, std::size_t failure, const FailedAllocation& why) {
  const HeapOutOfMemory& what = history.out_of_memory[failure];
  QStringList parts{HeapWords::tr("requested %1").arg(human_bytes(what.requested))};
  if (what.device_free) parts += HeapWords::tr("free on the device %1").arg(human_bytes(*what.device_free));
  if (!history.segments.empty()) {
    const bool one = history.streams_in_use().size() < 2;
    const QString where = one ? HeapWords::tr("free in segments %1, largest free block %2")
                              : HeapWords::tr("free in segments of %3 %1, largest free block %2");
    const QString text = where.arg(human_bytes(why.free), human_bytes(why.largest));
    parts += one ? text : text.arg(stream_name(history, what.stream));
  }
  if (const HeapFrame* frame = history.telling_frame(what.stack))
    parts += HeapWords::tr("requested by %1").arg(text_of(history.label(*frame)));
  return parts.join(kDot);
}

QString in_the_way_text(const FailedAllocation& why) {
  if (why.in_the_way.empty()) return {};
  return HeapWords::tr("In the way: %Ln block(s), %1", nullptr, as_int(why.in_the_way.size()))
      .arg(human_bytes(why.in_the_way_bytes));
}

QString in_the_way_tip(const FailedAllocation& why) {
  switch (why.way) {
    case FailedAllocation::Way::one_place:
      return HeapWords::tr("Without these blocks, one segment has room for the requested bytes");
    case FailedAllocation::Way::whole_segments:
      return HeapWords::tr("Without these blocks, enough whole segments go back to the device");
    case FailedAllocation::Way::none:
      break;
  }
  return {};
}

HeapHead* make_heap_head() {
  return new Head;
}

}  // namespace stowage
