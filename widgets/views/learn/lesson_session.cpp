// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/lesson_session.h"

#include <algorithm>
#include <utility>

namespace stowage {
namespace {

// One letter a page: no question, open, tried in vain, right at once, right later, shown.
constexpr QLatin1Char kNoQuestion('-'), kOpen('o'), kTried('t'), kRight('R'), kLater('r'), kShown('s');

QString letters_of(const QString& progress) {
  return progress.section(' ', 1, 1);
}

/// What does not fit, since the lesson is another by now, is left out.
bool fits(const QString& progress, const Lesson& lesson) {
  return letters_of(progress).size() == static_cast<qsizetype>(lesson.pages.size());
}

QLatin1Char letter_of(const LessonPage& page, const PageOutcome& outcome) {
  if (!page.question) return kNoQuestion;
  switch (outcome.state) {
    case PageOutcome::State::open:
      return kOpen;
    case PageOutcome::State::wrong:
      return kTried;
    case PageOutcome::State::right:
      return outcome.tries == 1 ? kRight : kLater;
    case PageOutcome::State::shown:
      return kShown;
  }
  return kOpen;
}

}  // namespace

void LessonSession::open(CheckedLesson lesson, const QString& progress) {
  lesson_ = std::move(lesson);
  page_ = first_page(this->lesson(), progress);
  outcomes_.assign(this->lesson().pages.size(), {});
  restore(progress);
  emit lesson_changed();
  emit page_changed();
}

std::size_t LessonSession::first_page(const Lesson& lesson, const QString& progress) {
  if (!fits(progress, lesson)) return 0;
  return std::min<std::size_t>(progress.section(' ', 0, 0).toUInt(), lesson.pages.size() - 1);
}

void LessonSession::restore(const QString& progress) {
  const auto& pages = lesson().pages;
  if (!fits(progress, lesson())) return;
  const QString letters = letters_of(progress);
  for (std::size_t k = 0; k < pages.size(); ++k) {
    if (!pages[k].question) continue;
    PageOutcome& outcome = outcomes_[k];
    const QChar letter = letters[static_cast<qsizetype>(k)];
    outcome.tries = letter == kRight ? 1 : letter == kOpen || letter == kNoQuestion ? 0 : 2;
    if (letter == kRight || letter == kLater || letter == kShown)
      outcome.answer = lesson_.facts->of(pages[k]).truth(pages[k]);
    if (letter == kRight || letter == kLater) outcome.state = PageOutcome::State::right;
    if (letter == kShown) outcome.state = PageOutcome::State::shown;
  }
}

void LessonSession::leave() {
  if (!is_open()) return;
  lesson_ = {};
  page_ = 0;
  outcomes_.clear();
  emit lesson_changed();
}

void LessonSession::go_to(std::size_t page) {
  if (!is_open() || page >= lesson().pages.size() || page == page_) return;
  page_ = page;
  emit page_changed();
}

bool LessonSession::shows_time() const {
  return page().view == LessonView::time && !(asks() && info_of(page().question->fact).time);
}

bool LessonSession::will_ask(Fact fact) const {
  for (std::size_t k = 0; k < outcomes_.size(); ++k) {
    const LessonPage& each = lesson().pages[k];
    if (each.graph == page().graph && each.question && each.question->fact == fact && !outcomes_[k].over()) return true;
  }
  return false;
}

void LessonSession::give(const Answer& answer) {
  if (!asks()) return;
  PageOutcome& outcome = outcomes_[page_];
  ++outcome.tries;
  outcome.answer = answer;
  outcome.state = facts().accepts(page(), answer) ? PageOutcome::State::right : PageOutcome::State::wrong;
  emit answered();
}

void LessonSession::show_answer() {
  if (!asks()) return;
  PageOutcome& outcome = outcomes_[page_];
  outcome.answer = page().question->answer;
  outcome.state = PageOutcome::State::shown;
  emit answered();
}

LessonScore LessonSession::score_of(const QString& progress) {
  LessonScore out;
  for (const QChar letter : letters_of(progress)) {
    out.questions += letter != kNoQuestion;
    out.first_try += letter == kRight;
    out.later += letter == kLater;
    out.shown += letter == kShown;
  }
  return out;
}

LessonSession::Place LessonSession::place_in(const QString& progress) {
  const QString letters = letters_of(progress);
  const std::size_t page = progress.section(' ', 0, 0).toUInt();
  const bool begun = page > 0 || score_of(progress).over() > 0;
  return {page, static_cast<std::size_t>(letters.size()), begun && !is_complete(progress)};
}

QString LessonSession::progress() const {
  QString letters;
  for (std::size_t k = 0; k < outcomes_.size(); ++k) letters += letter_of(lesson().pages[k], outcomes_[k]);
  return QStringLiteral("%1 %2").arg(page_).arg(letters);
}

bool LessonSession::is_complete(const QString& progress) {
  const QString letters = letters_of(progress);
  const auto over = [](QChar letter) { return letter != kOpen && letter != kTried; };
  return !letters.isEmpty() && std::ranges::all_of(letters, over);
}

}  // namespace stowage
