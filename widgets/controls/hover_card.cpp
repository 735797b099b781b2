// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/hover_card.h"

#include <algorithm>

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QPainter>

#include "core/graph/laid_out.h"
#include "widgets/base/canvas.h"
#include "widgets/painters/heap_map/heap_map_scene.h"
#include "widgets/painters/model/graph_subset.h"
#include "widgets/painters/recorded/heap_strip.h"
#include "widgets/painters/style/facts.h"
#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"
#include "widgets/painters/style/theme.h"
#include "widgets/painters/words/graph_words.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::HoverCard)
};

constexpr std::size_t kMostNames = 3;
constexpr double kRounding = 5;
constexpr int kWidest = 440;  // pixels; longer lines are wrapped
constexpr int kNarrowest = 240, kFromMouse = 16;

QString operator_text(const Graph& graph, OperatorId o) {
  QString text = text_of(shown_name(graph, o));
  if (!graph.kind(o).empty()) text += " · " + text_of(graph.kind(o));
  return text;
}

/// The first by name, the others as a number that cannot be taken for a name.
QString consumers_text(const Graph& graph, TensorId t) {
  const auto consumers = graph.consumers(t);
  QStringList names;
  for (std::size_t i = 0; i < consumers.size() && i < kMostNames; ++i) names << operator_text(graph, consumers[i]);
  QString text = names.isEmpty() ? Text::tr("none") : names.join(", ");
  if (consumers.size() > kMostNames) text += ' ' + Text::tr("+%1 more").arg(grouped(consumers.size() - kMostNames));
  return graph.is_output(t) ? text + Text::tr("; kept as an output") : text;
}

/// What is there from the start has a stream in a recorded heap alone.
void add_stream(GraphCard& card, const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  const OperatorId producer = graph.producer(t);
  if (const HeapAllocation* block = view.history ? view.history->allocation_of(t) : nullptr)
    card.add(Text::tr("stream"), {},
             stream_html(*view.history, block->stream, graph, Theme::of(is_dark(QGuiApplication::palette()))));
  else if (producer.valid())
    card.add(Text::tr("stream"), stream_label(graph, graph.stream(producer)));
}

void add_operators(GraphCard& card, const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  const bool recorded = view.recorded();
  const OperatorId producer = graph.producer(t);
  add_stream(card, view, t);
  card.add(recorded ? Text::tr("allocated in") : Text::tr("producer"),
           producer.valid() ? operator_text(graph, producer) : Text::tr("none: present from the start"));
  const bool freed = !recorded || !graph.consumers(t).empty();
  card.add(recorded ? Text::tr("freed in") : Text::tr("consumers"),
           freed ? consumers_text(graph, t) : Text::tr("not in the record"));
}

/// When it lives; over time, that also as times.
void add_lifetime(GraphCard& card, const HeapMapScene& scene, TensorId t) {
  const PlanView& view = scene.plan_view();
  const Lifetime life = scene.life(t);
  if (scene.scale().over_events()) return card.add(Text::tr("lifetime"), scene.stretch_text(life));
  card.add(Text::tr("lifetime"), lifetime_text(scene.graph(), (*view.lifetimes)[t.index()]));
  if (!scene.over_time() || life.empty()) return;
  const QString time = scene.stretch_text(life);
  card.add(Text::tr("in the simulated run"), scene.estimated() ? Text::tr("%1, estimated").arg(time) : time);
}

/// When it keeps its memory beyond its life in the shown order, or run.
void add_hold(GraphCard& card, const HeapMapScene& scene, TensorId t) {
  const Lifetime life = scene.life(t), hold = scene.hold(t);
  if (hold.empty() || life.empty()) return;
  if (hold.begin < life.begin)
    card.add(Text::tr("kept from"), Text::tr("%1: it may be made this early").arg(scene.place_text(hold.begin)));
  if (hold.end > life.end)
    card.add(Text::tr("kept until"),
             hold.end == scene.scale().length()
                 ? Text::tr("the end: no operator runs after all its uses")
                 : Text::tr("%1: another stream may still read it").arg(scene.place_text(hold.end)));
}

GraphCard card_with_place(const PlanView& view, TensorId t) {
  return {.heading = text_of(view.graph->name(t)), .rows = place_rows(view, t)};
}

/// What follows on its life.
void add_rest(GraphCard& card, const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  if (const QString sharing = sharing_text(view, t); !sharing.isEmpty()) card.add(Text::tr("bytes"), sharing);
  // A list of lifetimes has no operators of its own.
  if (!has_only_lifetimes(graph)) add_operators(card, view, t);
  if (!graph.kind(t).empty())
    card.add(view.recorded() ? Text::tr("source line") : Text::tr("kind"), kind_label(graph.kind(t)));
}

}  // namespace

std::vector<GraphCard::Row> place_rows(const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  const std::int64_t size = graph.size(t).count;
  GraphCard card;
  card.add(Text::tr("size"), full_bytes(graph.size(t)));
  if (!view.plan) return card.rows;
  const std::int64_t reserved = round_up(size, view.plan->alignment.count);
  if (reserved != size) card.add(Text::tr("reserved"), exact_bytes({reserved}));
  // What was recorded has an address; its offset is a place in the picture.
  if (const HeapAllocation* block =
          view.plan->reserved_peak && view.history ? view.history->allocation_of(t) : nullptr) {
    card.add(Text::tr("address"), "0x" + QString::number(block->address, 16));
    return card.rows;
  }
  const Offset low = view.plan->offsets[t.index()];
  card.add(Text::tr("offset"), address_text(low));
  card.add(Text::tr("end"), address_text(low + Bytes{reserved}));
  return card.rows;
}

GraphCard tensor_card(const PlanView& view, TensorId t) {
  GraphCard card = card_with_place(view, t);
  card.add(Text::tr("lifetime"), lifetime_text(*view.graph, (*view.lifetimes)[t.index()]));
  add_rest(card, view, t);
  return card;
}

GraphCard tensor_card(const HeapMapScene& scene, TensorId t, const QString& note) {
  GraphCard card = card_with_place(scene.plan_view(), t);
  add_lifetime(card, scene, t);
  add_hold(card, scene, t);
  add_rest(card, scene.plan_view(), t);
  if (!note.isEmpty()) card.add(Text::tr("note"), note);
  return card;
}

HoverCard::HoverCard(QWidget* view) : QLabel(view) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setTextFormat(Qt::RichText);
  setFocusPolicy(Qt::NoFocus);
  setContentsMargins(10, 7, 10, 7);
  apply_colors();
  hide();
}

/// As the view below it has them: a card of its own colours would be neither light nor dark.
void HoverCard::apply_colors() {
  const QPalette of_view = parentWidget()->palette();
  theme_ = &Theme::of(is_dark(of_view));
  QPalette palette = of_view;
  palette.setColor(QPalette::WindowText, theme_->text);
  if (palette != this->palette()) setPalette(palette);
}

void HoverCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) apply_colors();
  QLabel::changeEvent(event);
}

void HoverCard::paintEvent(QPaintEvent* event) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme_->grid);
  painter.setBrush(theme_->background);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRounding, kRounding);
  painter.end();
  QLabel::paintEvent(event);
}

void HoverCard::show_at(QPoint at, const QString& rich_text) {
  setText(rich_text);
  const QSize room = parentWidget()->size();
  setWordWrap(false);
  adjustSize();
  if (const int widest = std::min(kWidest, room.width()); width() > widest) {
    setWordWrap(true);
    resize(widest, heightForWidth(widest));
  }
  int x = at.x() + kFromMouse, y = at.y() + 18;
  if (x + width() > room.width()) x = at.x() - kFromMouse - width();
  if (y + height() > room.height()) y = at.y() - 12 - height();
  const auto place = [&] {
    move(std::clamp(x, 0, std::max(0, room.width() - width())),
         std::clamp(y, 0, std::max(0, room.height() - height())));
  };
  place();
  // In a low view there may be no room above or below: then beside the mouse, in more lines.
  const bool right = room.width() - at.x() > at.x();
  const int beside = (right ? room.width() - at.x() : at.x()) - kFromMouse;
  if (geometry().contains(at) && beside >= kNarrowest) {
    if (width() > beside) {
      setWordWrap(true);
      resize(beside, heightForWidth(beside));
    }
    x = right ? at.x() + kFromMouse : at.x() - kFromMouse - width();
    place();
  }
  show();
  raise();
}

}  // namespace stowage
