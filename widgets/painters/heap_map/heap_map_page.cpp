// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/heap_map/heap_map_painter.h"

#include <QCryptographicHash>
#include <QFile>
#include <iterator>

#include <nlohmann/json.hpp>

#include "core/graph/claims.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct HeapMapPageText {
  Q_DECLARE_TR_FUNCTIONS(stowage::HeapMapPage)
};

using Json = nlohmann::json;

Json json_of(const QString& text) {
  return text.toStdString();
}
Json json_of(const QColor& color) {
  return color.name().toStdString();
}

/// A part of the viewer that comes with the program.
std::string part_of_viewer(const char* name) {
  QFile file(QString(":/html/") + name);
  [[maybe_unused]] const bool there = file.open(QIODevice::ReadOnly);
  Q_ASSERT(there);
  return file.readAll().toStdString();
}

Json tensors_of(const HeapMapContent& content) {
  const PlanView& view = content.scene->plan_view();
  const Graph& graph = *view.graph;
  Json names = Json::array(), sizes = names, offsets = names, begins = names, ends = names, classes = names,
       producers = names, outputs = names;
  for (TensorId t : graph.tensors()) {
    const Lifetime life = (*view.lifetimes)[t.index()];
    const OperatorId producer = graph.producer(t);
    names.push_back(graph.name(t));
    sizes.push_back(graph.size(t).count);
    offsets.push_back(view.plan->offsets[t.index()].value);
    begins.push_back(life.begin);
    ends.push_back(life.end);
    classes.push_back(content.coloring->class_of(t));
    producers.push_back(producer.valid() ? static_cast<std::int64_t>(producer.index()) : -1);
    if (graph.is_output(t)) outputs.push_back(t.index());
  }
  return {{"names", std::move(names)},     {"sizes", std::move(sizes)},        {"offsets", std::move(offsets)},
          {"begins", std::move(begins)},   {"ends", std::move(ends)},          {"classes", std::move(classes)},
          {"outputs", std::move(outputs)}, {"producers", std::move(producers)}};
}

Json holds_of(const HeapMapScene& scene) {
  Json tensors = Json::array(), begins = tensors, ends = tensors;
  for (TensorId t : scene.graph().tensors()) {
    const Lifetime hold = scene.hold(t);
    if (hold.empty() || hold == (*scene.plan_view().lifetimes)[t.index()]) continue;
    tensors.push_back(t.index());
    begins.push_back(hold.begin);
    ends.push_back(hold.end);
  }
  return {{"tensors", std::move(tensors)}, {"begins", std::move(begins)}, {"ends", std::move(ends)}};
}

/// A list of lifetimes has no operators of its own.
Json operators_of(const Graph& graph) {
  if (has_only_lifetimes(graph)) return nullptr;
  Json names = Json::array(), inputs = names;
  for (OperatorId o : graph.operators()) {
    names.push_back(graph.name(o));
    Json& its = inputs.emplace_back(Json::array());
    for (TensorId t : graph.inputs(o)) its.push_back(t.index());
  }
  return {{"names", std::move(names)}, {"inputs", std::move(inputs)}};
}

Json legend_of_page(const Coloring& coloring) {
  const std::vector<LegendItem> items = legend_of(coloring, {}, Theme::light(), false);
  auto item = items.begin();
  Json out = Json::array();
  for (const Coloring::Entry& entry : coloring.entries()) {
    const bool shown = entry.tensors > 0;  // as legend_of leaves out the others
    out.push_back({{"label", json_of(entry.label)}, {"shown", shown}, {"detail", shown ? json_of(item->detail) : ""}});
    if (shown) ++item;
  }
  return out;
}

const char* sign_of(Qt::BrushStyle hatch) {
  using Sign = std::pair<Qt::BrushStyle, const char*>;
  static constexpr Sign kSigns[] = {{Qt::BDiagPattern, "/"}, {Qt::FDiagPattern, "\\"}, {Qt::HorPattern, "-"},
                                    {Qt::VerPattern, "|"},   {Qt::CrossPattern, "+"},  {Qt::DiagCrossPattern, "x"},
                                    {Qt::Dense6Pattern, "."}};
  const auto at = std::ranges::find(kSigns, hatch, &Sign::first);
  return at == std::end(kSigns) ? "" : at->second;
}

Json class_of_theme(const MapPalette& palette, std::uint8_t entry, MapShade shade) {
  const auto& [fill, edge, hold, hold_line] = palette.inks(entry, shade);
  return {
      {"fill", json_of(fill.color)},        {"hatch", sign_of(fill.hatch)}, {"line", json_of(hatch_ink(fill.color))},
      {"ink", json_of(ink_on(fill.color))}, {"edge", json_of(edge)},        {"hold", json_of(hold)},
      {"holdLine", json_of(hold_line)}};
}

Json theme_of_page(const Coloring& coloring, const Theme& theme) {
  const MapPalette palette(coloring, {}, theme);
  Json classes = Json::array();
  for (std::size_t entry = 0; entry < coloring.entries().size(); ++entry)
    classes.push_back(class_of_theme(palette, static_cast<std::uint8_t>(entry), MapShade::full));
  return {{"background", json_of(theme.background)},
          {"surface", json_of(theme.surface)},
          {"text", json_of(theme.text)},
          {"muted", json_of(theme.muted_text)},
          {"grid", json_of(theme.grid)},
          {"footprint", json_of(theme.footprint)},
          {"bound", json_of(theme.bound)},
          {"selection", json_of(theme.selection)},
          {"peak", json_of(theme.peak)},
          {"neutral", json_of(theme.neutral)},
          {"classes", std::move(classes)},
          {"gone", class_of_theme(palette, 0, MapShade::grey)}};
}

Json texts_on_map(const HeapMapScene& scene) {
  return {{"footprint", json_of(scene.is_recorded()
                                    ? HeapMapPageText::tr("addresses as recorded, without the space between segments")
                                : uncounted(scene.graph()).any() ? HeapMapPageText::tr("footprint at least %1")
                                                                 : HeapMapPageText::tr("footprint %1"))},
          {"bound", json_of(HeapMapPageText::tr("bound %1"))},
          {"reached", json_of(HeapMapPageText::tr("bound %1 · reached"))},
          {"peak", json_of(uncounted(scene.graph()).any() ? HeapMapPageText::tr("peak at least %1 at %2")
                                                          : HeapMapPageText::tr("peak %1 at %2"))},
          {"stepAt", json_of(HeapMapPageText::tr("step %1"))},
          {"timeAt", json_of(HeapMapPageText::tr("time %1"))},
          {"step", json_of(HeapMapPageText::tr("step (place in the execution order)"))},
          {"time", json_of(HeapMapPageText::tr("time (steps of one width, not to scale)"))},
          {"offset", json_of(HeapMapPageText::tr("offset"))},
          {"alive", json_of(HeapMapPageText::tr("bytes alive"))},
          {"size", json_of(HeapMapPageText::tr("size"))},
          {"bytes", json_of(HeapMapPageText::tr("%1 bytes"))},
          {"reserved", json_of(HeapMapPageText::tr("reserved"))},
          {"end", json_of(HeapMapPageText::tr("end"))},
          {"lifetime", json_of(HeapMapPageText::tr("lifetime"))},
          {"held", json_of(HeapMapPageText::tr("memory kept"))},
          {"never", json_of(HeapMapPageText::tr("never needed"))},
          {"lifeTimes", json_of(HeapMapPageText::tr("time %1 to %2"))},
          {"lifeSteps", json_of(HeapMapPageText::tr("steps %1 to %2 (%3 in all)"))},
          {"producer", json_of(HeapMapPageText::tr("producer"))},
          {"present", json_of(HeapMapPageText::tr("none: present from the start"))},
          {"consumers", json_of(HeapMapPageText::tr("consumers"))},
          {"none", json_of(HeapMapPageText::tr("none"))},
          {"more", json_of(HeapMapPageText::tr("+%1 more"))},
          {"kept", json_of(HeapMapPageText::tr("kept as an output"))},
          {"runs", json_of(HeapMapPageText::tr("operator"))}};
}

Json texts_of_page(const HeapMapScene& scene) {
  Json texts = texts_on_map(scene);
  texts.update(
      {{"fit", json_of(HeapMapPageText::tr("Fit"))},
       {"closer", json_of(HeapMapPageText::tr("Zoom in"))},
       {"further", json_of(HeapMapPageText::tr("Zoom out"))},
       {"find", json_of(HeapMapPageText::tr("Find a tensor"))},
       {"noMatch", json_of(HeapMapPageText::tr("no match"))},
       {"matchOf", json_of(HeapMapPageText::tr("%1 of %2"))},
       {"sideA", json_of(HeapMapPageText::tr("A: %1 – %2"))},
       {"sideB", json_of(HeapMapPageText::tr("B: %1 – %2"))},
       {"sides", json_of(HeapMapPageText::tr("Plan A or plan B"))},
       {"switchSide", json_of(HeapMapPageText::tr("B switches between plan A and plan B, in the same place."))},
       {"toggle", json_of(HeapMapPageText::tr("Show these tensors in their colour, or in grey"))},
       {"label", json_of(HeapMapPageText::tr("Heap map of %1: %2"))},
       {"keys",
        json_of(HeapMapPageText::tr("Drag to move, turn the wheel to zoom (Shift: steps only, Alt: bytes only). "
                                    "Keys: arrows go from tensor to tensor, with Shift they move the map; + and − "
                                    "zoom, 0 fits, / finds, Esc lets go."))}});
  return texts;
}

Json data_of_side(const HeapMapContent& content, const Drawing& page) {
  const HeapMapScene& scene = *content.scene;
  const auto times = scene.graph().times();
  Json notes = Json::array();
  for (const QString& note : scene.footnotes()) notes.push_back(json_of(note));
  return Json{{"format", "stowage-heap-map"},
              {"version", 1},
              {"language", json_of(QLocale().bcp47Name())},
              {"title", json_of(page.title)},
              {"strategy", scene.plan_view().plan->strategy},
              {"subtitle", json_of(page.subtitle)},
              {"notes", std::move(notes)},
              {"steps", scene.steps()},
              {"times", times.empty() ? Json() : Json(times)},
              {"alignment", scene.plan_view().plan->alignment.count},
              {"footprint", scene.footprint().count},
              {"bound", scene.bound().count},
              {"proved", scene.proved_optimal()},
              {"tensors", tensors_of(content)},
              {"holds", holds_of(scene)},
              {"operators", operators_of(scene.graph())},
              {"legendTitle", json_of(legend_title(*content.coloring))},
              {"legend", legend_of_page(*content.coloring)},
              {"hidden", content.hidden},
              {"themes",
               {{"light", theme_of_page(*content.coloring, Theme::light())},
                {"dark", theme_of_page(*content.coloring, Theme::dark_theme())}}},
              {"texts", texts_of_page(scene)}};
}

/// The data of the page, in ASCII and without anything that HTML could take for markup.
std::string data_of(const HeapMapContent& content, const Drawing& page, const HeapMapContent* other) {
  Json data = data_of_side(content, page);
  if (other) data["b"] = data_of_side(*other, heap_map_drawing(*other));
  const std::string plain = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  std::string out;
  out.reserve(plain.size());
  for (const char c : plain) {  // they stand in strings only
    if (c == '<')
      out += "\\u003c";
    else if (c == '>')
      out += "\\u003e";
    else if (c == '&')
      out += "\\u0026";
    else
      out += c;
  }
  return out;
}

/// The surfaces' colours as CSS variables, by theme.
std::string style_of_page() {
  const auto variables = [](const Theme& theme) {
    return QString(":root { --background: %1; --surface: %2; --text: %3; --muted: %4; --grid: %5; --selection: %6; }")
        .arg(theme.background.name(), theme.surface.name(), theme.text.name(), theme.muted_text.name(),
             theme.grid.name(), theme.selection.name())
        .toStdString();
  };
  return ":root { color-scheme: light dark; }\n" + variables(Theme::light()) +
         "\n@media (prefers-color-scheme: dark) { " + variables(Theme::dark_theme()) + " }\n" +
         part_of_viewer("page.css");
}

/// The source expression by which a policy allows exactly this text.
std::string hash_of(const std::string& text) {
  const QByteArray hash = QCryptographicHash::hash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())),
                                                   QCryptographicHash::Sha256);
  return "sha256-" + hash.toBase64().toStdString();
}

/// The template with `values` for its @names@, in one pass: what a value contains is not looked at again.
std::string filled(const std::string& text, const std::vector<std::pair<std::string, std::string>>& values) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t from = text.find('@'); from != std::string::npos; from = text.find('@', done)) {
    const std::size_t to = text.find('@', from + 1);
    const std::string name = text.substr(from + 1, to - from - 1);
    const auto value = std::ranges::find(values, name, [](const auto& pair) { return pair.first; });
    Q_ASSERT(value != values.end());
    out.append(text, done, from - done).append(value->second);
    done = to + 1;
  }
  return out.append(text, done);
}

/// The viewer knows steps.
HeapMapContent over_steps(HeapMapContent content) {
  PlanView view = content.scene->plan_view();
  view.history = nullptr;
  if (!content.scene->shows_bands()) content.scene = HeapMapScene::make(std::move(view));
  return content;
}

}  // namespace

Result<std::string> heap_map_page(const HeapMapContent& shown, const HeapMapContent* shown_beside,
                                  std::optional<std::uint64_t> merged_from) {
  const HeapMapContent content = over_steps(shown);
  const auto other = shown_beside ? std::optional(over_steps(*shown_beside)) : std::nullopt;
  for (const HeapMapContent* each : {&content, other ? &*other : &content})
    if (const QString& sentence = each->scene->sentence(); !sentence.isEmpty())
      return tl::unexpected(Error::bad_input("", "", sentence.toStdString()));
  Drawing page = heap_map_drawing(content);
  if (merged_from)
    page.subtitle =
        HeapMapPageText::tr("%1: the smallest are merged").arg(places_text(content.scene->graph(), *merged_from));
  const auto escaped = [](const QString& text) { return text.toHtmlEscaped().toStdString(); };
  const std::string style = style_of_page();
  std::string script;
  for (const char* part : {"plan.js", "view.js", "draw.js", "page.js"}) script += part_of_viewer(part);
  return filled(
      part_of_viewer("page.html"),
      {{"language", escaped(QLocale().bcp47Name())},
       {"title", escaped(page.title)},
       {"noscript",
        escaped(HeapMapPageText::tr("The map is drawn by a script in this page, which your browser does not run."))},
       {"style", style},
       {"style-hash", hash_of(style)},
       {"plan", data_of(content, page, other ? &*other : nullptr)},
       {"script", script},
       {"script-hash", hash_of(script)}});
}

bool is_page_name(const std::string& path) {
  const QString name = QString::fromStdString(path);
  return name.endsWith(".html", Qt::CaseInsensitive) || name.endsWith(".htm", Qt::CaseInsensitive);
}

}  // namespace stowage
