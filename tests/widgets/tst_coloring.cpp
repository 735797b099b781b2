// SPDX-License-Identifier: Apache-2.0
#include "core/papers/papers.h"
#include "tests/gui/gui_test.h"
#include "widgets/painters/heap_map/heap_map_raster.h"
#include "widgets/painters/model/coloring.h"
#include "widgets/painters/words/graph_words.h"

using stowage::test::graph_of;

namespace {

QStringList labels(const Coloring& coloring) {
  QStringList out;
  for (const Coloring::Entry& entry : coloring.entries()) out << entry.label;
  return out;
}

/// What holds of every colouring: each tensor is in one entry, and the entries' counts and bytes are theirs.
void check_sums(const Graph& graph, const Coloring& coloring) {
  std::vector<std::uint32_t> tensors(coloring.entries().size());
  std::vector<std::int64_t> bytes(coloring.entries().size());
  for (TensorId t : graph.tensors()) {
    QVERIFY(coloring.class_of(t) < coloring.entries().size());
    ++tensors[coloring.class_of(t)];
    bytes[coloring.class_of(t)] += graph.size(t).count;
  }
  for (std::size_t c = 0; c < tensors.size(); ++c) {
    QCOMPARE(coloring.entries()[c].tensors, tensors[c]);
    QCOMPARE(coloring.entries()[c].bytes.count, bytes[c]);
  }
}

/// A graph of one operator, with tensors of these kinds, named as they are, and sizes.
Graph of_kinds(const std::vector<std::pair<const char*, std::int64_t>>& kinds) {
  GraphBuilder b;
  const OperatorId made = b.add_operator({.name = "o", .stream = b.add_stream(0), .phase = "forward"});
  for (const auto& [kind, size] : kinds) b.add_tensor({.name = kind, .size = {size}, .producer = made, .kind = kind});
  return std::move(b).build()->graph;
}

/// Streams of these numbers, with an operator each; and the fill of each, which is that of its class.
std::vector<Fill> fills_of_streams(const std::vector<std::int64_t>& numbers) {
  GraphBuilder builder;
  for (const std::int64_t number : numbers)
    builder.add_operator({.name = "op" + std::to_string(number), .stream = builder.add_stream(number, {}, {}, {})});
  const Graph graph = std::move(builder).build()->graph;
  const Coloring coloring(graph, lifetimes(graph), ColorBy::stream);
  std::vector<Fill> out;
  for (StreamId s : graph.streams()) {
    out.push_back(stream_fill(graph, s, Theme::light()));
    if (coloring.fill(coloring.class_of(graph.operators_of(s).front()), Theme::light()) != out.back())
      qFatal("the coloring says otherwise");
  }
  return out;
}
std::vector<Fill> palette(const std::vector<std::size_t>& numbers) {
  std::vector<Fill> out;
  for (const std::size_t number : numbers) out.push_back(palette_fill(number, Theme::light()));
  return out;
}

}  // namespace

class ColoringTest : public QObject {
  Q_OBJECT

 private slots:
  void inks_are_legible() {
    for (const bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      for (const QColor& paper : {theme.background, theme.surface}) {
        QVERIFY(contrast(theme.text, paper) >= 7);
        QVERIFY(contrast(theme.muted_text, paper) >= 4.5);
        for (const QColor& ink : {theme.footprint, theme.bound, theme.selection, theme.peak, theme.path})
          QVERIFY(contrast(ink, paper) >= 4.5);
      }
      // A path is not to be taken for the selection: hues a third of the circle apart.
      const int apart = std::abs(theme.path.hue() - theme.selection.hue());
      QVERIFY(std::min(apart, 360 - apart) >= 100);
      // The ramp leaves the background step by step, evenly enough that neighbours of ten can be told apart.
      double last = 1;
      for (int i = 0; i <= 9; ++i) {
        const double now = contrast(ramp_color(i / 9.0, theme), theme.background);
        QVERIFY2(now > last * 1.08, qPrintable(QString("%1 after %2 at %3").arg(now).arg(last).arg(i)));
        last = now;
      }
    }
    QCOMPARE(qRound(contrast(Qt::black, Qt::white)), 21);
    QVERIFY(std::abs(contrast(QColor("#767676"), Qt::white) - 4.54) < 0.005);  // the lightest grey that WCAG 2 allows
    QVERIFY(std::abs(contrast(QColor("#0000ff"), Qt::white) - 8.59) < 0.005);
  }

  void streams_may_have_a_color_of_their_own() {
    GraphBuilder builder;
    for (const auto& [name, color] : {std::pair("0", ""), {"1", "#12ab9f"}, {"2", "tomato"}})
      builder.add_operator({.name = name, .stream = builder.add_stream(*name - '0', {}, {}, color)});
    const Graph graph = std::move(builder).build()->graph;
    const Coloring coloring(graph, lifetimes(graph), ColorBy::stream);
    for (bool dark : {false, true}) {
      const Theme& theme = Theme::of(dark);
      QCOMPARE(coloring.fill(0, theme), palette_fill(0, theme));
      QCOMPARE(coloring.fill(1, theme), Fill{QColor(0x12, 0xab, 0x9f)});
      QCOMPARE(coloring.fill(2, theme), palette_fill(2, theme));
    }
    QVERIFY(Coloring(graph, lifetimes(graph), ColorBy::op).fill(0, Theme::of(false)) == Fill{Theme::of(false).neutral});
  }

  /// So that streams keep their colours while others come and go.
  void fills_follow_the_numbers_of_the_file() {
    QCOMPARE(fills_of_streams({0, 1, 2}), palette({0, 1, 2}));
    QCOMPARE(fills_of_streams({5, 3, 249}), palette({5, 3, 249}));
    QCOMPARE(fills_of_streams({5, 3, 250}), palette({0, 1, 2}));  // a class is a byte
    QCOMPARE(fills_of_streams({-1, 3}), palette({0, 1}));
    QCOMPARE(fills_of_streams({7, 47}), palette({0, 1}));  // these two would look the same
    std::vector<std::int64_t> many;
    for (std::int64_t number = 249; number >= 0; --number) many.push_back(number);
    QCOMPARE(fills_of_streams(many).back(), palette_fill(0, Theme::light()));
    QCOMPARE(fills_of_streams(many).front(), palette_fill(249, Theme::light()));
  }

  void fills_start_over_and_carry_words() {
    for (const bool dark : {false, true}) {
      for (std::size_t i = 0; i < 40; ++i) {
        QCOMPARE(palette_fill(i, Theme::of(dark)).hatched(), i >= 8);
        // Also on black: where a box ends is seen, and so is what stands on it.
        const QColor fill = palette_fill(i, Theme::of(dark)).color;
        QVERIFY2(contrast(ink_on(fill), fill) >= 4.5, qPrintable(fill.name()));
        QVERIFY2(contrast(border_of(fill, Theme::of(dark)), fill) >= 1.5, qPrintable(fill.name()));
      }
      QCOMPARE(palette_fill(40, Theme::of(dark)), palette_fill(0, Theme::of(dark)));
    }
    QCOMPARE(palette_fill(0, Theme::light()).color, QColor("#E69F00"));
    QCOMPARE(palette_fill(7, Theme::light()).color, QColor("#000000"));
  }

  void streams_keep_their_order_and_inputs_stand_apart() {
    const Graph g = graph_of(R"(
      streams: 0 5
      op a @5; op b @0
      t in 7 : - -> b; t x 1 : a -> b; t y 2 : b ->)");
    const Coloring c(g, lifetimes(g), ColorBy::stream);
    QCOMPARE(labels(c), (QStringList{"stream 0", "stream 5", "input"}));
    QCOMPARE(c.class_of(TensorId(0)), 2);
    QCOMPARE(c.class_of(TensorId(1)), 1);
    QCOMPARE(c.class_of(OperatorId(0)), 1);
    QCOMPARE(c.fill(1, Theme::light()), palette_fill(5, Theme::light()));  // of its number
    QCOMPARE(c.fill(2, Theme::light()).color, Theme::light().neutral);
    QCOMPARE(c.fill(Coloring::kNoClass, Theme::light()).color, Theme::light().neutral);
    check_sums(g, c);
  }

  /// Usual kinds and phases are named in the language of the window and keep their fills, and so are streams without a
  /// name; other words are the file's.
  void usual_names_are_translated() {
    const auto reversed = [](const QString& context, QString word) {
      if (context == "stowage::GraphWords") return QStringLiteral("流 %1");
      if (context != "stowage::Kinds" && context != "stowage::Phases") return QString();
      std::reverse(word.begin(), word.end());
      return word;
    };
    const Graph g = of_kinds({{"gradient", 8}, {"scratch", 8}, {"activation", 8}});
    const auto fills = [&](ColorBy by) {
      const Coloring c(g, lifetimes(g), by);
      QMap<QString, std::size_t> out;
      for (const Coloring::Entry& entry : c.entries()) out[entry.label] = entry.fill;
      return out;
    };
    const auto english = fills(ColorBy::kind);
    const test::Translated language(reversed);
    const auto kinds = fills(ColorBy::kind), phases = fills(ColorBy::phase);
    QCOMPARE(QSet<QString>(kinds.keyBegin(), kinds.keyEnd()), (QSet<QString>{"tneidarg", "scratch", "noitavitca"}));
    QCOMPARE(kinds["tneidarg"], english["gradient"]);
    QCOMPARE(kinds["noitavitca"], english["activation"]);
    QCOMPARE(kinds["scratch"], english["scratch"]);
    QVERIFY(phases.contains("drawrof"));
    QVERIFY(fills(ColorBy::stream).contains("流 0"));
    QCOMPARE(g.label(StreamId(0)), std::string("stream 0"));
    // Every kind that core writes is one of them.
    using namespace tensor_kind;
    for (const std::string_view kind :
         {kInput, kWeight, kState, kActivation, kGradient, kStatistics, kLoss, kTemporary})
      QVERIFY2(kind_label(kind) != text_of(kind), kind.data());
    for (const std::string_view each : {phase::kForward, phase::kLoss, phase::kBackward, phase::kUpdate})
      QVERIFY2(phase_label(each) != text_of(each), each.data());
  }

  void names_come_largest_first() {
    GraphBuilder b;
    const StreamId s = b.add_stream(0);
    const OperatorId conv = b.add_operator({.name = "c", .stream = s, .kind = "Conv", .phase = "forward"});
    const OperatorId relu = b.add_operator({.name = "r", .stream = s, .kind = "Relu"});
    b.add_tensor({.name = "t", .size = {10}, .producer = conv, .kind = "activation"});
    b.add_tensor({.name = "u", .size = {20}, .producer = relu});
    const auto built = std::move(b).build();
    const Graph& g = built->graph;
    const auto life = lifetimes(g);
    QCOMPARE(labels(Coloring(g, life, ColorBy::op)), (QStringList{"Relu", "Conv"}));
    for (const auto& [by, name] : {std::pair(ColorBy::phase, "forward"), std::pair(ColorBy::kind, "activation")}) {
      QCOMPARE(labels(Coloring(g, life, by)).size(), 2);  // it, and those without
      QCOMPARE(labels(Coloring(g, life, by))[0], QString(name));
    }
    QCOMPARE(Coloring(g, life, ColorBy::kind).class_of(OperatorId(0)), Coloring::kNoClass);
  }

  /// Usual names have one fill in every graph, whatever holds most bytes there; no other name has that fill.
  void usual_names_keep_their_fill() {
    const auto fills = [](const std::vector<std::pair<const char*, std::int64_t>>& kinds) {
      const Graph graph = of_kinds(kinds);
      std::map<QString, std::size_t> out;
      std::set<std::size_t> taken;
      const Coloring coloring(graph, lifetimes(graph), ColorBy::kind);
      for (const Coloring::Entry& entry : coloring.entries()) {
        out[entry.label] = entry.fill;
        taken.insert(entry.fill % kPaletteFills);
      }
      return std::pair(out, taken.size() == kinds.size());
    };
    const auto [few, few_differ] = fills({{"activation", 10}, {"gradient", 20}});
    const auto [many, many_differ] =
        fills({{"mask", 90}, {"gradient", 5}, {"keys", 80}, {"activation", 1}, {"values", 70}, {"temporary", 60}});
    QVERIFY(few_differ && many_differ);
    for (const char* kind : {"activation", "gradient"}) QCOMPARE(few.at(kind), many.at(kind));
  }

  void sizes_and_lifetimes_in_powers() {
    const Graph g = intervals({{"a", 0, 0, 1}, {"b", 1500, 0, 2}, {"c", 4096, 1, 5}, {"d", 700, 0, 4}});
    const auto life = lifetimes(g);
    const Coloring size(g, life, ColorBy::size);
    QCOMPARE(labels(size), (QStringList{"0 B", "512 B – 1 KiB", "1 – 2 KiB", "2 – 4 KiB", "4 – 8 KiB"}));
    QCOMPARE(size.class_of(TensorId(1)), 2);
    QCOMPARE(size.class_of(TensorId(2)), 4);
    const Coloring length(g, life, ColorBy::lifetime);
    QCOMPARE(labels(length), (QStringList{"1 step", "2 – 3 steps", "4 – 7 steps"}));
    QCOMPARE(length.class_of(TensorId(3)), 2);
    QVERIFY(length.fill(0, Theme::light()).color != length.fill(2, Theme::light()).color);
    // An unknown size has a class of its own.
    const Graph unsure = unknown_size();
    const Coloring of_unsure(unsure, lifetimes(unsure), ColorBy::size);
    QCOMPARE(labels(of_unsure), (QStringList{"unknown", "8 – 16 B"}));
    QCOMPARE(of_unsure.class_of(TensorId(1)), 0);
    check_sums(unsure, of_unsure);
    // A wide range takes wider classes.
    const Graph wide = intervals({{"a", 1, 0, 1}, {"b", std::int64_t{1} << 52, 0, 1}});
    const Coloring of_wide(wide, lifetimes(wide), ColorBy::size);
    QVERIFY(of_wide.entries().size() <= 10);
    check_sums(wide, of_wide);
  }

  /// Against a baseline of another graph, too: tensors are the same by name.
  void differences_from_a_baseline() {
    const auto of = [](const char* text, const std::vector<std::int64_t>& offsets) {
      return plan_view(graph_of(text), offsets);
    };
    PlanView view =
        of("op a @0\nop b @0\nt new 4 : a -> b\nt x 4 : a -> b\nt y 4 : a -> b\nt z 4 : a -> b\n"
           "t e 0 : a -> b",
           {0, 4, 8, 12, 0});
    const Coloring alone(view, ColorBy::difference);
    QCOMPARE(alone.class_of(TensorId(1)), 4);
    const QString baseless = alone.entries()[4].label;
    check_sums(*view.graph, alone);
    view.baseline = std::make_shared<const PlanView>(
        of("op a @0\nop b @0\nt z 4 : a -> b\nt y 4 : a -> b\nt x 4 : a -> b", {12, 0, 8}));
    const Coloring c(view, ColorBy::difference);
    QVERIFY(!labels(c).contains(baseless));
    QStringList names = labels(c).mid(0, 4);
    QCOMPARE(names.removeDuplicates(), 0);
    const std::array<int, 5> expected{2, 1, 0, 3, 4};
    for (std::size_t t = 0; t < expected.size(); ++t) QCOMPARE(int(c.class_of(TensorId(t))), expected[t]);
    QCOMPARE(c.entries()[0].bytes.count, 4);
    QCOMPARE(c.fill(3, Theme::light()).color, Theme::light().neutral);
    check_sums(*view.graph, c);
  }

  void the_rarest_of_very_many_share_one() {
    GraphBuilder b;
    const StreamId s = b.add_stream(0);
    for (int i = 0; i < 300; ++i) {
      const std::string name = "k" + std::to_string(i);
      const OperatorId o = b.add_operator({.name = name, .stream = s, .kind = name});
      for (int k = 0; k <= i % 3; ++k)
        b.add_tensor({.name = name + '.' + std::to_string(k), .size = {1}, .producer = o});
    }
    const auto built = std::move(b).build();
    const Coloring c(built->graph, lifetimes(built->graph), ColorBy::op);
    QCOMPARE(c.entries().size(), 251u);
    QCOMPARE(c.entries().back().label, QString("other"));
    QCOMPARE(c.entries().back().tensors, 50u);  // those with a single tensor give way first
    check_sums(built->graph, c);
  }

  void every_colouring_covers_random_graphs() {
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const Graph g = random_graph({.seed = seed, .operators = 60, .streams = 4, .groups = 3});
      for (const ColoringInfo& info : colorings()) {
        check_sums(g, Coloring(g, lifetimes(g), info.by));
        QCOMPARE(find_coloring(info.id), &info);
      }
    }
    QVERIFY(find_coloring("colour") == nullptr);
  }

  /// Whatever the palette, all fills of it differ; hatched in turn, neighbours differ without their colours.
  void every_palette_has_enough_fills() {
    for (std::size_t palette = 0; palette < palettes().size(); ++palette) {
      for (const bool hatches : {false, true}) {
        set_class_look({.palette = static_cast<std::uint8_t>(palette), .hatches = hatches});
        for (const bool dark : {false, true}) {
          std::set<std::pair<QRgb, int>> seen;
          for (std::size_t k = 0; k < kPaletteFills; ++k) {
            const Fill fill = palette_fill(k, Theme::of(dark)), next = palette_fill(k + 1, Theme::of(dark));
            QVERIFY(seen.emplace(fill.color.rgb(), int(fill.hatch)).second);
            QVERIFY(fill.color != next.color);
            if (hatches) QVERIFY(fill.hatch != next.hatch);
          }
          QCOMPARE(palette_fill(0, Theme::of(dark)).hatched(), false);
        }
      }
    }
    // In grey, the first streams differ from each other, and all from memory that is not free yet.
    set_class_look({.hatches = true});
    std::set<int> hatches;
    for (std::size_t k = 0; k < kPaletteFills; ++k) {
      const Qt::BrushStyle hatch = palette_fill(k, Theme::light()).hatch;
      QVERIFY(hatch != kHoldPattern);
      QCOMPARE(hatch_lines(QRectF(0, 0, 40, 40), hatch, 6).isEmpty(), hatch == Qt::SolidPattern);
      int inked = 0;
      for (int x = 0; x < 12; ++x)
        for (int y = 0; y < 12; ++y) inked += hatch_covers(hatch, x, y, 6);
      QCOMPARE(inked > 0, hatch != Qt::SolidPattern);
      QVERIFY(inked < 72);
      if (k < 7) QVERIFY(hatches.insert(hatch).second);
    }
    set_class_look({.palette = 200});  // none of the table
    QVERIFY(class_look().palette < palettes().size());
    set_class_look({});
    // A colour that the file gives a stream is kept, and hatched where all are.
    QCOMPARE(own_fill(Qt::red, 3), Fill{Qt::red});
    set_class_look({.hatches = true});
    QCOMPARE(own_fill(Qt::red, 3), (Fill{Qt::red, palette_fill(3, Theme::light()).hatch}));
    set_class_look({});
  }
};

STOWAGE_TEST(ColoringTest);
#include "tst_coloring.moc"
