// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/answer_bar.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>

#include "widgets/base/view_state.h"
#include "widgets/controls/byte_boxes.h"
#include "widgets/edit/typed_duration.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/tables/tensor_query.h"
#include "widgets/views/learn/lesson_words.h"

namespace stowage {
namespace {

/// The bar: see its header.
class Answers final : public AnswerBar {
  Q_DECLARE_TR_FUNCTIONS(stowage::AnswerBar)

 public:
  explicit Answers(ViewState& state) : state_(state), rows_(new QVBoxLayout(this)) {
    rows_->setContentsMargins(0, 0, 0, 0);
    connect(&state, &ViewState::selection_changed, this, &Answers::follow_selection);
  }

  void ask(const Question& question, std::shared_ptr<const Graph> graph) override {
    clear();
    graph_ = std::move(graph);
    content_ = new QWidget;
    auto* rows = new QVBoxLayout(content_);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    switch (question.kind()) {
      case AnswerKind::offset:
        make_offset();
        break;
      case AnswerKind::number:
        make_number(question);
        break;
      case AnswerKind::tensor:
        make_list(false, question.tensor);
        break;
      case AnswerKind::op:
        make_list(true, {});
        break;
      case AnswerKind::tensors:
        make_names();
        break;
      case AnswerKind::safety:
        make_safety();
        break;
      case AnswerKind::choice:
        make_choices(question);
        break;
    }
    rows_->addWidget(content_);
    content_->show();  // at once, so that it can have the keyboard
    follow_selection();
  }

  void clear() override {
    show_selection_ = nullptr;
    input_ = nullptr;
    answer_ = nullptr;
    offset_ = nullptr;
    if (!content_) return;
    content_->hide();
    std::exchange(content_, nullptr)->deleteLater();  // it may be handling the click that ended it
  }

  [[nodiscard]] OffsetBox* offset_box() const override { return offset_; }
  void focus_input() override {
    if (!input_) return;
    input_->setFocus(Qt::OtherFocusReason);
    select_input();
  }

  void select_input() override {
    if (auto* box = qobject_cast<QAbstractSpinBox*>(input_)) box->selectAll();
    if (auto* field = qobject_cast<QLineEdit*>(input_)) field->selectAll();
  }

 private:
  void make_offset() {
    auto* box = offset_ = new OffsetBox;
    add_input(box, [this, box]() -> std::optional<Answer> {
      if (box->take_text()) return Answer{box->value(), {}, {}};
      emit refused(tr("Enter an offset in bytes, at most %1, the top of the map.").arg(grouped(box->most())));
      return std::nullopt;
    });
    connect(box, &OffsetBox::return_pressed, answer_, &QPushButton::click);
  }

  void make_number(const Question& question) {
    auto* field = new QLineEdit;
    const FactInfo& fact = info_of(question.fact);
    field->setAccessibleName(fact.time    ? tr("Time")
                             : fact.place ? tr("Offset in bytes")
                             : fact.bytes ? tr("Number of bytes")
                                          : tr("Number"));
    field->setPlaceholderText(fact.time    ? tr("with its unit, as 12 µs or 12 us")
                              : fact.place ? tr("an offset in bytes")
                              : fact.bytes ? tr("bytes, or as 12 KiB")
                                           : tr("a number"));
    add_input(field, [this, field, in_time = fact.time]() -> std::optional<Answer> {
      if (in_time) {
        if (const auto typed = parse_duration(field->text())) return Answer{*typed, {}, {}};
        emit refused(tr("Type a time with its unit, as 12 µs or 12 us."));
      } else {
        if (const auto typed = parse_bytes(field->text())) return Answer{typed->count, {}, {}};
        emit refused(tr("Type a number."));
      }
      return std::nullopt;
    });
    connect(field, &QLineEdit::returnPressed, answer_, &QPushButton::click);
  }

  /// One tensor or operator; what is asked about is no answer, though the page selects it.
  void make_list(bool operators, TensorId about) {
    auto* list = new QComboBox;
    list->setAccessibleName(operators ? tr("Operator") : tr("Tensor"));
    list->setPlaceholderText(operators ? tr("Click an operator, or choose it") : tr("Click a tensor, or choose it"));
    if (operators)
      for (const OperatorId o : graph_->operators()) list->addItem(text_of(graph_->name(o)));
    else
      for (const TensorId t : graph_->tensors()) list->addItem(text_of(graph_->name(t)));
    list->setCurrentIndex(-1);
    connect(list, &QComboBox::activated, this, [this, operators](int row) {
      if (operators)
        state_.select_operators({OperatorId(static_cast<std::size_t>(row))});
      else
        state_.select_tensors({TensorId(static_cast<std::size_t>(row))});
    });
    show_selection_ = [this, list, operators, about] {
      const auto& tensors = state_.selected_tensors();
      const auto& chosen = state_.selected_operators();
      const std::size_t index =
          operators ? (chosen.size() == 1 ? chosen[0].index() : OperatorId().index())
                    : (tensors.size() == 1 && tensors[0] != about ? tensors[0].index() : TensorId().index());
      list->setCurrentIndex(index < static_cast<std::size_t>(list->count()) ? static_cast<int>(index) : -1);
    };
    add_input(list, [this, list, operators]() -> std::optional<Answer> {
      const auto row = static_cast<std::size_t>(list->currentIndex());
      if (list->currentIndex() < 0) {
        emit refused(operators ? tr("Click an operator first, or choose it in the list.")
                               : tr("Click a tensor first, or choose it in the list."));
        return std::nullopt;
      }
      return operators ? Answer{0, {}, OperatorId(row)} : Answer{0, {TensorId(row)}, {}};
    });
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter})  // a list leaves them to its window
      connect(new QShortcut(key, list, nullptr, nullptr, Qt::WidgetShortcut), &QShortcut::activated, answer_,
              &QPushButton::click);
  }

  /// Several tensors: what is selected, or names that are typed.
  void make_names() {
    auto* field = new QLineEdit;
    field->setAccessibleName(tr("Tensors, separated by commas"));
    field->setPlaceholderText(tr("Click tensors with Ctrl, or type: a, b, c"));
    show_selection_ = [this, field] {
      QStringList names;
      for (const TensorId t : state_.selected_tensors())
        if (t.index() < graph_->tensor_count()) names << text_of(graph_->name(t));
      field->setText(names.join(", "));
    };
    add_input(field, [this, field]() -> std::optional<Answer> {
      Answer out;
      for (const QString& each : field->text().split(',', Qt::SkipEmptyParts)) {
        const TensorId t = graph_->find_tensor(each.trimmed().toStdString());
        if (!t.valid()) {
          emit refused(tr("There is no tensor %1.").arg(each.trimmed()));
          return std::nullopt;
        }
        out.tensors.push_back(t);
      }
      std::ranges::sort(out.tensors);
      out.tensors.erase(std::ranges::unique(out.tensors).begin(), out.tensors.end());
      if (!out.tensors.empty()) return out;
      emit refused(tr("Select some tensors first, or type their names."));
      return std::nullopt;
    });
    connect(field, &QLineEdit::returnPressed, answer_, &QPushButton::click);
  }

  void make_safety() {
    add_button(tr("Safe: they ma&y share"), "answer_safe", 1);
    add_button(tr("&Unsafe: they must not"), "answer_unsafe", 0);
  }

  void make_choices(const Question& question) {
    for (std::size_t k = 0; k < question.choices.size(); ++k)
      add_button(plain_words(question.choices[k]).replace('&', "&&"), QStringLiteral("answer_%1").arg(k),
                 static_cast<std::int64_t>(k));
  }

  /// An input with the button that answers; `read` gives nothing where what is there is no answer.
  void add_input(QWidget* input, const std::function<std::optional<Answer>()>& read) {
    auto* line = new QHBoxLayout;
    input_ = input;
    input->setObjectName("answer_input");
    input->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    answer_ = new QPushButton(tr("&Check"));
    answer_->setObjectName("answer");
    answer_->setAutoDefault(true);  // so that Return presses it
    line->addWidget(input, 1);
    line->addWidget(answer_);
    static_cast<QVBoxLayout*>(content_->layout())->addLayout(line);
    connect(answer_, &QPushButton::clicked, this, [this, read] {
      if (const auto answer = read()) emit answered(*answer);
    });
  }

  void add_button(const QString& text, const QString& name, std::int64_t number) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAutoDefault(true);
    content_->layout()->addWidget(button);
    if (!input_) input_ = button;
    connect(button, &QPushButton::clicked, this, [this, number] { emit answered(Answer{number, {}, {}}); });
  }

  void follow_selection() {
    if (show_selection_) show_selection_();
  }

  ViewState& state_;
  std::shared_ptr<const Graph> graph_;
  QVBoxLayout* rows_;
  QWidget* content_ = nullptr;
  QWidget* input_ = nullptr;
  QPushButton* answer_ = nullptr;
  OffsetBox* offset_ = nullptr;
  std::function<void()> show_selection_;  // in the input; empty where it has nothing to do with it
};

}  // namespace

AnswerBar* make_answer_bar(ViewState& state) {
  return new Answers(state);
}

}  // namespace stowage
