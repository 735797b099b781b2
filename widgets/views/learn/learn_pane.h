// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "widgets/base/pane.h"
#include "widgets/views/learn/lesson_session.h"

namespace stowage {

class LessonBoard;

/// A lesson to choose from.
struct LessonItem {
  QString path, title, about;
  QString source;              ///< what it is taken from: items of one stand together
  QString number;              ///< of those that come with the program
  int minutes = 0;             ///< that it takes, about
  QString progress, finished;  ///< of the session: the latest, and when every question was over; or empty
};

/// Lessons: the list of them, or a page of the one that is taken, with its question. The answer is given here, by a
/// selection anywhere, or on the board, the map of the plan in the making, which the owner of the pane shows where the
/// heap map is.
class LearnPane : public Pane {
  Q_OBJECT

 public:
  using Pane::Pane;

  virtual void set_lessons(const std::vector<LessonItem>& lessons) = 0;
  /// Its graph is to be shown by then. `progress` is that of the session, or empty. `path` is the lesson's in the list,
  /// if it is there.
  virtual void open(const CheckedLesson& lesson, const QString& progress, const QString& path) = 0;
  virtual void leave() = 0;
  /// The keyboard goes to where the page is answered, or left for the next.
  virtual void focus_page() = 0;
  [[nodiscard]] LessonSession& session() { return session_; }
  [[nodiscard]] const LessonSession& session() const { return session_; }
  /// The size of all words of a lesson; 1 is that of the window.
  virtual void set_text_scale(double scale) = 0;
  /// To be put where the heap map is; belongs to whom it is given.
  [[nodiscard]] virtual LessonBoard& board() const = 0;
  /// Whether the page is about a plan in the making: then the board is to be seen, and no other view shows the plan.
  [[nodiscard]] virtual bool wants_board() const = 0;
  /// Whether the offsets of the plan would give away what the page asks for, or hint at it.
  [[nodiscard]] virtual bool hides_plan() const = 0;
  /// The plan in the making, as the board shows it: what has no place yet has an offset below 0. Null without a board.
  [[nodiscard]] virtual std::shared_ptr<const Plan> plan_so_far() const = 0;
  /// Whether the graph shown is that of the page.
  [[nodiscard]] virtual bool is_usable() const = 0;

 signals:
  void lesson_chosen(const QString& path);
  void file_requested();
  /// A folder of one's own lessons is to be chosen.
  void folder_requested();
  /// The user chose another size of text.
  void text_scaled(double scale);
  /// The graph of the session's page is to be shown, in place of that of another page.
  void graph_wanted();
  /// The graph was changed: the lesson is to be opened once more.
  void afresh_requested();
  /// Another page, or another answer: wants_board(), the strategy and the view are those of the session's page.
  void page_shown();
  /// The user is done with the lesson.
  void left();

 protected:
  LessonSession session_;
};

/// `state` must outlive the pane.
[[nodiscard]] LearnPane* make_learn(ViewState& state);

}  // namespace stowage
