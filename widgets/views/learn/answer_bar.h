// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include <QWidget>

#include "core/insight/learn/lesson.h"
#include "widgets/base/view_state.h"

class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace stowage {

class OffsetBox;

/// Where the answer to a question is given: buttons, a list, a field or a box, as its kind asks for. What is selected
/// anywhere in the window fills lists and fields, and what is chosen here is selected.
class AnswerBar final : public QWidget {
  Q_OBJECT

 public:
  /// `state` must outlive the bar.
  explicit AnswerBar(ViewState& state, QWidget* parent = nullptr);

  /// Asks again.
  void ask(const Question& question, std::shared_ptr<const Graph> graph);
  /// Nothing is asked: the bar is empty.
  void clear();
  /// Of a question for an offset; else null.
  [[nodiscard]] OffsetBox* offset_box() const { return offset_; }
  /// To where an answer is given.
  void focus_input();
  /// The next answer that is typed replaces what stands there.
  void select_input();

 signals:
  void answered(const stowage::Answer& answer);
  /// What was typed is not an answer: what is wrong with it.
  void refused(const QString& reason);

 private:
  void make_offset(const Question& question);
  void make_number(const Question& question);
  void make_list(bool operators, TensorId about);
  void make_names();
  void make_safety();
  void make_choices(const Question& question);
  void add_input(QWidget* input, const std::function<std::optional<Answer>()>& read);
  void add_button(const QString& text, const QString& name, std::int64_t number);
  void follow_selection();

  ViewState& state_;
  std::shared_ptr<const Graph> graph_;
  QVBoxLayout* rows_;
  QWidget* content_ = nullptr;
  QWidget* input_ = nullptr;
  QPushButton* answer_ = nullptr;
  OffsetBox* offset_ = nullptr;
  std::function<void()> show_selection_;  // in the input; empty where it has nothing to do with it
};

}  // namespace stowage
