// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include <QObject>
#include <QString>

#include "core/insight/learn/lesson_facts.h"

namespace stowage {

/// What became of the question of a page.
struct PageOutcome {
  enum class State { open, wrong, right, shown };
  State state = State::open;
  int tries = 0;
  std::optional<Answer> answer;  ///< the last one given; the right one once it was shown

  [[nodiscard]] bool over() const { return state == State::right || state == State::shown; }
};

struct LessonScore {
  std::size_t questions = 0, first_try = 0, later = 0, shown = 0;

  [[nodiscard]] std::size_t over() const { return first_try + later + shown; }
};

/// A lesson being taken: the page, and what was answered. Knows no view.
class LessonSession final : public QObject {
  Q_OBJECT

 public:
  using QObject::QObject;

  /// `progress`: as progress() gave it for this lesson, or empty.
  void open(CheckedLesson lesson, const QString& progress = {});
  void leave();
  [[nodiscard]] bool is_open() const { return lesson_.lesson != nullptr; }
  [[nodiscard]] const Lesson& lesson() const { return *lesson_.lesson; }
  [[nodiscard]] const CheckedLesson& checked_lesson() const { return lesson_; }
  /// On the graph of the page.
  [[nodiscard]] const GraphFacts& facts() const { return lesson_.facts->of(page()); }

  [[nodiscard]] std::size_t page_number() const { return page_; }
  [[nodiscard]] const LessonPage& page() const { return lesson().pages[page_]; }
  [[nodiscard]] bool is_last() const { return page_ + 1 == lesson().pages.size(); }
  void go_to(std::size_t page);

  [[nodiscard]] const PageOutcome& outcome() const { return outcome(page_); }
  [[nodiscard]] const PageOutcome& outcome(std::size_t page) const { return outcomes_[page]; }
  /// Whether the page has a question that is still to be answered.
  [[nodiscard]] bool asks() const { return is_open() && page().question && !outcome().over(); }
  /// Whether the lanes are to be drawn over time: not while the answer could be read there.
  [[nodiscard]] bool shows_time() const;
  /// Whether a question on the graph of the page, on whatever page, asks for this and is still to be answered.
  [[nodiscard]] bool will_ask(Fact fact) const;
  /// Answers the question of the page; nothing where none is asked.
  void give(const Answer& answer);
  /// Gives up: shows the right answer.
  void show_answer();

  [[nodiscard]] LessonScore score() const { return score_of(progress()); }
  /// The page and what was answered, as a text to be kept: open() goes on from there.
  [[nodiscard]] QString progress() const;
  /// Whether a kept progress is that of a lesson whose every question is over.
  [[nodiscard]] static bool is_complete(const QString& progress);
  [[nodiscard]] static LessonScore score_of(const QString& progress);
  /// Where a kept progress is. `begun`: beyond the first page or with an answer, and with a question to come.
  struct Place {
    std::size_t page = 0, pages = 0;
    bool begun = false;
  };
  [[nodiscard]] static Place place_in(const QString& progress);
  /// The page with which open() begins.
  [[nodiscard]] static std::size_t first_page(const Lesson& lesson, const QString& progress);

 signals:
  /// Another lesson, or none.
  void lesson_changed();
  void page_changed();
  /// outcome() is another.
  void answered();

 private:
  void restore(const QString& progress);

  CheckedLesson lesson_;
  std::size_t page_ = 0;
  std::vector<PageOutcome> outcomes_;  // by page
};

}  // namespace stowage
