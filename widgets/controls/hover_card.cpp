// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/hover_card.h"

#include <algorithm>

#include <QCoreApplication>
#include <QEvent>
#include <QGuiApplication>
#include <QPainter>

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

QString row(const QString& what, const QString& value) {
  return QString("<tr><td style='padding-right:10px'>%1</td><td>%2</td></tr>").arg(what.toHtmlEscaped(), value);
}

QString operator_text(const Graph& graph, OperatorId o) {
  QString text = text_of(graph.name(o)).toHtmlEscaped();
  if (!graph.kind(o).empty()) text += " · " + text_of(graph.kind(o)).toHtmlEscaped();
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
QString stream_row(const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  const OperatorId producer = graph.producer(t);
  if (const HeapAllocation* block = view.history ? view.history->allocation_of(t) : nullptr)
    return row(Text::tr("stream"),
               stream_html(*view.history, block->stream, graph, Theme::of(is_dark(QGuiApplication::palette()))));
  if (!producer.valid()) return {};
  return row(Text::tr("stream"), stream_label(graph, graph.stream(producer)).toHtmlEscaped());
}

QString flow_rows(const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  const bool recorded = view.recorded();
  const OperatorId producer = graph.producer(t);
  QString rows = stream_row(view, t);
  rows += row(recorded ? Text::tr("allocated in") : Text::tr("producer"),
              producer.valid() ? operator_text(graph, producer) : Text::tr("none: present from the start"));
  if (recorded && graph.consumers(t).empty()) return rows + row(Text::tr("freed in"), Text::tr("not in the record"));
  return rows + row(recorded ? Text::tr("freed in") : Text::tr("consumers"), consumers_text(graph, t));
}

/// When it lives; over time, that also as times.
QString life_rows(const HeapMapScene& scene, TensorId t) {
  const PlanView& view = scene.plan_view();
  const Lifetime life = scene.life(t);
  if (scene.scale().over_events()) return row(Text::tr("lifetime"), scene.stretch_text(life));
  QString rows = row(Text::tr("lifetime"), lifetime_text(scene.graph(), (*view.lifetimes)[t.index()]));
  if (!scene.over_time() || life.empty()) return rows;
  const QString time = scene.stretch_text(life);
  return rows + row(Text::tr("in the simulated run"), scene.estimated() ? Text::tr("%1, estimated").arg(time) : time);
}

/// When it keeps its memory beyond its life in the shown order, or run.
QString hold_rows(const HeapMapScene& scene, TensorId t) {
  const Lifetime life = scene.life(t), hold = scene.hold(t);
  QString rows;
  if (hold.empty() || life.empty()) return rows;
  if (hold.begin < life.begin)
    rows += row(Text::tr("kept from"),
                Text::tr("%1: it may be made this early").arg(scene.place_text(hold.begin)).toHtmlEscaped());
  if (hold.end > life.end)
    rows += row(Text::tr("kept until"),
                (hold.end == scene.scale().length()
                     ? Text::tr("the end: no operator runs after all its uses")
                     : Text::tr("%1: another stream may still read it").arg(scene.place_text(hold.end)))
                    .toHtmlEscaped());
  return rows;
}

QString place_rows(const PlanView& view, TensorId t) {
  const Graph& graph = *view.graph;
  const std::int64_t size = graph.size(t).count;
  QString rows = row(Text::tr("size"), full_bytes(graph.size(t)));
  if (!view.plan) return rows;
  const std::int64_t reserved = round_up(size, view.plan->alignment.count);
  if (reserved != size) rows += row(Text::tr("reserved"), exact_bytes({reserved}));
  // What was recorded has an address; its offset is a place in the picture.
  const HeapAllocation* block = view.plan->reserved_peak && view.history ? view.history->allocation_of(t) : nullptr;
  if (block != nullptr) return rows + row(Text::tr("address"), "0x" + QString::number(block->address, 16));
  const Offset low = view.plan->offsets[t.index()];
  rows += row(Text::tr("offset"), address_text(low));
  return rows + row(Text::tr("end"), address_text(low + Bytes{reserved}));
}

/// `when` are the rows about its life.
QString card_of(const PlanView& view, TensorId t, const QString& when, const QString& note) {
  const Graph& graph = *view.graph;
  QString rows = place_rows(view, t) + when;
  if (const QString sharing = sharing_text(view, t); !sharing.isEmpty())
    rows += row(Text::tr("bytes"), sharing.toHtmlEscaped());
  // A list of lifetimes has no operators of its own.
  if (!has_only_lifetimes(graph)) rows += flow_rows(view, t);
  if (!graph.kind(t).empty())
    rows +=
        row(view.recorded() ? Text::tr("source line") : Text::tr("kind"), kind_label(graph.kind(t)).toHtmlEscaped());
  if (!note.isEmpty()) rows += row(Text::tr("note"), note.toHtmlEscaped().replace('\n', "<br>"));
  return QString("<b>%1</b><table cellspacing='0' cellpadding='0'>%2</table>")
      .arg(text_of(graph.name(t)).toHtmlEscaped(), rows);
}

}  // namespace

QString tensor_card(const PlanView& view, TensorId t) {
  return card_of(view, t, row(Text::tr("lifetime"), lifetime_text(*view.graph, (*view.lifetimes)[t.index()])), {});
}

QString tensor_card(const HeapMapScene& scene, TensorId t, const QString& note) {
  return card_of(scene.plan_view(), t, life_rows(scene, t) + hold_rows(scene, t), note);
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
