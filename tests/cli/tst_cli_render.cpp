// SPDX-License-Identifier: Apache-2.0
// `render`: images of views, without a display; figures, bands, time axes and the steps of planners.
#include "tests/cli/program.h"
#include "tests/start/test_entry.h"
#include "widgets/painters/page/export.h"
#include "widgets/painters/style/theme.h"

using namespace stowage;
using namespace stowage::test;

class CliRenderTest : public CliTestBase {
  Q_OBJECT

  const QString figure2_ = sample("somas_figure_2.stowage.json"), figure7_ = sample("somas_figure_7.stowage.json");
  QString timed_, network_;

  /// The largest number of pixels of a colour in one row.
  static int widest(const QImage& image, QRgb color) {
    int out = 0;
    for (int y = 0; y < image.height(); ++y) {
      int count = 0;
      for (int x = 0; x < image.width(); ++x) count += image.pixel(x, y) == color;
      out = std::max(out, count);
    }
    return out;
  }
  /// How often the widest row of the second stream fits into that of the first.
  static double ratio_of(const QImage& image, const Theme& theme) {
    const auto color = [&](std::size_t stream) { return palette_fill(stream, theme).color.rgb(); };
    return double(widest(image, color(0))) / widest(image, color(1));
  }
  /// Draws an image of this kind; its bytes, or none after an error or a message, which is printed.
  [[nodiscard]] QByteArray drawn(const QStringList& how, const QString& kind = "svg") const {
    const QString file = temp("drawn." + kind);
    QFile::remove(file);
    const Run run = stowage_cli(QStringList{"render"} + how + QStringList{"-o", file});
    if (run.code == 0 && run.err.isEmpty()) return content(file);
    qInfo().noquote() << how << run.code << run.err;
    return {};
  }
  [[nodiscard]] QImage image_of(const QStringList& how) const { return QImage::fromData(drawn(how, "png")); }
  /// The code of a command that draws nothing to look at.
  [[nodiscard]] int code_of(const QStringList& how) const {
    return stowage_cli(QStringList{"render"} + how + QStringList{"-o", temp("other.png")}).code;
  }

 private slots:
  /// On stream 0, a takes three times as long as b.
  void initTestCase() {
    timed_ = write(temp("two.stowage.json"), R"({"format": "stowage-graph", "version": 1,
        "streams": [{"id": 0}, {"id": 1}],
        "nodes": [{"id": "a", "stream": 0, "duration": 3000}, {"id": "b", "stream": 0, "duration": 1000},
                  {"id": "c", "stream": 1, "duration": 500}],
        "tensors": [{"id": "x", "size": 8, "producer": "a", "consumers": ["b", "c"]},
                    {"id": "y", "size": 8, "producer": "c", "consumers": []}]})");
    network_ = temp("alexnet.stowage.json");
    QCOMPARE(stowage_cli({"zoo", "alexnet", "--optimizer", "sgd", "-o", network_}).code, 0);
  }

  /// A recorded heap lies over its events, with what was reserved and where the device had no memory left.
  void recorded_heaps_are_drawn_over_events() {
    const QByteArray svg = drawn({sample("serving.pickle")});
    for (const char* text : {"64.0 MiB", "request 0", "23.0 MiB", " 21<"}) QVERIFY2(svg.contains(text), text);
  }

  /// x lives from a to the end of b, 4,000 ns of it; y while c runs.
  void heap_maps_are_drawn_over_time() {
    const auto ratio = [&](const char* axis) {
      return ratio_of(image_of({timed_, "--axis", axis, "--theme", "light"}), Theme::light());
    };
    const double over_time = ratio("time"), over_steps = ratio("steps");
    QVERIFY2(over_time > 7.4 && over_time < 8.6, qPrintable(QString::number(over_time)));
    QVERIFY2(over_steps > 2.8 && over_steps < 3.2, qPrintable(QString::number(over_steps)));
  }

  void boxes_are_as_wide_as_operators_take_long() {
    for (const bool dark : {false, true}) {
      const QImage image = image_of({timed_, "--view", "lanes", "--axis", "time", "--theme", dark ? "dark" : "light"});
      const Theme& theme = Theme::of(dark);
      QVERIFY2(widest(image, theme.peak.rgb()) > image.width() / 2, "a and b are the critical path");
      const double ratio = ratio_of(image, theme);
      QVERIFY2(ratio > 7.4 && ratio < 8.6, qPrintable(QString::number(ratio)));  // 4,000 to 500 ns
    }
  }

  void a_wrong_plan_is_drawn_with_a_warning() {
    const QString path = temp("overlapping.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "-o", path}).code, 0);
    write(path, all_at_zero(json_of(path)));
    QVERIFY(ends({"render", figure2_, path, "-o", temp("overlapping.png")}, 0, {"warning: " + path + ": "}));
  }

  /// Every view as every kind of image, without a display: it is one, of the size asked for, and not empty.
  void render_draws_every_view_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("input");
    for (const stowage::DrawingInfo& each : stowage::drawings()) {
      const QString view = each.id;
      if (view == "difference") continue;  // it needs two plans
      if (view == "recorded") {
        QTest::addRow("%s of a snapshot", each.id) << view << sample("serving.pickle");
        continue;
      }
      QTest::addRow("%s of figure 2", each.id) << view << figure2_;
      QTest::addRow("%s of lifetimes", each.id) << view << sample("lifetimes.csv");
    }
  }
  void render_draws_every_view() {
    QFETCH(QString, view);
    QFETCH(QString, input);
    const QImage image = image_of({input, "--view", view, "--size", "640x400", "--scale", "2"});
    QCOMPARE(image.size(), QSize(1280, 800));
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 3)
      for (int x = 0; x < image.width(); x += 3) colors << image.pixel(x, y);
    QVERIFY(colors.size() > 3);
    QXmlStreamReader xml(drawn({input, "--view", view, "--theme", "dark"}));
    int texts = 0;
    while (!xml.atEnd()) texts += xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"text" ? 1 : 0;
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QVERIFY(texts > 1);
    QVERIFY(drawn({input, "--view", view}, "pdf").startsWith("%PDF-"));
  }

  /// Beside the plans made here, the one that is given.
  void render_compares_strategies() {
    const QString plan = temp("figure.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "--strategy", "bump", "-o", plan}).code, 0);
    const QByteArray without = drawn({figure2_, "--view", "strategies"}),
                     with = drawn({figure2_, plan, "--view", "strategies"});
    QVERIFY2(without.contains(">Size, best fit<") && !without.contains(">imported<"), without.constData());
    QVERIFY2(with.contains(">Size, best fit<") && with.contains(">imported<"), with.constData());
    QVERIFY2(without.contains("cannot plan"), without.constData());  // some are for one stream, as in the window
    QVERIFY(ends({"render", figure2_, "--view", "recorded", "-o", temp("x.svg")}, 3, {"error: " + figure2_}));
  }

  /// A figure for a paper: millimetres and points, whichever view and format.
  void render_draws_figures() {
    QVERIFY(drawn({figure2_, "--preset", "one-column"}).contains("width=\"84mm\" height=\"60mm\""));
    const QByteArray all = drawn({figure2_, "--width", "100", "--height", "50", "--font-size", "11", "--no-title",
                                  "--no-legend", "--no-captions", "--line-width", "1", "--hatches", "--palette",
                                  "tol-muted", "--background", "transparent"});
    QVERIFY(all.contains("width=\"100mm\" height=\"50mm\"") && all.contains(">offset<"));
    const QByteArray bare = drawn({figure2_, "--width", "100", "--no-axis-labels"});
    QVERIFY(!bare.isEmpty() && !bare.contains(">offset<"));
    QVERIFY(drawn({figure2_, "--width", "100", "--title", "Ours"}).contains(">Ours<"));
    QCOMPARE(image_of({figure2_, "--width", "84", "--height", "60", "--dpi", "300"}).size(), QSize(992, 709));
    QCOMPARE(image_of({figure2_, "--preset", "slide", "--dpi", "96"}).size(), QSize(1280, 720));
    QVERIFY(drawn({figure2_, "--preset", "one-column"}, "eps").startsWith("%!PS-Adobe"));
    QCOMPARE(stowage_cli({"render", figure2_, "-o", "-", "--format", "eps"}).out.left(4), QString("%!PS"));
    for (const char* name : {"figure.svg", "figure.html"}) {
      const Run idle = stowage_cli({"render", figure2_, "-o", temp(name), "--dpi", "300", "--hatches"});
      QCOMPARE(idle.code, 0);
      QVERIFY2(idle.err.contains("--dpi has no effect") && !idle.err.contains("--hatches"), qPrintable(idle.err));
    }
  }

  /// What an output lies over is counted once, so that no curve is above the footprint of the plan.
  void render_counts_shared_bytes_once() {
    const QString input = sample("sharing.stowage.json");
    const QJsonObject info = answer({"info", input});
    const QJsonObject plan = answer({"plan", input});
    QCOMPARE(info["lifetime_bound"].toInt(), 3456);
    QCOMPARE(plan["results"][0]["footprint"].toInt(), 3456);
    for (const char* view : {"memory", "lifetimes", "heap"})
      QVERIFY2(drawn({input, "--view", view}).contains("peak 3.38 KiB"), view);
  }

  /// Where names have no room in the letters of a preset, the letters are smaller; not where their size was asked for.
  void render_makes_room_for_names() {
    const QStringList slide{sample("training_step.stowage.json"), "--view", "graph", "--preset", "slide"};
    const QByteArray svg = drawn(slide);
    for (const char* name : {">copy_in<", ">allreduce<", ">copy_loss<"}) QVERIFY2(svg.contains(name), name);
    const QStringList large{"--font-size", "16", "-o", temp("x.svg")};
    QVERIFY(ends(QStringList{"render"} + slide + large, 0, {"16 pt"}));
  }

  void render_draws_a_part() {
    const QString input = sample("training_step.stowage.json");
    const QByteArray part = drawn({input, "--crop-steps", "10:14", "--crop-addresses", "1MiB:3MiB"});
    QVERIFY(part.contains(">12<") && part.contains(">14<") && !part.contains(">15<"));
    QVERIFY(part.contains(">g2<") && !part.contains(">r1<"));  // r1 begins at step 14
    QVERIFY(drawn({input}).contains(">r1<"));
  }

  /// What differs between two plans; without the second there is nothing to draw.
  void render_draws_a_difference() {
    const QString a = temp("a.plan.json"), b = temp("b.plan.json");
    QCOMPARE(stowage_cli({"plan", figure2_, "--strategy", "so.size.best", "-o", a}).code, 0);
    QCOMPARE(stowage_cli({"plan", figure2_, "--strategy", "mo.source.first", "-o", b}).code, 0);
    const QImage difference = image_of({figure2_, b, "--against", a}), plain = image_of({figure2_, b});
    QVERIFY(!difference.isNull() && !plain.isNull() && difference != plain);
  }

  void render_writes_a_page() {
    const QString page = temp("drawn.html");
    const QByteArray text = drawn({figure2_, "--color-by", "size"}, "html");
    QVERIFY(text.startsWith("<!DOCTYPE html>"));
    QVERIFY(text.contains("\"format\":\"stowage-heap-map\"") && text.contains("\"legendTitle\":\"Size\""));
    QVERIFY(ends({"render", figure2_, "-o", page, "--view", "graph"}, 3, {"error: " + page + ": ", ".html"}));
    QCOMPARE(content(page), text);
  }

  void bands() {
    for (const char* view : {"heap", "graph", "lanes"}) {
      const QByteArray plain = drawn({network_, "--view", view});
      const QByteArray segments = drawn({network_, "--view", view, "--bands", "segments"});
      const QByteArray roam = drawn({network_, "--view", view, "--bands", "roam"});
      QVERIFY(!plain.isEmpty() && !segments.isEmpty() && segments != plain && segments != roam);
      QXmlStreamReader xml(roam);
      while (!xml.atEnd()) xml.readNext();
      QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
      QVERIFY(roam.contains("ROAM") || roam.contains("ubgraph"));
    }
  }

  void a_picture_of_each_block() {
    const Run run = stowage_cli({"render", figure7_, "--steps", "mo.size.best", "-o", temp("a.svg")});
    QVERIFY2(run.code == 0 && run.err.isEmpty(), qPrintable(run.err));
    QVERIFY(says(run.out, {temp("a-001.svg"), temp("a-005.svg"), "5"}));
    QCOMPARE(QDir(dir_.path()).entryList({"a-*.svg"}).size(), 5);
    QVERIFY(content(temp("a-004.svg")).contains(">D "));  // the block that is put there
  }

  /// Pictures with the same number are replaced, others are left; both are said.
  void says_what_becomes_of_a_former_series() {
    const QStringList command{"render", figure7_, "--steps", "mo.size.best", "-o", temp("again.svg")};
    QCOMPARE(stowage_cli(command).out.count('\n'), 1);
    for (const char* name : {"again-077.svg", "again-1.svg", "again-001.png", "other-001.svg"}) write(temp(name), "");
    QVERIFY(prints(command, {"\n", "5", "\n", "1", "again-077.svg", "\n"}));
    QCOMPARE(QFileInfo(temp("again-077.svg")).size(), 0);
    QVERIFY(QFileInfo(temp("again-001.svg")).size() > 0);
  }

  void one_pdf_of_every_step() {
    QVERIFY(
        prints({"render", figure7_, "--steps", "so.size.first", "--every-step", "--blocks", "2-3", "-o", temp("b.pdf")},
               {temp("b.pdf"), "10"}));
    QVERIFY(content(temp("b.pdf")).startsWith("%PDF-"));
  }

  void what_cannot_be_drawn_is_refused() {
    const QString timeless = write(temp("timeless.stowage.json"), R"({"format": "stowage-graph", "version": 1,
        "nodes": [{"id": "a"}], "tensors": []})");
    const std::tuple<int, QStringList, QStringList> rows[] = {
        {2, {"heap"}, {timed_, "--view", "conflicts", "--axis", "time"}},
        {2, {"--axis"}, {timeless, "--view", "lanes", "--axis", "space"}},
        {3, {"error: " + timeless + ": "}, {timeless, "--view", "lanes", "--axis", "time"}},
        {3, {"error: "}, {figure2_, "--view", "difference"}},
        {3, {"error: /nowhere.json"}, {figure2_, "--against", "/nowhere.json"}},
        {2, {"mm"}, {figure2_, "--width", "84", "--size", "800x600"}},
        {2, {"--height"}, {figure2_, "--height", "84"}},
        {2, {"--theme"}, {figure2_, "--theme", "dark", "--background", "white"}},
        {2, {"heap", "lanes"}, {figure2_, "--view", "graph", "--crop-steps", "1:5"}},
        {2, {"stripes"}, {network_, "--bands", "stripes"}},
        {2, {"heap, graph, lanes"}, {network_, "--view", "memory", "--bands", "roam"}},
        {2, {"--bands"}, {network_, "--bands", "roam", "--format", "html"}},
        {2, {"--against", "difference"}, {network_, "--view", "memory", "--against", temp("x")}},
        {2, {"nonsense"}, {figure7_, "--steps", "nonsense"}},
        {2, {"--every-step"}, {figure7_, "--every-step"}},
        {2, {"--blocks"}, {figure7_, "--steps", "so.size.best", "--blocks", "3"}},
        {2, {"--blocks"}, {figure7_, "--steps", "so.size.best", "--blocks", "0-2"}},
        {3, {"error: ", "5", "6"}, {figure7_, "--steps", "so.size.best", "--blocks", "2-6"}}};
    for (const auto& [code, said, how] : rows)
      QVERIFY(ends(QStringList{"render", "-o", temp("never.png")} + how, code, said));
    for (const char* size : {"0x0", "640", "640x400x3", "99999x10", "-1x-1"})
      QVERIFY2(code_of({figure2_, "--size", size}) == 2, size);
    for (const char* range : {"10", "10:10", "14:10", "a:b", ":5", "-1:5"})
      QVERIFY2(code_of({figure2_, QString("--crop-steps=%1").arg(range)}) == 2, range);
    QVERIFY(QDir(dir_.path()).entryList({"never*"}).isEmpty());
    for (const QString& name : {temp("image.bmp"), QString("/nowhere/x.png")})
      QVERIFY(ends({"render", figure2_, "-o", name}, 3, {"error: " + name}));
  }

  /// A graph that is too simple for parts, or has no operators, is drawn without.
  void parts_that_are_not_there_are_said() {
    const QString simple = write(temp("one.stowage.json"), R"({"format": "stowage-graph", "version": 1,
      "streams": [{"id": 0}], "nodes": [{"id": "only", "stream": 0}], "tensors": []})");
    for (const QString& graph : {simple, sample("lifetimes.csv")})
      QVERIFY(ends({"render", graph, "--bands", "segments", "-o", temp("one.png")}, 0,
                   {"warning: " + graph + ": ", "--bands"}));
  }

  /// Plurals are English here, too.
  void sentences_have_no_brackets() {
    const QByteArray one = drawn({network_, "--view", "graph"});
    QVERIFY(one.contains("1 stream") && !one.contains("1 streams"));
    QVERIFY(drawn({figure2_, "--view", "graph"}).contains(" streams"));
    const QByteArray text = drawn({sample("medium.stowage.json"), "--color-by", "group"});
    QVERIFY(text.contains(" tensors ") && !text.contains("(s)"));
    QVERIFY(prints({"render", sample("training_step.stowage.json"), "--steps", "so.size.best", "--every-step", "-o",
                    temp("c.svg")},
                   {temp("c-001.svg")}));
    for (const QString& name : QDir(dir_.path()).entryList({"c-*.svg"}))
      QVERIFY2(!content(temp(name)).contains("(s)"), qPrintable(name));
  }
};

STOWAGE_GUI_TEST(CliRenderTest);
#include "tst_cli_render.moc"
