// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "core/insight/learn/lesson.h"

namespace stowage {

class OffsetBox;
class ViewState;

/// Where the answer to a question is given: buttons, a list, a field or a box, as its kind asks for. What is selected
/// anywhere in the window fills lists and fields, and what is chosen here is selected.
class AnswerBar : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;

  /// Asks again.
  virtual void ask(const Question& question, std::shared_ptr<const Graph> graph) = 0;
  /// Nothing is asked: the bar is empty.
  virtual void clear() = 0;
  /// The box of a question for an offset; null for any other question.
  [[nodiscard]] virtual OffsetBox* offset_box() const = 0;
  /// To where an answer is given.
  virtual void focus_input() = 0;
  /// The next answer that is typed replaces what stands there.
  virtual void select_input() = 0;

 signals:
  void answered(const stowage::Answer& answer);
  /// What was typed is not an answer: what is wrong with it.
  void refused(const QString& reason);
};

/// `state` must outlive the bar.
[[nodiscard]] AnswerBar* make_answer_bar(ViewState& state);

}  // namespace stowage
