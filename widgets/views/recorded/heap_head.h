// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <QString>
#include <QWidget>

#include "core/insight/recorded/recorded_heap.h"
#include "widgets/painters/recorded/heap_strip.h"

class QAction;
class QBoxLayout;
class QComboBox;
class QFrame;
class QLabel;
class QToolButton;

namespace stowage {

/// The peaks of a recorded heap side by side: one headline, from which nothing else departs.
/// ```
///  Reserved, peak   Allocated, peak   Static plan          Segments
///  1.77 GiB         1.66 GiB          1.66 … 1.74 GiB      61 made, 0 freed
/// ```
struct HeapHeadline {
  enum Figure { kReserved, kAllocated, kPlanned, kSegments };
  struct Value {
    QString text, tip;
  };
  std::array<Value, 4> values;  ///< by Figure; empty ones are not shown
};

/// In a line: "Reserved, peak 1.77 GiB · Allocated, peak 1.66 GiB · …".
[[nodiscard]] QString headline_text(const HeapHeadline& headline);

/// Why the device had no memory left; without a title it did not happen.
struct HeapFailureWords {
  QString title, text, pieces, pieces_tip;
};

/// What stands above the pictures of a recorded heap: the device, where to jump, the failure and the headline.
class HeapHead final : public QWidget {
  Q_OBJECT

 public:
  enum class Jump { peak, reserved, fragmentation, failure };

  explicit HeapHead(QWidget* parent = nullptr);

  /// Those that can be chosen, and which one is shown; nothing is offered where there is but one.
  void set_devices(const std::vector<RecordedDevice>& devices, std::int64_t shown);
  void set_headline(const HeapHeadline& headline);
  void set_failure(const HeapFailureWords& words);
  /// Where there is little room, figures make place for the pictures, and the failure takes one line.
  void set_low(bool low);
  /// Without events there is nowhere to go to.
  void set_has_events(bool has);

 signals:
  void device_chosen(std::int64_t number);
  void jump_wanted(stowage::HeapHead::Jump to);
  /// What stood in the way of the failed allocation is to be seen.
  void pieces_wanted();
  void order_chosen(stowage::StripOrder order);

 private:
  QWidget* make_bar();
  QWidget* make_card();
  QWidget* make_figures();
  void color_card();
  void add_jump(const char* object, const QString& text, const QString& hint, Jump to);
  void show_jumps();
  void show_failure_text();
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

  QComboBox *device_, *order_;
  int shown_device_ = -1;
  bool has_events_ = true;
  QToolButton* jump_;  // all in one, where there is no room side by side
  std::vector<QToolButton*> jumps_;
  QAction* failure_jump_;
  QFrame* card_;
  QLabel *title_, *text_;
  QBoxLayout* words_;     // both, in one line where that is low
  QString failure_text_;  // all of it
  bool low_ = false;
  QToolButton* pieces_;
  QWidget* figures_;
  std::array<QLabel*, 4> names_{}, values_{};
};

}  // namespace stowage
