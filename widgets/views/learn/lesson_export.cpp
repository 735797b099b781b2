// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/learn/lesson_words.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QRegularExpression>
#include <QTextDocument>

#include "widgets/painters/page/export.h"
#include "widgets/painters/steps/step_painter.h"
#include "widgets/painters/steps/step_scene.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/page_style.h"
#include "widgets/painters/style/text.h"
#include "widgets/views/learn/lesson_board.h"
#include "widgets/views/learn/lesson_session.h"

namespace stowage {
namespace {

constexpr double kWords = 0.36, kGap = 24;  // of the page's width; pixels
constexpr double kPixels = 17;

/// Which view of the table shows what a page is about; the words stand beside it, so the peak is seen on the map.
/// On one stream, lanes are but a row of operators: lifetimes say more.
std::string_view view_of(const LessonPage& page) {
  switch (page.view) {
    case LessonView::graph:
      return "graph";
    case LessonView::lanes:
      return page.graph->stream_count() > 1 ? "lanes" : "lifetimes";
    case LessonView::time:
      return "lanes";
    case LessonView::conflicts:
      return "conflicts";
    case LessonView::matrix:
      return "matrix";
    case LessonView::map:
    case LessonView::peak:
    case LessonView::strategies:
    case LessonView::orders:
      break;
  }
  return "heap";
}

void paint_words(QPainter& painter, const QRectF& rect, const QString& html, const Theme& theme) {
  QTextDocument document;
  document.setDefaultFont(paint_font(kPixels));
  document.setDefaultStyleSheet(
      QString("* { color: %1; } h3 { font-size: x-large; } .wrong { color: %2; } "
              ".right { color: %3; } .reason { color: %4; } a { text-decoration: none; }")
          .arg(theme.text.name(), theme.peak.name(), theme.bound.name(), theme.muted_text.name()));
  document.setHtml("<div>" + html + "</div>");
  document.setTextWidth(rect.width());
  painter.save();
  painter.translate(rect.topLeft());
  const double fit = std::min(1.0, rect.height() / std::max(1.0, document.size().height()));
  painter.scale(fit, fit);
  QAbstractTextDocumentLayout::PaintContext context;
  context.palette.setColor(QPalette::Text, theme.text);
  document.documentLayout()->draw(&painter, context);
  painter.restore();
}

/// The pages of a lesson, drawn one after the other.
class Pages {
 public:
  Pages(const CheckedLesson& lesson, QSize size, const Task& task) : lesson_(lesson), size_(size), task_(task) {
    session_.open(lesson);
    for (std::size_t k = 0; k < lesson.lesson->pages.size(); ++k) {
      pages_.emplace_back(k, false);
      if (lesson.lesson->pages[k].question) pages_.emplace_back(k, true);
    }
  }
  [[nodiscard]] std::size_t count() const { return pages_.size(); }

  [[nodiscard]] Drawing draw(std::size_t number) {
    const auto [k, answered] = pages_[number];
    session_.go_to(k);
    if (answered) session_.show_answer();
    const Drawing picture = picture_of(lesson_.lesson->pages[k]);
    Drawing out;
    out.title = text_of(lesson_.lesson->title);
    out.subtitle = QStringLiteral("%1 · %2 / %3")
                       .arg(text_of(lesson_.lesson->source))
                       .arg(k + 1)
                       .arg(lesson_.lesson->pages.size());
    out.legend_title = picture.legend_title;
    if (picture.legend)
      out.legend = [legend = picture.legend](const Theme& theme) {
        std::vector<LegendItem> items = legend(theme);
        return items.size() > 1 ? items : std::vector<LegendItem>();
      };
    // Lists beside a picture count what the slide may ask for.
    out.paint = [html = words_of_slide(), paint = picture.paint, bare = session_.asks()](
                    QPainter& painter, const QRectF& rect, const Theme& theme) {
      QRectF words = rect, map = rect;
      words.setWidth(rect.width() * kWords);
      map.setLeft(words.right() + kGap);
      paint_words(painter, words, html, theme);
      PageStyle style = *page_style();
      style.captions = style.captions && !bare;
      const PageScope scope(style);
      if (paint) paint(painter, map, theme);
    };
    return out;
  }

 private:
  /// Without what is of the exercise alone: its score, and what a click would light up.
  [[nodiscard]] QString words_of_slide() const {
    static const QRegularExpression lit(QStringLiteral("<p><a href=\"path:[0-9]+\">[^<]*</a></p>"));
    const LessonText words = lesson_text(session_);
    QString html = words.html + words.outcome;
    return html.remove(lit);
  }

  [[nodiscard]] Drawing picture_of(const LessonPage& page) const {
    const GraphFacts& facts = lesson_.facts->of(page);
    const bool made = page.strategy->recipe && (page.blocks || (page.question && info_of(page.question->fact).plan));
    if (page.view == LessonView::map && made) {
      const auto scene = board_scene(board_source(session_), facts.blocks_before(page), stage_of(session_));
      if (!scene) return {};
      return {.title = {},
              .subtitle = {},
              .legend_title = {},
              .legend = {},
              .paint = [scene](QPainter& painter, const QRectF& rect, const Theme& theme) {
                const ExactBytes exact(counts_bytes(*scene));
                paint_step(painter, step_layout(rect, *scene, {}), *scene, theme);
              }};
    }
    const auto row = std::ranges::find(drawings(), view_without_answer(page), &DrawingInfo::id);
    const DrawingLook look{.by = color_of(page),
                           .over_time = session_.shows_time(),
                           .size = {static_cast<int>(size_.width() * (1 - kWords)), size_.height()}};
    const auto drawn = row->draw(view_of_plan(page), look, task_);
    return drawn ? *drawn : Drawing();
  }

  /// Whether offsets would give away what the slide asks.
  [[nodiscard]] bool hides_plan(const LessonPage& page) const {
    return session_.asks() && info_of(page.question->fact).hides_plan;
  }

  /// As in the window: no map while its offsets would give away what the slide asks.
  [[nodiscard]] std::string_view view_without_answer(const LessonPage& page) const {
    const std::string_view view = view_of(page);
    if (!hides_plan(page) || view != "heap") return view;
    return page.graph->stream_count() > 1 ? "lanes" : "lifetimes";
  }

  [[nodiscard]] PlanView view_of_plan(const LessonPage& page) const {
    const GraphFacts& facts = lesson_.facts->of(page);
    PlanView view;
    view.graph = facts.graph();
    view.lifetimes = facts.lifetimes();
    view.conflicts = facts.conflicts();
    view.peak_asked = session_.will_ask(Fact::lifetime_bound) || hides_plan(page);
    const bool bounds = !view.peak_asked && !session_.will_ask(Fact::proved_bound) && !session_.will_ask(Fact::clique);
    if (bounds) view.bounds = {lesson_.facts, &facts.bounds()};
    Plan plan;
    plan.graph = view.graph->name();
    plan.strategy = page.strategy->id;
    const auto offsets = facts.offsets(*page.strategy);
    plan.offsets.assign(offsets.begin(), offsets.end());
    plan.footprint = facts.footprint(*page.strategy);
    if (bounds) raise_bound(*view.graph, facts.bounds().proved(), plan);
    view.plan = std::make_shared<const Plan>(std::move(plan));
    return view;
  }

  const CheckedLesson& lesson_;
  QSize size_;
  const Task& task_;
  LessonSession session_;
  std::vector<std::pair<std::size_t, bool>> pages_;  // page, and whether with its answer
};

}  // namespace

FigureOptions lesson_slide() {
  constexpr QSize kLogical{960, 540};
  constexpr double kScale = 4.0 / 3;  // 1280 × 720
  return pixel_page(kLogical, kScale);
}

Result<std::size_t> export_lesson(const std::string& path, const CheckedLesson& lesson, const FigureOptions& options,
                                  const Task& task) {
  Pages pages(lesson, options.logical_size().toSize(), task);
  return export_series(
      path, pages.count(), [&](std::size_t k) { return pages.draw(k); }, options, task);
}

}  // namespace stowage
