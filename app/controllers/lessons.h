// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <initializer_list>

#include <QString>

#include "app/controllers/window_parts.h"
#include "core/insight/learn/lesson_facts.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/model/plan_view.h"

namespace stowage {

/// Shows a lesson: the graph of its page is the document, and the page decides what is shown, and what is covered until
/// its question is answered. Lists the lessons, and reads and writes the files of a course.
class Lessons final : public QObject {
  Q_OBJECT

 public:
  explicit Lessons(const WindowParts& parts);
  ~Lessons() override;

  /// Ends the lesson where the document that is open is not its own.
  void follow_document();

  [[nodiscard]] bool is_open() const;
  /// Whether the lesson is yet to ask for one of these.
  [[nodiscard]] bool will_ask(std::initializer_list<Fact> facts) const;
  /// Whether it is yet to ask for what follows from the footprints of plans.
  [[nodiscard]] bool footprint_asked() const;
  /// The view without what the lesson asks for.
  [[nodiscard]] PlanView without_answers(PlanView view) const;
  /// The plan as far as the page has come, where it places block by block; otherwise null.
  [[nodiscard]] std::shared_ptr<const Plan> plan_so_far() const;

  /// Opens the graph of its first page. That gets no file: saving it asks for one, so that neither the lesson nor the
  /// file that it refers to is written over. What the user had open is suspended until the lesson is left; the graph of
  /// another lesson is not.
  void take(const QString& path, const CheckedLesson& lesson);
  /// Opens what was open before, as it was; where nothing was, the graph of the lesson stays, to be looked at. Asks
  /// where changes would be lost; calls `left` once that is done.
  void leave(const std::function<void()>& left = [] {});
  /// Leaves the lesson without a question; its graph stays until resume().
  void end();
  /// Opens what was open before the lesson.
  void resume();
  /// Asks for a file, and has it opened.
  void choose_lesson();

  // ---- lessons to choose from, and files of a course: new lessons, results to hand in, pages as slides
  /// Reads the user's folder and the progress again. The pane lists the lessons, with a tick where every question is
  /// over.
  void refresh_list();
  /// Lists the lessons of this folder from now on, after those of the program; none where it is empty.
  void set_folder(const QString& path);
  void choose_folder();
  /// Writes a lesson on the graph that is open, with pages to edit, and has it opened.
  void write_new_lesson(const QString& path);
  void choose_new_lesson();
  /// Writes what was answered in the lesson that is open, to be handed in.
  void write_result(const QString& path);
  void choose_result();
  /// Writes all pages with their words and pictures, as one PDF or numbered pictures; FileWriter::written() says how it
  /// went.
  void export_pages(const QString& name);
  void choose_slides();
  /// Shows the experiments of the papers.
  void show_experiments();

 signals:
  void file_wanted(const QString& path);
  /// What a page is to be coloured by; no choice of the user's.
  void color_wanted(stowage::ColorBy by);
  /// What the views may show is other than before.
  void changed();

 private:
  void keep_answer();
  [[nodiscard]] bool is_users() const;
  void show_lesson(const QString& path, const CheckedLesson& lesson);
  void open_graph(const std::shared_ptr<const Graph>& graph);
  void show_page();
  void hide_what_tells();
  void plan_wanted();
  void cover_answers();
  [[nodiscard]] bool peak_asked() const;
  [[nodiscard]] bool bounds_asked() const;
  [[nodiscard]] const LayoutStrategy* strategy_to_show() const;

  const WindowParts parts_;
  ViewState::Notes suspended_notes_;        // on what is suspended
  Planning::Wishes suspended_wishes_;       // the same
  QString path_;                            // of the lesson that is open
  const LayoutStrategy* wanted_ = nullptr;  // by the page; null once it was asked for
  bool hides_map_ = false;                  // it would answer the question
};

}  // namespace stowage
