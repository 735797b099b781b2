// SPDX-License-Identifier: Apache-2.0
// Figures as files are read back: their size, fonts and texts, and that they are shapes. Figures 2, 7, 8 and 9 of the
// SOMAS paper in one column of a page: what the paper's pictures name is named here.
#include "tests/gui/gui_test.h"
#include "tests/support/imports.h"
#include "tests/support/pickles.h"
#include "tests/support/steps.h"
#include "tests/support/wide_graph.h"
#include "widgets/painters/charts/order_curves.h"
#include "widgets/painters/heap_map/heap_map_painter.h"
#include "widgets/painters/model/plan_set.h"
#include "widgets/painters/recorded/heap_chart.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/steps/step_painter.h"

namespace {

constexpr double kPoints = 8;

FigureOptions figure(double width, double height) {
  FigureOptions out;
  out.millimetres = {width, height};
  out.points = kPoints;
  return out;
}

/// A plan of a graph, with another to compare it with.
PlanView with_baseline(Graph graph) {
  std::vector<std::int64_t> offsets;
  std::int64_t end = 0;
  for (TensorId t : graph.tensors()) {
    offsets.push_back(end);
    end += graph.size(t).count;
  }
  PlanView view = plan_view(std::move(graph), offsets);
  view.conflicts = std::make_shared<const Conflicts>(Conflicts::compute(*view.graph).value());
  view.baseline = std::make_shared<const PlanView>(mirrored(view));
  return view;
}

const PlanView& small_view() {
  static const PlanView view = with_baseline(Graph(*sample("training_step.stowage.json")));
  return view;
}

PlanView recorded(const Document& document) {
  PlanView view{.graph = document.graph, .history = document.history};
  view.lifetimes = std::make_shared<const std::vector<Lifetime>>(lifetimes(*view.graph));
  return view;
}

/// Strategies of which each needs more than the one before.
std::shared_ptr<const PlanSet> plans_of(const PlanView& view) {
  PlanSet out;
  out.begin();
  out.set_ground(view);
  std::int64_t footprint = 40'000;
  for (const LayoutStrategy& strategy : layout_strategies()) {
    Plan plan = *view.plan;
    plan.footprint = Bytes{footprint += 1000};
    out.set_result(strategy, std::make_shared<const Plan>(plan), 1);
  }
  return std::make_shared<const PlanSet>(std::move(out));
}

const PlanView& dense_view() {
  static const PlanView view = with_baseline(wide_graph({.operators = 24'000, .streams = 12}));
  return view;
}

/// What a view shows: a few things, or very many.
const PlanView& view_for(const DrawingInfo& info, bool dense) {
  static const PlanView few = recorded(test::document_in(sample_path("serving.pickle")));
  static const PlanView many = recorded(read_document(test::make_torch_snapshot(60'000), "many.pickle").value());
  if (info.id == std::string_view("recorded")) return dense ? many : few;
  return dense ? dense_view() : small_view();
}

/// The lines of a table that a program of poppler-utils prints, below its two lines of head.
QStringList rows_of(const QString& program, const QStringList& arguments) {
  return QString::fromUtf8(output_of(program, arguments)).split('\n', Qt::SkipEmptyParts).mid(2);
}

/// Of an SVG: the size of its smallest text in points, and how many pictures there are in it.
struct SvgRead {
  double smallest = 1e9;
  QString smallest_text;
  int texts = 0, images = 0;
  double width_mm = 0, height_mm = 0;
};

double scale_of(const QString& transform) {
  static const QRegularExpression matrix("matrix\\(([^,]+),([^,]+),");
  const auto match = matrix.match(transform);
  return match.hasMatch() ? std::hypot(match.captured(1).toDouble(), match.captured(2).toDouble()) : 1;
}

SvgRead read_svg(const QByteArray& bytes) {
  SvgRead out;
  std::vector<double> scales{1};
  double unit = 1;  // points
  QXmlStreamReader xml(bytes);
  while (!xml.atEnd()) {
    const auto token = xml.readNext();
    if (token == QXmlStreamReader::EndElement) scales.pop_back();
    if (token != QXmlStreamReader::StartElement) continue;
    const auto attribute = [&](const char* name) { return xml.attributes().value(QLatin1String(name)).toString(); };
    scales.push_back(scales.back() * scale_of(attribute("transform")));
    if (xml.name() == u"svg") {
      out.width_mm = attribute("width").remove("mm").toDouble();
      out.height_mm = attribute("height").remove("mm").toDouble();
      unit = out.width_mm / kMillimetresPerInch * kPointsPerInch / attribute("viewBox").split(' ')[2].toDouble();
    }
    if (xml.name() == u"image") ++out.images;
    if (xml.name() != u"text") continue;
    const double points = attribute("font-size").toDouble() * scales.back() * unit;
    const QString text = xml.readElementText();
    scales.pop_back();
    ++out.texts;
    if (points < out.smallest) out.smallest = points, out.smallest_text = text;
  }
  return out;
}

Drawing drawing_of(const DrawingInfo& info, const PlanView& view, const FigureOptions& options) {
  const PageStyle style = options.style();
  const PageScope scope(style);
  const DrawingLook look{.plans = info.has(DrawingInfo::shows_strategies) ? plans_of(view) : nullptr,
                         .size = options.logical_size().toSize()};
  auto drawn = info.draw(view, look, {});
  if (!drawn) qFatal("%s: %s", info.id, drawn.error().text().c_str());
  return *std::move(drawn);
}

const DrawingInfo& view_info(std::string_view id) {
  return *std::ranges::find(drawings(), id, &DrawingInfo::id);
}

PlanView planned_sample(const std::string& name) {
  return results_of(sample(name + ".stowage.json"));
}

FigureOptions page_of(double width) {
  return figure(width, 0.7 * width);
}

/// The words of a figure, usually of one column, as a reader of PDFs finds them.
QList<PdfWord> words_of(const Drawing& plain, double width = 84) {
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
  return words_of_pdf(file);
}

QList<PdfWord> words_of(const char* view, const PlanView& plan) {
  return words_of(view_info(view).draw(plan, {.size = {320, 230}}, {}).value());
}

Drawing draw_graph(const PlanView& plan, GraphGroup group = GraphGroup::fitting) {
  return view_info("graph").draw(plan, {.group = group, .size = {320, 230}}, {}).value();
}

int count_of(const QList<PdfWord>& words, const QString& text) {
  return static_cast<int>(std::ranges::count(words, text, &PdfWord::text));
}

}  // namespace

class FiguresTest : public QObject {
  Q_OBJECT

 private slots:
  /// In every view, small or dense: the size asked for, fonts in the file, shapes only, no text smaller than asked for
  /// or beyond the edge.
  void files_are_what_was_asked_for_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("dense");
    QTest::addColumn<double>("width");
    for (const DrawingInfo& info : drawings())
      for (const bool dense : {false, true})
        for (const double width : {84.0, 178.0}) {
          const bool matrix = info.id == std::string_view("matrix");
          // Where much is drawn it takes seconds: in one column, or with the panel beside it. A dense graph of
          // conflicts is the matrix.
          if (dense && (info.id == std::string_view("conflicts") || (width > 84) != matrix)) continue;
          QTest::addRow("%s %s %g", info.id, dense ? "dense" : "small", width) << QString(info.id) << dense << width;
        }
  }
  void files_are_what_was_asked_for() {
    QFETCH(QString, id);
    QFETCH(bool, dense);
    QFETCH(double, width);
    const DrawingInfo& info = view_info(id.toStdString());
    FigureOptions options = figure(width, 60);
    const Drawing drawing = drawing_of(info, view_for(info, dense), options);
    options.millimetres.setHeight(usual_height(drawing, width, kPoints));

    const QByteArray svg = svg_of(drawing, options);
    const SvgRead read = read_svg(svg);
    QCOMPARE(read.images, 0);
    QVERIFY(read.texts > 0);
    QVERIFY2(read.smallest >= kPoints - 0.01,
             qPrintable(QString::number(read.smallest) + " pt: " + read.smallest_text));
    QVERIFY(std::abs(read.width_mm - width) < 0.05);
    QVERIFY(std::abs(read.height_mm - options.millimetres.height()) < 0.05);
    QVERIFY2(svg.size() < 12'000'000, qPrintable(QString::number(svg.size())));

    QTemporaryDir dir;
    const QString file = dir.filePath("figure.PDF");
    const auto written = export_image(file.toStdString(), drawing, options);
    QVERIFY2(written, written ? "" : written.error().text().c_str());
    const QString info_text = QString::fromUtf8(output_of("pdfinfo", {file}));
    QVERIFY2(info_text.contains(QRegularExpression("Pages: +1\n")), qPrintable(info_text));
    const auto found = QRegularExpression("Page size: +([\\d.]+) x ([\\d.]+) pts").match(info_text);
    const QSizeF points(found.captured(1).toDouble(), found.captured(2).toDouble());
    const QSizeF millimetres = points / kPointsPerInch * kMillimetresPerInch;
    QVERIFY(std::abs(millimetres.width() - width) < 0.2);
    QVERIFY(std::abs(millimetres.height() - options.millimetres.height()) < 0.2);
    QCOMPARE(rows_of("pdfimages", {"-list", file}), QStringList());
    const QStringList fonts = rows_of("pdffonts", {file});
    QVERIFY(!fonts.isEmpty());
    for (const QString& font : fonts)
      QVERIFY2(QRegularExpression(" yes (yes|no) +(yes|no) ").match(font).hasMatch(), qPrintable(font));
    const QRectF page = QRectF(QPointF(), points).adjusted(-0.5, -0.5, 0.5, 0.5);
    for (const PdfWord& word : words_of_pdf(file)) QVERIFY2(page.contains(word.box), qPrintable(word.text));
  }

  /// A view of strategies has a bar for each plan; without plans, or without a recorded heap, a view says so.
  void views_of_plans_and_of_heaps() {
    const PlanView& view = small_view();
    const FigureOptions page = figure(178, 100);
    const QByteArray bars = svg_of(drawing_of(view_info("strategies"), view, page), page);
    for (const char* name : {">Size, best fit<", ">NNC, unsafe<"}) QVERIFY2(bars.contains(name), name);
    QVERIFY(!view_info("strategies").draw(view, {}, {}));
    QVERIFY(!view_info("recorded").draw(view, {}, {}));
    const PlanView& heap = view_for(view_info("recorded"), false);
    const QString drawn = QString::fromUtf8(svg_of(drawing_of(view_info("recorded"), heap, page), page));
    QVERIFY(drawn.contains(human_bytes(heap_timeline(*heap.history).reserved.peak())));
    // In one column, too, every curve has its name.
    const FigureOptions column = figure(84, 120);
    const QByteArray narrow = svg_of(drawing_of(view_info("recorded"), heap, column), column);
    for (const char* name : {">reserved<", ">allocated<", ">without pending frees<", ">largest free block<"})
      QVERIFY2(narrow.contains(name), name);
    // Of more segments than a page has room for, those that fit; the legend below them is not drawn over.
    PlanView segments = heap;
    RecordedHeap history = *segments.history;
    for (std::uint64_t k = 0; k < 60; ++k)
      history.segments.push_back(
          {.address = 0x7fff00000000 + k * 4 * kMiB, .size = {2 * kMiB}, .born = 0, .died = history.last_step() + 1});
    segments.history = std::make_shared<const RecordedHeap>(std::move(history));
    const QByteArray low = svg_of(drawing_of(view_info("recorded"), segments, page), page);
    FigureOptions high = page;
    high.millimetres.setHeight(2000);
    const QByteArray all = svg_of(drawing_of(view_info("recorded"), segments, high), high);
    const auto room = page.logical_size().height() / HeapStripsLayout::height_of(1);
    const auto strips = low.count(">2.00 MiB<");
    QVERIFY2(strips > 2 && static_cast<double>(strips) < room, qPrintable(QString::number(strips)));
    QVERIFY(all.count(">2.00 MiB<") > 2 * strips);
    QVERIFY(low.contains(" more<"));
  }

  /// In one column, with title, caption and legend, most of the height is left to the view.
  void the_view_keeps_most_of_the_height() {
    const std::pair<const PlanView&, const char*> cases[] = {{small_view(), "heap"},      {small_view(), "lifetimes"},
                                                             {small_view(), "conflicts"}, {small_view(), "matrix"},
                                                             {dense_view(), "heap"},      {dense_view(), "lifetimes"}};
    for (const auto& [view, id] : cases) {
      Drawing drawing = drawing_of(view_info(id), view, figure(84, 60));
      double share = 0;
      drawing.paint = [&share, page = figure(84, 60).logical_size()](QPainter&, const QRectF& rect, const Theme&) {
        share = rect.height() / page.height();
      };
      QVERIFY(render_bytes(ImageFormat::svg, drawing, figure(84, 60)));
      QVERIFY2(share > 0.65, qPrintable(QString("%1: %2").arg(id).arg(share)));
    }
  }

  /// In one column A and B lie over each other, as high as the figure then is, with whole headings; on wider pages, and
  /// on one too low for that, beside each other. Either way a byte is as high in both.
  void two_maps_lie_over_each_other_where_the_page_is_narrow() {
    const QString heading = "%1: Fewest gaps first, best fit of a single object – needs 4.27 MiB, runs 12.3 ms";
    std::vector<QRectF> drawn;
    const auto part = [&](const char* letter) {
      Drawing drawing = drawing_of(view_info("heap"), small_view(), figure(84, 60));
      drawing.paint = [&drawn](QPainter&, const QRectF& rect, const Theme&) { drawn.push_back(rect); };
      return HeadedDrawing{heading.arg(letter), std::move(drawing)};
    };
    const Drawing both = side_by_side({part("A"), part("B")});
    struct Page {
      double width, height, points;
      bool stacked;
    };
    const double high = usual_height(both, 84, kPoints);
    QVERIFY(high > 100 && high < 150);
    for (const Page& page : {Page{84, high, 8, true}, Page{84, 60, 8, false}, Page{178, 100, 8, false},
                             Page{178, 200, 16, true}, Page{338.67, 190.5, 16, false}}) {
      drawn.clear();
      FigureOptions options = figure(page.width, page.height);
      options.points = page.points;
      const QByteArray svg = svg_of(both, options);
      QCOMPARE(drawn.size(), std::size_t{2});
      const QRectF &a = drawn[0], &b = drawn[1];
      QVERIFY(!a.intersects(b));
      QCOMPARE(a.size(), b.size());
      QCOMPARE(a.left() == b.left(), page.stacked);
      QCOMPARE(a.top() == b.top(), !page.stacked);
      const double most = options.logical_size().width();
      QVERIFY2(a.width() > (page.stacked ? 0.9 : 0.45) * most, qPrintable(QString::number(a.width())));
      QVERIFY(a.height() > 100);
      const QString words = words_in(svg).join(' ');
      if (page.height > 60) QVERIFY2(words.contains(heading.arg("B")), qPrintable(words));
    }
    // As the presets have them.
    QCOMPARE(usual_height(both, 338.67, 16), 190.5);
    QCOMPARE(std::round(usual_height(both, 178, 8)), 100.0);
  }

  /// The labels of two orders hide neither of the curves, nor each other; the axis says what it is of, and has numbers.
  void labels_of_orders_hide_no_curve() {
    const auto curve = [](std::vector<std::int64_t> mib) {
      std::vector<Bytes> out;
      for (const std::int64_t each : mib) out.push_back(Bytes{each << 20});
      return std::make_shared<const StepCurve>(std::move(out));
    };
    const std::vector<std::int64_t> given{1, 2, 3, 5, 6, 6, 7, 9, 14, 20, 28, 40, 43, 37, 12, 3};
    const std::vector<std::vector<std::int64_t>> others{
        {1, 2, 3, 5, 6, 6, 7, 9, 14, 20, 28, 36, 34, 30, 10, 3},  // below the first
        {40, 38, 20, 15, 3, 3, 4, 4, 5, 5, 4, 4, 3, 3, 2, 2},
        {30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30},
    };
    for (const auto& other : others) {
      const OrderCurves curves{.first = {"as given", curve(given)},
                               .second = {"least peak, then breadth", curve(other)}};
      const Drawing drawing = curves_drawing(curves, "a graph", "two orders");
      const FigureOptions options = figure(84, usual_height(drawing, 84, kPoints));
      QVERIFY(options.millimetres.height() > 40);
      const PageStyle style = options.style();
      const PageScope scope(style);
      const OrderCurvesChart chart(QRectF(4, 38, 319, 138), curves);
      const OrderLabels labels = order_labels(chart, curves);
      const QRectF &first = labels.first.box, &second = labels.second.box;
      QVERIFY(!first.isNull() && !second.isNull() && !first.intersects(second));
      for (const QRectF& label : {first, second}) {
        QVERIFY(chart.plot().contains(label));
        for (const auto& each : {curves.first.bytes, curves.second.bytes})
          for (std::size_t k = 0; k < each->size(); ++k) {
            const double left = chart.x_of(static_cast<double>(k)), right = chart.x_of(static_cast<double>(k + 1));
            const double y = chart.y_of((*each)[k]), next = chart.y_of((*each)[std::min(k + 1, each->size() - 1)]);
            const QRectF flat(left, y - 0.5, right - left, 1);
            const QRectF upright(right - 0.5, std::min(y, next), 1, std::abs(next - y) + 0.5);
            QVERIFY2(!label.intersects(flat) && !label.intersects(upright), qPrintable(QString::number(k)));
          }
      }
      const QString svg = QString::fromUtf8(svg_of(drawing, options));
      QVERIFY(svg.contains(">bytes alive<"));
      QVERIFY(svg.count(" MiB</text>") >= 4);  // two labels, and the axis beside its 0
    }
  }

  void parts_can_be_left_out() {
    const Drawing drawing = drawing_of(view_info("heap"), small_view(), figure(178, 100));
    const auto texts = [&](const FigureOptions& options) { return QString::fromUtf8(svg_of(drawing, options)); };
    const FigureOptions whole = figure(178, 100);
    const QString all = texts(whole), title = ">" + drawing.title + "<";
    const QStringList parts{title, ">offset<", "needed", ">compute<"};
    for (const QString& part : parts) QVERIFY2(all.contains(part), qPrintable(part));
    std::array<FigureOptions, 4> without{whole, whole, whole, whole};
    without[0].title = QString();
    without[1].axis_labels = false;
    without[2].captions = false;
    without[3].legend = false;
    for (std::size_t k = 0; k < without.size(); ++k) {
      const QString left = texts(without[k]);
      QVERIFY2(!left.contains(parts[qsizetype(k)]), qPrintable(parts[qsizetype(k)]));
      QVERIFY(left.contains(k == 1 ? ">compute<" : ">offset<"));
    }
    without[0].title = "Another";
    QVERIFY(texts(without[0]).contains(">Another<"));
  }

  void only_a_part_of_the_axes() {
    const Drawing drawing = drawing_of(view_info("heap"), dense_view(), figure(178, 100));
    QVERIFY(drawing.crop.steps && drawing.crop.addresses && drawing.crop.shown.steps->first == 0);
    FigureOptions options = figure(178, 100);
    options.crop.steps = {10'000, 10'100};
    options.crop.addresses = {0, std::int64_t{1} << 30};
    const QByteArray svg = svg_of(drawing, options);
    QVERIFY(svg.contains(">10,000<") || svg.contains(">10,020<"));
    QVERIFY(!svg.contains(">5,000<"));
    for (const char* id : {"lanes", "lifetimes"})
      QVERIFY2(svg_of(drawing_of(view_info(id), dense_view(), options), options).contains(">10,020<"), id);
  }

  /// Two classes of one grey are told apart by hatches; the screen's look stays.
  void palette_hatches_lines_and_ground() {
    const Drawing drawing = drawing_of(view_info("lifetimes"), small_view(), figure(84, 60));
    FigureOptions options = figure(84, 60);
    const QByteArray plain = svg_of(drawing, options);
    options.classes = ClassLook{.palette = 1, .hatches = true};
    const QByteArray hatched = svg_of(drawing, options);
    QVERIFY(plain.contains("#e69f00") && !hatched.contains("#e69f00") && hatched.contains("#cc6677"));
    QVERIFY(hatched.count("<polyline") + hatched.count("<path") > plain.count("<polyline") + plain.count("<path"));
    QCOMPARE(class_look(), ClassLook());
    options = figure(84, 60);
    options.line_points = 3;
    QVERIFY(svg_of(drawing, options) != plain);
    options = figure(84, 60);
    options.dpi = 300;
    QCOMPARE(render_image(drawing, options).size(), QSize(992, 709));
    options.ground = Ground::transparent;
    const QImage image = render_image(drawing, options);
    QCOMPARE(image.pixelColor(0, 0).alpha(), 0);
    options.ground = Ground::dark;
    QCOMPARE(render_image(drawing, options).pixelColor(0, 0), Theme::dark_theme().background);
  }

  /// As many texts fit as the page has room for: twice the text, a quarter of the room.
  void text_decides_how_much_fits() {
    FigureOptions options = figure(178, 100);
    const QSizeF wide = options.logical_size();
    options.points = 2 * kPoints;
    QVERIFY(std::abs(options.logical_size().width() - wide.width() / 2) < 0.001);
    QVERIFY(std::abs(options.logical_size().height() - wide.height() / 2) < 0.001);
    options.points = kScreenPoints;
    options.millimetres = QSizeF(1600, 1000) * kMillimetresPerInch / kPixelsPerInch;
    QCOMPARE(options.logical_size(), QSizeF(1600, 1000));
    QCOMPARE(pixel_page({1600, 1000}, 2).logical_size(), QSizeF(1600, 1000));
    QCOMPARE(pixel_page({1600, 1000}, 2).pixels(), QSize(3200, 2000));
    // As few pixels as a preview has: still the whole page.
    Drawing drawing;
    drawing.paint = [](QPainter& painter, const QRectF& rect, const Theme&) { painter.fillRect(rect, Qt::red); };
    FigureOptions preview = figure(254, 160);
    preview.dpi = 40;
    const QImage image = render_image(drawing, preview);
    QCOMPARE(image.size(), QSize(400, 252));
    QCOMPARE(image.pixelColor(200, 126), QColor(Qt::red));
    QCOMPARE(image.pixelColor(397, 249), Theme::light().background);  // the margin on the other side
  }

  /// EPS is shapes and text as well: nothing is seen through anything, or it would become a picture.
  void eps_is_shapes() {
    const Drawing drawing = drawing_of(view_info("heap"), small_view(), figure(84, 60));
    const auto eps = render_bytes(ImageFormat::eps, drawing, figure(84, 60));
    QVERIFY2(eps, eps ? "" : eps.error().text().c_str());
    QVERIFY(eps->startsWith("%!PS-Adobe") && eps->contains("EPSF"));
    QVERIFY(eps->contains("%%BoundingBox: 0 0 238 170"));
    QVERIFY(!eps->contains(" pdfIm\n") && !eps->contains("pdfImM\n"));
    QVERIFY(eps->contains("%%BeginResource: font") || eps->contains("/FontType 42"));
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/nowhere");
    const auto missing = render_bytes(ImageFormat::eps, drawing, figure(84, 60));
    qputenv("PATH", path);
    QVERIFY(!missing && missing.error().kind == Error::Kind::bad_input);
    QVERIFY(QString::fromStdString(missing.error().text()).contains("Poppler"));
  }

  /// What is drawn as shapes is what the cells say, whatever their colours: read back from a picture of them.
  void cells_become_the_same_picture() {
    QImage cells(40, 30, QImage::Format_RGB32);
    for (int y = 0; y < cells.height(); ++y)
      for (int x = 0; x < cells.width(); ++x)
        cells.setPixelColor(x, y, ((x * 7 + y * 13) / 11) % 3 == 0 ? Qt::red : (x + y) % 5 == 0 ? Qt::blue : Qt::white);
    Drawing drawing;
    drawing.paint = [&](QPainter& painter, const QRectF& rect, const Theme&) {
      draw_cells(painter, QRectF(rect.topLeft(), QSizeF(cells.size()) * 8), cells);
    };
    const FigureOptions page = pixel_page({600, 400});
    QTemporaryDir dir;
    QVERIFY(export_image(dir.filePath("c.pdf").toStdString(), drawing, page));
    QCOMPARE(rows_of("pdfimages", {"-list", dir.filePath("c.pdf")}), QStringList());
    output_of("pdftoppm", {"-r", "96", "-png", "-singlefile", dir.filePath("c.pdf"), dir.filePath("c")});
    const QImage seen(dir.filePath("c.png"));
    const QImage wanted = render_image(drawing, page);
    QCOMPARE(seen.size(), wanted.size());
    for (int y = 0; y < wanted.height(); ++y)
      for (int x = 0; x < wanted.width(); ++x) {
        // The middle of a cell: its edges are smoothed.
        const int dx = (x - 14) % 8, dy = (y - 14) % 8;
        if (dx < 3 || dx > 4 || dy < 3 || dy > 4) continue;
        const QColor a = seen.pixelColor(x, y), b = wanted.pixelColor(x, y);
        QVERIFY2(std::abs(a.red() - b.red()) + std::abs(a.blue() - b.blue()) < 30,
                 qPrintable(QString("%1 %2: %3 %4").arg(x).arg(y).arg(a.name(), b.name())));
      }
  }

  // ---- of the paper

  /// Each arrow has the letter of its tensor, and no word lies on another.
  void figure_2_names_what_it_has() {
    const PlanView view = planned_sample("somas_figure_2");
    QList<PdfWord> words = words_of("graph", view);
    const double legend = std::ranges::find(words, QString("stream"), &PdfWord::text)->box.top();
    words.removeIf([&](const PdfWord& word) { return word.box.bottom() > legend; });
    for (TensorId t : view.graph->tensors())
      QCOMPARE(count_of(words, text_of(view.graph->name(t))), static_cast<int>(view.graph->consumers(t).size()));
    for (const PdfWord& one : words)
      for (const PdfWord& other : words) {
        // Boxes of words have room for accents that these do not have.
        const auto inner = [](const PdfWord& word) { return word.box.adjusted(0.5, 2, -0.5, -2); };
        QVERIFY2(&one == &other || !inner(one).intersects(inner(other)), qPrintable(one.text + " " + other.text));
      }
    // The lanes name every operator.
    QList<PdfWord> lanes = words_of("lanes", view);
    lanes.removeIf(
        [title = lanes[0].box](const PdfWord& word) { return word.box.top() < title.bottom(); });  // the title
    for (OperatorId o : view.graph->operators()) {
      const QString name = text_of(view.graph->name(o));
      const int elsewhere = QStringList{"1", "2", "5"}.contains(name) ? 1 : 0;  // streams 1 and 2, and a tick
      QVERIFY2(count_of(lanes, name) == 1 + elsewhere, qPrintable(name));
    }
    // Where there is no room for two labels, one says that footprint and bound are equal: no number stands alone.
    const QList<PdfWord> levels = words_of("heap", view);
    QCOMPARE(count_of(levels, "64.0"), 2);  // at its line, and in the note on other interleavings
    QCOMPARE(count_of(levels, "="), 2);
  }

  /// Boxes are as large as letters of the page's size need: none is blank, and none of the words is a cut name.
  void names_are_whole() {
    const PlanView view = planned_sample("training_step");
    const Drawing drawing = draw_graph(view);
    for (const double width : {84.0, 178.0}) {
      const auto fitted = for_page(drawing, page_of(width), true);
      QVERIFY(fitted && fitted->note.isEmpty());
      const QList<PdfWord> words = words_of(drawing, width);
      for (OperatorId o : view.graph->operators()) {
        const QString name = text_of(view.graph->name(o));
        QVERIFY2(count_of(words, name) >= 1, qPrintable(name));  // a tensor may be called the same
      }
    }
    // In one column names of streams and strategies are whole, in two lines where they must be.
    const QList<PdfWord> lanes = words_of("lanes", view);
    for (const char* word : {"compute", "communication", "copy", "and", "update"})
      QVERIFY2(count_of(lanes, word) >= 1, word);
    QVERIFY(std::ranges::none_of(lanes, [](const PdfWord& word) { return word.text.contains(u'…'); }));
  }

  /// Where the names of operators have no room, those of modules are drawn, and the figure's note says so; where these
  /// are not wanted, or there are none, names are left out with a word.
  void a_graph_that_does_not_fit_is_drawn_by_module() {
    const PlanView view = planned_sample("medium");
    const auto by_module = for_page(draw_graph(view), page_of(84), true);
    QVERIFY(by_module && by_module->note.contains("310") && by_module->note.contains("84"));
    const QList<PdfWord> words = words_of(*by_module);
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

  /// A picture that is cut below says where its axis begins.
  void the_axis_of_a_step_begins_at_zero_or_says_so() {
    const PlanView view = planned_sample("training_step");
    const auto source = step_source(view, "so.size.best");
    int cut = 0;
    for (std::size_t step = 0; step < source->recording->step_count(); step += 8) {
      const auto scene = std::make_shared<const StepScene>(source, step);
      const QList<PdfWord> words = words_of(step_drawing(scene, {.closer = true}));
      const bool from_zero = count_of(words, "0") >= 2;  // of both axes
      cut += !from_zero;
      QVERIFY(from_zero || count_of(words, "begins") == 1);
    }
    QVERIFY(cut > 0);
  }

  /// The map stays in its place from page to page, and has more than a third of the height.
  void the_pages_of_figures_8_and_9_are_laid_out_alike() {
    const PlanView view = planned_sample("somas_figure_7");
    for (const char* id : {"so.size.first", "mo.size.first"}) {
      const auto source = step_source(view, id);
      const Recording& recording = *source->recording;
      std::optional<QRectF> axis;
      for (std::size_t step = 0; step < recording.step_count(); step += 3) {
        const auto scene = std::make_shared<const StepScene>(source, step);
        const QList<PdfWord> words = words_of(step_drawing(scene, {}));
        QVERIFY(!words.isEmpty());
        const auto title = std::ranges::find(words, QString("(place"), &PdfWord::text);
        QVERIFY(title != words.end());
        if (!axis) axis = title->box;
        QCOMPARE(title->box, *axis);
        double title_bottom = 0;
        for (const PdfWord& word : words.mid(0, 3)) title_bottom = std::max(title_bottom, word.box.bottom());
        constexpr double kPage = 60 / kMillimetresPerInch * kPointsPerInch, kTicks = 24;
        QVERIFY(axis->top() - kTicks - title_bottom > kPage / 3);
      }
    }
  }
};

STOWAGE_GUI_TEST(FiguresTest);
#include "tst_figures.moc"
