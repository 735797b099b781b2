// SPDX-License-Identifier: Apache-2.0
#include "core/layout/strategies/strategies.h"
#include "tests/gui/gui_test.h"
#include "tests/support/steps.h"
#include "widgets/painters/steps/step_painter.h"

namespace {

PlanView random_view(std::uint64_t seed, std::size_t streams = 3) {
  return results_of(random_graph({.seed = seed, .operators = 30, .streams = streams, .groups = 4}));
}

std::set<TensorId> drawn(const StepScene& scene) {
  std::set<TensorId> out;
  for (const MapItem& item : scene.map().scene->index().items()) out.insert(item.tensor);
  return out;
}

}  // namespace

class StepPainterTest : public QObject {
  Q_OBJECT

 private slots:
  /// On the map lies what is placed by then, and nothing else; scenes made from a neighbour's are the same.
  void the_map_shows_what_is_placed() {
    for (const char* id : {"so.size.best", "so.source.first", "mo.unsafe.best", "mo.breadth.first"}) {
      const PlanView view = random_view(7);
      const auto source = step_source(view, id);
      const Recording& r = *source->recording;
      std::unique_ptr<StepScene> last;
      for (std::size_t step = 0; step < r.step_count(); ++step) {
        auto scene = std::make_unique<StepScene>(source, step, last.get());
        const PlannerStep what = step_at(r, step);
        const std::size_t placed = what.block + (what.kind == StepKind::put ? 1 : 0);
        std::set<TensorId> expected;
        for (TensorId t : view.graph->tensors())
          if (r.place(t) < placed && r.problem().occupies(t)) expected.insert(t);
        QVERIFY(drawn(*scene) == expected);
        QCOMPARE(scene->map().scene->footprint().count, placed > 0 ? r.block(placed - 1).footprint.count : 0);
        const StepScene fresh(source, step);
        QVERIFY(drawn(fresh) == expected);
        QCOMPARE(fresh.looks().size(), scene->looks().size());
        QCOMPARE(fresh.avoided().total, scene->avoided().total);
        QCOMPARE(static_cast<bool>(fresh.map().shades), static_cast<bool>(scene->map().shades));
        last = std::move(scene);
      }
      for (std::size_t step = r.step_count(); step-- > 0;) {
        last = std::make_unique<StepScene>(source, step, last.get());
        QVERIFY(drawn(*last) == drawn(StepScene(source, step)));
      }
    }
  }

  /// Every step of every planner has a line of its pseudocode and says something.
  void every_step_has_words() {
    for (const LayoutStrategy& strategy : somas_strategies()) {
      const auto source = step_source(random_view(3, 4), strategy.id, {8});
      const std::vector<CodeLine> code = pseudocode(*strategy.recipe);
      for (const CodeLine& line : code) QVERIFY(!line.text.isEmpty());
      std::set<int> lines;
      std::unique_ptr<StepScene> last;
      for (std::size_t step = 0; step < source->recording->step_count(); ++step) {
        last = std::make_unique<StepScene>(source, step, last.get());
        const int line = code_line(last->context());
        QVERIFY(line >= 0 && line < static_cast<int>(code.size()));
        lines.insert(line);
        const QString sentence = step_sentence(last->context());
        QVERIFY2(sentence.endsWith('.') && !sentence.contains('%') && !sentence.contains("  "), qPrintable(sentence));
      }
      QCOMPARE(*lines.begin(), 0);
      QCOMPARE(*lines.rbegin(), static_cast<int>(code.size()) - 1);
    }
  }

  void the_words_of_figure_7() {
    const PlanView view = results_of(
        intervals({{"A", 1024, 0, 2}, {"B", 768, 3, 5}, {"C", 640, 1, 3}, {"D", 512, 4, 6}, {"E", 256, 2, 5}}));
    const auto told = [&](const char* id, std::size_t block) {
      const auto source = step_source(view, id);
      QStringList out;
      const Recording& r = *source->recording;
      for (std::size_t step = r.first_step(block); step < r.first_step(block + 1); ++step)
        out << step_sentence(StepScene(source, step).context());
      return out;
    };
    const QStringList d = told("mo.size.first", 3);
    QCOMPARE(d.size(), 6);
    QCOMPARE(numbers_in(d[0]), (QList<qint64>{4, 5, 512}));
    QCOMPARE(numbers_in(d[3]), (QList<qint64>{768, 256, 256}));
    QCOMPARE(numbers_in(d[4]), (QList<qint64>{1024, 512, 128}));
    QCOMPARE(numbers_in(d[5]), (QList<qint64>{1024, 1664}));
    const QString first = told("mo.size.first", 2)[2];  // C, which A forbids all of the only object
    QCOMPARE(numbers_in(first).last(), 1024);
    QCOMPARE(numbers_in(d[2]).mid(numbers_in(d[2]).size() - 2), (QList<qint64>{768, 1664}));
    const QStringList c = told("mo.size.best", 2);
    QCOMPARE(numbers_in(c[3]), (QList<qint64>{1}));
    QCOMPARE(numbers_in(c[4]), (QList<qint64>{2, 1024, 1664}));
    QCOMPARE(numbers_in(told("so.size.best", 4).last()), (QList<qint64>{1664, 1664, 1920}));
    // Sizes that round to the same are written out.
    const auto source = step_source(results_of(intervals({{"A", 4'278'190, 0, 2}, {"B", 4, 1, 3}})), "so.size.first");
    const QString said = step_sentence(StepScene(source, source->recording->step_count() - 1).context());
    QCOMPARE(numbers_in(said).mid(numbers_in(said).size() - 2), (QList<qint64>{4'278'190, 4'278'194}));
  }

  /// Both members of the group are unsafe to a: two pairs with others, and one between them, which does not count.
  void a_group_has_pairs_rather_than_partners() {
    const PlanView view =
        results_of(graph_of("op 1 @0\nop 2 @0\nop 3 @0\nt a 8 : 1 -> 3\nt c 8 : 2 -> 3\nt d 8 : 2 -> 3\ngroup c d"));
    const auto source = step_source(view, "so.unsafe.first");
    const QString group = step_sentence(StepScene(source, 0).context());
    QCOMPARE(numbers_in(group), (QList<qint64>{1, 2, 2, 16}));
    QVERIFY2(group.contains("c, d"), qPrintable(group));
    const QString alone = step_sentence(StepScene(source, source->recording->first_step(1)).context());
    QCOMPARE(numbers_in(alone).first(3), (QList<qint64>{2, 2, 2}));
  }

  /// The parts lie inside and beside each other, and anything can be drawn at any size.
  void the_layout_holds_at_any_size() {
    const auto source = step_source(random_view(5), "mo.source.best");
    const std::size_t middle = source->recording->first_step(source->recording->block_count() / 2) + 3;
    for (const QSize size : {QSize(1600, 1000), QSize(700, 420), QSize(380, 300), QSize(200, 160), QSize(40, 30)}) {
      const QRectF rect(QPointF(0, 0), QSizeF(size));
      const StepScene scene(source, middle);
      const StepLayout layout = step_layout(rect, scene, {.closer = true});
      double x = layout.geometry.plot().right();
      for (const QRectF& column : {layout.objects, layout.forbidden, layout.merged, layout.gaps}) {
        if (column.isNull()) continue;
        QVERIFY(column.left() > x && column.right() <= rect.right());
        QCOMPARE(column.top(), layout.geometry.plot().top());
        x = column.right();
      }
      QCOMPARE(layout.gaps.isNull(), size.width() < 330);
      QImage image(size, QImage::Format_RGB32);
      image.fill(Qt::white);
      for (std::size_t step = 0; step < source->recording->step_count(); step += 29) {
        const StepScene each(source, step);
        QCOMPARE(step_layout(rect, each, {}).geometry.plot(), step_layout(rect, scene, {}).geometry.plot());
        QPainter painter(&image);
        paint_step(painter, step_layout(rect, each, {.closer = step % 2 == 0}), each, Theme::of(step % 3 == 0));
      }
    }
  }

  /// A small block of a large plan is brought closer; without that the whole buffer is in view.
  void comes_closer_to_what_is_small() {
    const PlanView view = results_of(make_training_graph(training_graph_of(1000, 4)));
    const auto source = step_source(view, "so.size.best");
    const StepScene scene(source, source->recording->step_count() - 1);
    const QRectF rect(0, 0, 900, 500);
    QVERIFY(step_layout(rect, scene, {}).geometry.is_fitted());
    const StepLayout closer = step_layout(rect, scene, {.closer = true});
    QVERIFY(!closer.geometry.is_fitted());
    const RecordedBlock block = scene.block();
    const double top = closer.geometry.y_of(static_cast<double>(block.start + block.size));
    const double bottom = closer.geometry.y_of(static_cast<double>(block.start));
    QVERIFY(bottom - top >= 4 && top > closer.geometry.plot().top() && bottom < closer.geometry.plot().bottom() + 1);
  }

  /// On a slide the pseudocode stands beside the picture, on every page in the same place; it is whole, with the
  /// sentence clear of it. A page of one column has no room for it.
  void a_slide_has_the_pseudocode() {
    const PlanView view = results_of(sample("training_step.stowage.json"));
    FigureOptions slide;
    slide.millimetres = {338.67, 190.5};
    for (const char* id : {"so.size.best", "mo.unsafe.best", "mo.breadth.first"}) {
      const auto source = step_source(view, id);
      for (const double points : {16.0, 13.0, 11.0}) {
        slide.points = points;
        const PageStyle style = slide.style();
        const PageScope scope(style);
        const QRectF rect = QRectF(QPointF(), slide.logical_size()).adjusted(4, 24, -4, -30);
        std::optional<QRectF> code, plot;
        for (std::size_t step = 0; step < source->recording->step_count(); step += 7) {
          const auto scene = std::make_shared<const StepScene>(source, step);
          const StepPage page = step_page(rect, *scene, {});
          QVERIFY2(!page.code.isNull() && rect.contains(page.code), qPrintable(QString::number(points)));
          QVERIFY(page.code.right() < page.picture.geometry.rect().left());
          QVERIFY(page.picture.geometry.plot().width() > 90 && !page.picture.gaps.isNull());
          QVERIFY(!page.words.intersects(page.code) && !page.words.intersects(page.picture.geometry.rect()));
          // The words below a map are as many lines as they need, so that it may be lower.
          const QRectF& here = page.picture.geometry.plot();
          QCOMPARE(page.code, code.value_or(page.code));
          QCOMPARE(here.topLeft(), plot.value_or(here).topLeft());
          QCOMPARE(here.width(), plot.value_or(here).width());
          code = page.code;
          plot = here;
        }
      }
      slide.points = 16;
      const auto scene = std::make_shared<const StepScene>(source, 3);
      const QString texts = words_in(svg_of(step_drawing(scene, {}), slide)).join(' ').simplified();
      QVERIFY2(texts.contains("merged ") || texts.contains("mrgd."), qPrintable(texts));
      for (const CodeLine& line : pseudocode(*source->recording->strategy().recipe))
        QVERIFY2(texts.contains(line.text), qPrintable(line.text + ": " + texts));
    }
    const auto source = step_source(view, "so.size.best");
    QVERIFY(step_page(QRectF(0, 0, 320, 200), StepScene(source, 0), {}).code.isNull());
  }

  void names_and_numbers_of_a_series() {
    QCOMPARE(picture_name("a/steps.svg", 7, 12), std::string("a/steps-007.svg"));
    QCOMPARE(picture_name("x.y.png", 12, 1999), std::string("x.y-0012.png"));
    const auto source = step_source(random_view(2), "so.size.first");
    const Recording& r = *source->recording;
    QCOMPARE(picture_count(r, {}), r.block_count());
    QCOMPARE(picture_count(r, {.every_step = true}), r.step_count());
    QCOMPARE(picture_count(r, {.first_block = 2, .block_count = 3}), std::size_t{3});
    QCOMPARE(picture_count(r, {.first_block = r.block_count() + 5}), std::size_t{0});
    for (bool every : {false, true}) {
      const StepSeries series{.every_step = every, .first_block = 1, .block_count = 4};
      const auto steps = picture_steps(r, series);
      QCOMPARE(steps.size(), picture_count(r, series));
      QCOMPARE(steps.back(), r.first_step(5) - 1);
      QCOMPARE(steps.front(), every ? r.first_step(1) : r.first_step(2) - 1);
    }
  }

  void writes_numbered_files_or_one_pdf() {
    const QTemporaryDir folder;
    const auto source = step_source(results_of(sample("somas_figure_7.stowage.json")), "mo.size.best");
    const auto path = [&](const char* name) { return folder.filePath(name).toStdString(); };
    const FigureOptions page = pixel_page({1000, 600}), small = pixel_page({500, 300});
    QCOMPARE(export_steps(path("s.svg"), source, {}, page).value(), std::size_t{5});
    QCOMPARE(QDir(folder.path()).entryList({"*.svg"}).size(), 5);
    QVERIFY(says(words_in(test::content_of(folder.filePath("s-005.svg"))).join('\n'), {"E", "768"}));
    QCOMPARE(export_steps(path("s.png"), source, {.every_step = true}, small).value(), source->recording->step_count());
    QCOMPARE(QDir(folder.path()).entryList({"*.png"}).size(), int(source->recording->step_count()));
    const QImage first(folder.filePath("s-001.png")), second(folder.filePath("s-005.png"));
    QCOMPARE(first.size(), small.pixels());
    QVERIFY(first != second);
    QCOMPARE(export_steps(path("s.pdf"), source, {}, page).value(), std::size_t{5});
    const QString pdf = QString::fromLatin1(test::content_of(folder.filePath("s.pdf")));
    QCOMPARE(pdf.count(QRegularExpression("/Type\\s*/Page\\b")), 5);
  }

  /// Every step of every walk is drawn, on both themes and any size, and with a second planner.
  void walks_are_drawn() {
    const PlanView one = results_of(random_graph({.seed = 5, .operators = 9, .streams = 1, .plain = true}));
    const PlanView streams = results_of(sample("somas_figure_2.stowage.json"));
    for (const WalkInfo& info : walks()) {
      const PlanView& view = info.strategy && info.strategy->limits.single_stream ? one : streams;
      StepSource made = record_steps(view, info.id, {1}).value();
      made.coloring = std::make_shared<const Coloring>(view, ColorBy::stream);
      const auto source = std::make_shared<const StepSource>(made);
      made.beside = source;
      const auto twice = std::make_shared<const StepSource>(std::move(made));
      QImage before;
      for (std::size_t step = 0; step < source->walk->step_count(); ++step) {
        const auto scene = std::make_shared<const StepScene>(source, step);
        QVERIFY(!step_sentence(*scene).contains('%'));
        const QImage page = render_image(step_drawing(scene, {}), pixel_page({900, 500}, 1, step % 2 == 0));
        QVERIFY(page != before);
        before = page;
      }
      const auto last = std::make_shared<const StepScene>(twice, source->walk->step_count() - 1);
      const QString words = words_in(render_bytes(ImageFormat::svg, step_drawing(last, {})).value()).join(' ');
      QCOMPARE(words.count(text_of(info.id) + " ·"), 2);
      QVERIFY(!render_image(step_drawing(last, {}), pixel_page({200, 150})).isNull());
    }
  }

  /// However narrow the columns of a picture of pairs are.
  void all_tensors_of_pairs_have_names() {
    const PlanView view = results_of(sample("training_step.stowage.json"));
    for (const char* id : {"safety.1", "safety.2"}) {
      const auto source = std::make_shared<const StepSource>(record_steps(view, id, {1}).value());
      const auto last = std::make_shared<const StepScene>(source, source->walk->step_count() - 1);
      for (const QSize size : {QSize(1200, 700), QSize(800, 500)}) {
        const QStringList words = words_in(svg_of(step_drawing(last, {}), pixel_page(size)));
        for (const TensorId t : view.graph->tensors())
          QVERIFY2(words.contains(text_of(view.graph->name(t))), qPrintable(words.join(' ')));
      }
    }
  }

  void refuses_and_stops() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("s.png").toStdString();
    const PlanView view = results_of(make_training_graph(training_graph_of(1000, 4)));
    const auto source = step_source(view, "so.size.best");
    const auto many = export_steps(path, source, {.every_step = true}, {});
    QVERIFY(!many);
    QVERIFY(says(QString::fromStdString(many.error().text()), {"2,000"}));
    QVERIFY(!export_steps(path, source, {.first_block = 99'999}, {}));
    QVERIFY(!export_steps(folder.filePath("s.gif").toStdString(), source, {}, {}));
    QVERIFY(!export_steps("/nowhere/s.svg", source, {}, {}));
    QVERIFY(QDir(folder.path()).isEmpty());

    std::stop_source stop;
    Task task;
    task.stop = stop.get_token();
    int told = 0;
    task.progress = [&](double) {
      if (++told == 2) stop.request_stop();
    };
    const auto stopped = export_steps(path, source, {}, pixel_page({400, 300}), task);
    QCOMPARE(stopped.error().kind, Error::Kind::cancelled);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 2);
    told = 1;  // no PDF at all
    QVERIFY(!export_steps(folder.filePath("s.pdf").toStdString(), source, {}, pixel_page({400, 300}), task));
    QVERIFY(!QFile::exists(folder.filePath("s.pdf")));
  }
};

STOWAGE_GUI_TEST(StepPainterTest);
#include "tst_step_painter.moc"
