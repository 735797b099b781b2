// SPDX-License-Identifier: Apache-2.0
// Figures 2, 7, 8 and 9 of the SOMAS paper in one column of a page: what the paper's pictures name is named here.
#include "tests/gui/gui_test.h"
#include "tests/support/steps.h"
#include "widgets/painters/steps/step_painter.h"

using namespace stowage;

namespace {

PlanView planned_sample(const std::string& name) {
  return test::results_of(test::sample(name + ".stowage.json"));
}

using Word = test::PdfWord;

FigureOptions page_of(double width) {
  FigureOptions options;
  options.points = 8;
  options.millimetres = {width, 0.7 * width};
  return options;
}

/// The words of a figure, usually of one column, as a reader of PDFs finds them.
QList<Word> words_of(const Drawing& plain, double width = 84) {
  constexpr double kHeight = 60;
  FigureOptions options = page_of(width);
  const auto fitted = for_page(plain, options, true);
  if (!fitted) qFatal("cannot lay the figure out");
  const Drawing& drawing = *fitted;
  options.millimetres.setHeight(drawing.natural_size.isEmpty() ? kHeight
                                                               : usual_height(drawing, width, options.points));
  QTemporaryDir folder;
  const QString file = folder.filePath("figure.pdf");
  if (!export_image(file.toStdString(), drawing, options)) qFatal("cannot write the figure");
  return test::words_of_pdf(file);
}

QList<Word> words_of(const char* view, const PlanView& plan) {
  const DrawingInfo& info = *std::ranges::find(drawings(), std::string_view(view), &DrawingInfo::id);
  return words_of(info.draw(plan, {.size = {320, 230}}, {}).value());
}

Drawing draw_graph(const PlanView& plan, GraphGroup group = GraphGroup::fitting) {
  const DrawingInfo& info = *std::ranges::find(drawings(), std::string_view("graph"), &DrawingInfo::id);
  return info.draw(plan, {.group = group, .size = {320, 230}}, {}).value();
}

int count_of(const QList<Word>& words, const QString& text) {
  return static_cast<int>(std::ranges::count(words, text, &Word::text));
}

}  // namespace

class PaperFiguresTest : public QObject {
  Q_OBJECT

 private slots:
  /// Each arrow has the letter of its tensor, and no word lies on another.
  void the_arrows_of_figure_2_have_their_letters() {
    const PlanView view = planned_sample("somas_figure_2");
    QList<Word> words = words_of("graph", view);
    const double legend = std::ranges::find(words, QString("stream"), &Word::text)->box.top();
    words.removeIf([&](const Word& word) { return word.box.bottom() > legend; });
    for (TensorId t : view.graph->tensors())
      QCOMPARE(count_of(words, text_of(view.graph->name(t))), static_cast<int>(view.graph->consumers(t).size()));
    for (const Word& one : words)
      for (const Word& other : words) {
        // Boxes of words have room for accents that these do not have.
        const auto inner = [](const Word& word) { return word.box.adjusted(0.5, 2, -0.5, -2); };
        QVERIFY2(&one == &other || !inner(one).intersects(inner(other)), qPrintable(one.text + " " + other.text));
      }
  }

  /// Boxes are as large as letters of the page's size need: none is blank, and none of the words is a cut name.
  void every_operator_of_a_graph_is_named() {
    const PlanView view = planned_sample("training_step");
    const Drawing drawing = draw_graph(view);
    for (const double width : {84.0, 178.0}) {
      const auto fitted = for_page(drawing, page_of(width), true);
      QVERIFY(fitted && fitted->note.isEmpty());
      const QList<Word> words = words_of(drawing, width);
      for (OperatorId o : view.graph->operators()) {
        const QString name = text_of(view.graph->name(o));
        QVERIFY2(count_of(words, name) >= 1, qPrintable(name));  // a tensor may be called the same
      }
    }
  }

  /// Where the names of operators have no room, those of modules are drawn, and the figure's note says so; where these
  /// are not wanted, or there are none, names are left out with a word.
  void a_graph_that_does_not_fit_is_drawn_by_module() {
    const PlanView view = planned_sample("medium");
    const auto by_module = for_page(draw_graph(view), page_of(84), true);
    QVERIFY(by_module && by_module->note.contains("310") && by_module->note.contains("84"));
    const QList<Word> words = words_of(*by_module);
    for (const char* name : {"forward", "L0", "L11", "update"}) QVERIFY2(count_of(words, name) >= 1, name);
    const auto operators = for_page(draw_graph(view, GraphGroup::operators), page_of(84), true);
    QVERIFY(operators && !operators->note.isEmpty() && operators->note != by_module->note);
    // A page with room for all is left as it is.
    FigureOptions large = page_of(178);
    const Drawing whole = draw_graph(planned_sample("sharing"));
    large.millimetres = QSizeF(whole.natural_size) * kMillimetresPerInch / kPixelsPerInch;
    const auto same = for_page(whole, large, false);
    QVERIFY(same && same->note.isEmpty() && same->natural_size == whole.natural_size);
  }

  void the_lanes_of_figure_2_name_every_operator() {
    const PlanView view = planned_sample("somas_figure_2");
    QList<Word> words = words_of("lanes", view);
    words.removeIf([title = words[0].box](const Word& word) { return word.box.top() < title.bottom(); });  // the title
    for (OperatorId o : view.graph->operators()) {
      const QString name = text_of(view.graph->name(o));
      const int elsewhere = QStringList{"1", "2", "5"}.contains(name) ? 1 : 0;  // streams 1 and 2, and a tick
      QVERIFY2(count_of(words, name) == 1 + elsewhere, qPrintable(name));
    }
  }

  /// In one column names of streams and strategies are whole, in two lines where they must be.
  void no_name_is_cut_in_one_column() {
    const PlanView view = planned_sample("training_step");
    const QList<Word> lanes = words_of("lanes", view);
    for (const char* word : {"compute", "communication", "copy", "and", "update"})
      QVERIFY2(count_of(lanes, word) >= 1, word);
    QVERIFY(std::ranges::none_of(lanes, [](const Word& word) { return word.text.contains(u'…'); }));
  }

  /// A picture that is cut below says where its axis begins.
  void the_axis_of_a_step_begins_at_zero_or_says_so() {
    const PlanView view = planned_sample("training_step");
    const auto source = test::step_source(view, "so.size.best");
    int cut = 0;
    for (std::size_t step = 0; step < source->recording->step_count(); step += 8) {
      const auto scene = std::make_shared<const StepScene>(source, step);
      const QList<Word> words = words_of(step_drawing(scene, {.closer = true}));
      const bool from_zero = count_of(words, "0") >= 2;  // of both axes
      cut += !from_zero;
      QVERIFY(from_zero || count_of(words, "begins") == 1);
    }
    QVERIFY(cut > 0);
  }

  /// Where there is no room for two labels, one says that footprint and bound are equal: no number stands alone.
  void equal_levels_are_told_together() {
    const PlanView view = planned_sample("somas_figure_2");
    const QList<Word> words = words_of("heap", view);
    QCOMPARE(count_of(words, "64.0"), 2);  // at its line, and in the note on other interleavings
    QCOMPARE(count_of(words, "="), 2);
  }

  /// The map stays in its place from page to page, and has more than a third of the height.
  void the_pages_of_figures_8_and_9_are_laid_out_alike() {
    const PlanView view = planned_sample("somas_figure_7");
    for (const char* id : {"so.size.first", "mo.size.first"}) {
      const auto source = test::step_source(view, id);
      const Recording& recording = *source->recording;
      std::optional<QRectF> axis;
      for (std::size_t step = 0; step < recording.step_count(); step += 3) {
        const auto scene = std::make_shared<const StepScene>(source, step);
        const QList<Word> words = words_of(step_drawing(scene, {}));
        QVERIFY(!words.isEmpty());
        const auto title = std::ranges::find(words, QString("(place"), &Word::text);
        QVERIFY(title != words.end());
        if (!axis) axis = title->box;
        QCOMPARE(title->box, *axis);
        double title_bottom = 0;
        for (const Word& word : words.mid(0, 3)) title_bottom = std::max(title_bottom, word.box.bottom());
        constexpr double kPage = 60 / kMillimetresPerInch * kPointsPerInch, kTicks = 24;
        QVERIFY(axis->top() - kTicks - title_bottom > kPage / 3);
      }
    }
  }
};

STOWAGE_GUI_TEST(PaperFiguresTest);
#include "tst_paper_figures.moc"
