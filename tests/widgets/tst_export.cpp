// SPDX-License-Identifier: Apache-2.0
#include <QSvgRenderer>

#include "tests/gui/gui_test.h"
#include "widgets/painters/charts/lifetimes_painter.h"
#include "widgets/painters/heap_map/heap_map_painter.h"

namespace {

Drawing small_drawing() {
  Graph graph = intervals({{"weights", 4096, 0, 8}, {"activation", 2048, 2, 6}, {"gradient", 1024, 6, 8}});
  return heap_map_drawing(plan_view(std::move(graph), {0, 4096, 4096}, Bytes{6144}), {.by = ColorBy::size}).value();
}

}  // namespace

class ExportTest : public QObject {
  Q_OBJECT

 private slots:
  void png_has_the_size_and_the_colours() {
    for (double scale : {1.0, 2.0}) {
      const auto bytes = render_bytes(ImageFormat::png, small_drawing(), pixel_page({800, 500}, scale));
      QVERIFY(bytes.has_value());
      const QImage image = QImage::fromData(*bytes, "png");
      QCOMPARE(image.size(), QSize(800, 500) * scale);
      QCOMPARE(image.pixelColor(1, 1), Theme::light().background);
    }
    const QImage dark = render_image(small_drawing(), pixel_page({800, 500}, 1, true));
    QCOMPARE(dark.pixelColor(1, 1), Theme::dark_theme().background);
    // The same input gives the same bytes, whatever the number of cores.
    const Drawing drawing = heap_map_drawing(lanes_of_tensors(20'000), {.by = ColorBy::lifetime}).value();
    const auto first = render_bytes(ImageFormat::png, drawing), second = render_bytes(ImageFormat::png, drawing);
    QVERIFY(first.has_value() && *first == *second);
  }

  void svg_is_shapes_and_readable_text() {
    const QByteArray svg = svg_of(small_drawing(), pixel_page({800, 500}));
    const QStringList texts = words_in(svg);
    QCOMPARE(svg.count("<image"), 0);
    QVERIFY(svg.count("<path") + svg.count("<rect") + svg.count("<polygon") >= 6);
    for (const char* wanted : {"weights", "activation", "offset", "4 – 8 KiB", "footprint 6.00 KiB"})
      QVERIFY2(texts.contains(wanted), qPrintable(wanted + (": " + texts.join(" | "))));
    QCOMPARE(texts.filter("bound 6.00 KiB").size(), 1);
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QCOMPARE(renderer.viewBox(), QRect(0, 0, 800, 500));
    // The font is named, not what a machine calls "Sans Serif": each would measure and draw another.
    for (const Drawing& drawing : {small_drawing(), *lifetimes_drawing(lanes_of_tensors(20))}) {
      const auto named = texts_in(svg_of(drawing, pixel_page({800, 500})));
      QVERIFY(!named.isEmpty());
      for (const SvgText& each : named) QCOMPARE(each.font, QFontInfo(QFont()).family());
    }
  }

  /// Another renderer of the vector file sees what the raster shows, but for the edges of letters and of lines between
  /// two rows of pixels, which it smoothes in its own way.
  void svg_looks_like_png() {
    const QSize size(800, 500);
    const QImage svg = image_of_svg(svg_of(small_drawing(), pixel_page(size)), size);
    const QImage png = render_image(small_drawing(), pixel_page(size));
    int differing = 0;
    for (int y = 0; y < size.height(); ++y)
      for (int x = 0; x < size.width(); ++x)
        differing += sum_of_differences(png.pixelColor(x, y), svg.pixelColor(x, y)) > 60 ? 1 : 0;
    QVERIFY2(differing < size.width() * size.height() / 40, qPrintable(QString::number(differing)));
  }

  /// However many there are, a file of shapes holds no picture: what lies within a cell is merged, and it says so.
  void too_many_for_a_file_are_merged_into_shapes() {
    const QByteArray svg =
        svg_of(*heap_map_drawing(lanes_of_tensors(kMostVectorTensors + 1000)), pixel_page({900, 600}));
    QCOMPARE(svg.count("<image"), 0);
    QCOMPARE(words_in(svg).filter("21,000").size(), 2);  // of all in the title, and where the smallest are merged
    const QByteArray few = svg_of(*heap_map_drawing(lanes_of_tensors(5000)));
    QCOMPARE(words_in(few).filter("5,000").size(), 1);  // nothing is merged
  }

  void what_cannot_be_is_refused_and_leaves_no_file() {
    QTemporaryDir dir;
    const auto refused = [&](const QString& name, const FigureOptions& options) {
      const QString path = dir.filePath(name);
      const auto done = export_image(path.toStdString(), small_drawing(), options);
      return !done && done.error().kind == Error::Kind::bad_input && !QFile::exists(path) &&
             QString::fromStdString(done.error().text()).startsWith(path);
    };
    QVERIFY(refused("map.bmp", {}));
    QVERIFY(refused("map", {}));
    QVERIFY(refused("map.png", pixel_page({10, 10})));
    QVERIFY(refused("map.svg", pixel_page({40'000, 100})));
    QVERIFY(refused("map.png", pixel_page({4000, 4000}, 17)));
    QVERIFY(refused("map.png", pixel_page({15'000, 14'000})));  // 210 megapixels
    QVERIFY(refused("map.png", pixel_page({7'500, 7'000}, 2)));
    QVERIFY(render_image(small_drawing(), pixel_page({15'000, 14'000})).isNull());
    QVERIFY(refused("map.pdf", pixel_page({400, 400}, 0)));
    QVERIFY(refused("no/such/folder/map.png", {}));
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files).size(), 0);
  }

  /// Whatever a file's names hold, SVG is well-formed and a name is on one line.
  void names_of_any_characters() {
    GraphBuilder builder;
    builder.set_name("a\x01 <graph>\nof two lines");
    const OperatorId o = builder.add_operator({.name = "o", .stream = builder.add_stream(0, "s\x02\x1b\tx")});
    builder.add_tensor({.name = "first <second> \xEF\xBF\xBE &", .size = {4096}, .producer = o});
    const PlanView view = plan_view(std::move(std::move(builder).build()->graph), {0});
    for (const Drawing& drawing : {*heap_map_drawing(view), *lifetimes_drawing(view)}) {
      const QStringList texts = words_in(svg_of(drawing, pixel_page({900, 600})));
      for (const QString& text : texts)
        QVERIFY2(!text.contains('\n') && !text.startsWith("XML error"), qPrintable(text));
      QVERIFY(texts.join('|').contains("first <second>"));
      QVERIFY(texts.join('|').contains("of two lines"));
    }
  }

  /// The last tick is at the right edge; its label is as whole as in the middle.
  void tick_labels_stay_on_the_page() {
    const QImage image = picture({200, 40}, Theme::light(), [](QPainter& painter) {
      painter.setFont(paint_font(11));
      draw_tick_label(painter, {195, 5}, "400,000", 10, 198);
    });
    const auto inked = [](const QColor& colour) { return qGray(colour.rgb()) < 200; };
    const auto [first, last] = columns_of(image, inked);
    QVERIFY(last - first > 30);
    QVERIFY(last < 198);
  }

  void many_classes_do_not_push_the_view_away() {
    GraphBuilder builder;
    const StreamId s = builder.add_stream(0);
    for (int i = 0; i < 200; ++i) {
      const std::string name = "a rather long operator kind " + std::to_string(i);
      builder.add_tensor({.name = name,
                          .size = {100 + i},
                          .producer = builder.add_operator({.name = name, .stream = s, .kind = name})});
    }
    auto built = std::move(builder).build();
    Drawing drawing =
        heap_map_drawing(plan_view(std::move(built->graph), std::vector<std::int64_t>(200, 0)), {.by = ColorBy::op})
            .value();
    QRectF given;
    drawing.paint = [&given](QPainter&, const QRectF& rect, const Theme&) { given = rect; };
    const QStringList texts = words_in(svg_of(drawing, pixel_page({800, 500})));
    QVERIFY(given.height() > 300);
    QVERIFY(!texts.filter(QRegularExpression("^and .* more$")).isEmpty());
  }
};

STOWAGE_GUI_TEST(ExportTest);
#include "tst_export.moc"
