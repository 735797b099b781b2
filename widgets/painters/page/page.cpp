// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/page/page.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "widgets/painters/style/numbers.h"
#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct ExportText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Export)
};

constexpr double kSwatch = 13, kSmallLine = 15;
// Drawings on one page: how wide each is at least where they lie beside each other, what is between them, and the
// first and each further line of a heading.
constexpr double kLeastBeside = 260, kPartGap = 16, kHeadingLine = 22, kFurtherLine = 16;

/// What stands around a view, by how much room there is.
struct Around {
  double margin, title, text, line;  ///< pixels: around the page, of letters, of a line of them
  int legend_lines, caption_lines;

  static Around of(const QSizeF& page) {
    if (page.width() >= kSmallPage && page.height() >= kLowPage) return {14, 16, 13, kLegendLine, 4, 2};
    const bool low = page.height() < 0.7 * kLowPage;
    const double margin = std::min(4.0, page.width() / 40);
    return {margin, 12, kSmallestText, kSmallLine, low ? 2 : 3, low ? 1 : 2};
  }
};

/// Where each item of a legend goes, in lines as wide as the page; those past the last line are only counted.
struct LegendLayout {
  struct Place {
    std::size_t item;
    QPointF at;
  };
  std::vector<Place> places;
  std::size_t left_out = 0;
  double height = 0;
};

/// How a legend is drawn: in small letters, or with less in it, where there is little room.
struct LegendLook {
  double line = kLegendLine, letters = 12, gap = 20, swatch = kSwatch;
  int most_lines = 4;
  bool details = true;

  [[nodiscard]] QFont label_font() const { return paint_font(letters); }
  [[nodiscard]] QFont detail_font() const { return paint_font(kSmallestText); }
  [[nodiscard]] QString more(std::size_t count) const {
    return ExportText::tr("and %n more", nullptr, static_cast<int>(count));
  }
  [[nodiscard]] double width_of(const LegendItem& item) const {
    const double detail = !details || item.detail.isEmpty() ? 0 : 6 + text_width(detail_font(), item.detail);
    return swatch + 6 + text_width(label_font(), item.label) + detail + gap;
  }
};

LegendLayout lay_out_legend(const std::vector<LegendItem>& items, const LegendLook& look, double first_x,
                            double width) {
  LegendLayout out;
  double x = first_x;
  int line = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double needed = look.width_of(items[i]) - look.gap;
    // The last line keeps room to say how many are left out.
    const double kept = text_width(look.detail_font(), look.more(items.size() - i));
    const double room = line + 1 < look.most_lines || i + 1 == items.size() ? width : width - kept - look.gap;
    if (x > first_x && x + needed > room) {
      if (line + 1 == look.most_lines) {
        out.left_out = items.size() - i;
        out.places.push_back({items.size(), QPointF(x, line * look.line)});
        break;
      }
      x = first_x;
      ++line;
    }
    out.places.push_back({i, QPointF(x, line * look.line)});
    x += needed + look.gap;
  }
  out.height = items.empty() ? 0 : (line + 1) * look.line;
  return out;
}

void draw_item(QPainter& painter, QPointF at, double right, const LegendItem& item, const LegendLook& look,
               const Theme& theme) {
  const QRectF swatch(at.x(), at.y() + (look.line - look.swatch) / 2, look.swatch, look.swatch);
  fill_rect(painter, swatch, item.hidden ? Fill{theme.grid} : item.fill);
  set_ink(painter, QPen(theme.muted_text, page_line(0.75)), Qt::NoBrush);
  painter.drawRect(swatch);
  QFont font = look.label_font();
  font.setStrikeOut(item.hidden);
  set_letters(painter, font, item.hidden ? theme.muted_text : theme.text);
  const double x = swatch.right() + 6;
  const QString label = fitted(font, item.label, right - x);
  const double width = text_width(font, label);
  painter.drawText(QRectF(x, at.y(), width + 2, look.line), Qt::AlignLeft | Qt::AlignVCenter, label);
  if (!look.details) return;
  set_letters(painter, look.detail_font(), theme.muted_text);
  const QRectF rest(x + width + 6, at.y(), right - x - width - 6, look.line);
  painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter, fitted(look.detail_font(), item.detail, rest.width()));
}

/// What a legend's title says in parentheses is about the details beside its labels.
QString without_details(const QString& title) {
  static const QRegularExpression parentheses(QStringLiteral("\\s*[(\uFF08][^()]*[)\uFF09]$"));
  return QString(title).remove(parentheses);
}

double draw_legend(QPainter& painter, const QRectF& rect, QString title, const std::vector<LegendItem>& items,
                   LegendLook look, const Theme& theme) {
  if (items.empty()) return 0;
  const QFont title_font = paint_font(look.letters, true);
  const auto title_width = [&] { return title.isEmpty() ? 0 : text_width(title_font, title) + look.gap * 0.7; };
  const auto lay_out = [&] {
    // A title that takes much of a narrow page stands at the head of its first line alone.
    return lay_out_legend(items, look, title_width() < rect.width() / 2 ? title_width() : 0, rect.width());
  };
  if (title_width() >= rect.width() / 2) title = without_details(title);
  LegendLayout layout = lay_out();
  if (look.line < kLegendLine && layout.height > look.line) {  // small: labels matter more than numbers
    look.details = false;
    title = without_details(title);
    layout = lay_out();
  }
  constexpr std::size_t kFew = 8;  // a line more is better than a colour without its name
  for (; layout.left_out > 0 && items.size() <= kFew && look.most_lines < 4; layout = lay_out()) ++look.most_lines;
  const bool beside = title_width() < rect.width() / 2;
  if (!beside) layout.height += look.line;
  const QPointF origin(rect.left(), rect.bottom() - layout.height), first(0, beside ? 0 : look.line);
  set_letters(painter, title_font, theme.text);
  painter.drawText(QRectF(origin, QSizeF(rect.width(), look.line)), Qt::AlignLeft | Qt::AlignVCenter,
                   fitted(title_font, title, rect.width()));
  for (const LegendLayout::Place& place : layout.places) {
    if (place.item < items.size()) {
      draw_item(painter, origin + first + place.at, rect.right(), items[place.item], look, theme);
      continue;
    }
    set_letters(painter, look.detail_font(), theme.muted_text);
    painter.drawText(QRectF(origin + first + place.at, QSizeF(rect.width() - place.at.x(), look.line)),
                     Qt::AlignLeft | Qt::AlignVCenter, look.more(layout.left_out));
  }
  return layout.height + look.line * 0.3;
}

/// The words above a view: the title, and the subtitle beside it, or below where they are too long for one line.
class Head {
 public:
  Head(const Drawing& drawing, const Around& around, double width)
      : title_font_(paint_font(around.title, true)),
        text_font_(paint_font(around.text)),
        line_(std::ceil(QFontMetricsF(text_font_).height()) + 1) {
    const bool titled = page_style()->title;
    const QString whole = titled ? drawing.title : QString(),
                  words = page_has_captions() ? drawing.subtitle : QString();
    title_ = fitted(title_font_, whole, width);
    if (!whole.isEmpty()) title_height_ = std::ceil(around.title * 1.5);
    const double x = title_.isEmpty() ? 0 : text_width(title_font_, title_) + 12;
    if (words.isEmpty()) return;
    if (x + text_width(text_font_, words) <= width) {
      beside_ = x;
      lines_ = {words};
      if (title_.isEmpty()) title_height_ = line_;
      return;
    }
    lines_ = lines_of(words, around.caption_lines, width);
  }

  [[nodiscard]] double height() const {
    return beside_ ? title_height_ : title_height_ + line_ * static_cast<double>(lines_.size());
  }

  void draw(QPainter& painter, QPointF at, const Theme& theme) const {
    const double baseline = at.y() + QFontMetricsF(title_font_).ascent();
    set_letters(painter, title_font_, theme.text);
    painter.drawText(QPointF(at.x(), baseline), title_);
    set_letters(painter, text_font_, theme.muted_text);
    if (beside_) return painter.drawText(QPointF(at.x() + *beside_, baseline), lines_.front());
    double y = at.y() + title_height_ + QFontMetricsF(text_font_).ascent();
    for (const QString& line : lines_) {
      painter.drawText(QPointF(at.x(), y), line);
      y += line_;
    }
  }

 private:
  /// As much of it as there is room for, up to the end of a part; of a part that is too long by itself, the beginning.
  [[nodiscard]] QStringList lines_of(const QString& words, int most, double width) const {
    static const QRegularExpression ends(QStringLiteral("( ·|[.:;,]|(?= \\())(?= )|[，。；：（]|$"));
    const auto fits = [&](const QStringList& lines) {
      const auto is_short = [&](const QString& line) { return text_width(text_font_, line) <= width; };
      return lines.size() <= most && std::ranges::all_of(lines, is_short);
    };
    QStringList best;
    for (auto end = ends.globalMatch(words); end.hasNext();)
      if (const QStringList lines = wrapped(text_font_, words.left(end.next().capturedStart()), width); fits(lines))
        best = lines;
    if (!best.isEmpty() && !best.front().isEmpty()) return best;
    QStringList lines = wrapped(text_font_, words, width);
    if (lines.size() > most) {
      lines = lines.mid(0, most);
      lines.back() += QStringLiteral(" …");
    }
    for (QString& line : lines) line = QFontMetricsF(text_font_).elidedText(line, Qt::ElideRight, width);
    return lines;
  }

  QFont title_font_, text_font_;
  double line_, title_height_ = 0;
  QString title_;
  std::optional<double> beside_;  // x of the subtitle, where it is on the title's line
  QStringList lines_;
};

/// As many lines as it needs, up to a few.
QStringList heading_lines(const QFont& font, const QString& heading, double width) {
  constexpr qsizetype kMost = 3;
  QStringList lines = wrapped(font, heading, width);
  if (lines.size() > kMost) lines = lines.mid(0, kMost - 1) << lines.mid(kMost - 1).join(' ');
  for (QString& line : lines) line = fitted(font, line, width);
  return lines;
}

/// Where drawings lie on one page, with their headings.
std::vector<QRectF> places_of_parts(const QRectF& rect, std::size_t count) {
  constexpr double kLeastHigh = 130;  // lower, a map has no room for its axes and a level
  const auto parts = static_cast<double>(count);
  const double width = (rect.width() - kPartGap * (parts - 1)) / parts;
  const double height = (rect.height() - kPartGap * (parts - 1)) / parts;
  const bool stacked = width < kLeastBeside && height >= kLeastHigh;
  QRectF part(rect.topLeft(), stacked ? QSizeF(rect.width(), height) : QSizeF(width, rect.height()));
  std::vector<QRectF> out;
  for (std::size_t k = 0; k < count; ++k) {
    out.push_back(part);
    part.translate(stacked ? 0 : width + kPartGap, stacked ? height + kPartGap : 0);
  }
  return out;
}

}  // namespace

std::vector<LegendItem> legend_of(const Coloring& coloring, std::span<const std::uint8_t> hidden, const Theme& theme,
                                  bool operators_count) {
  std::vector<LegendItem> out;
  for (std::size_t i = 0; i < coloring.entries().size(); ++i) {
    const Coloring::Entry& entry = coloring.entries()[i];
    if (entry.tensors == 0 && (entry.operators == 0 || !operators_count)) continue;
    const auto id = static_cast<std::uint8_t>(i);
    const QString detail = ExportText::tr("%1 · %2").arg(QLocale().toString(entry.tensors), human_bytes(entry.bytes));
    out.push_back({coloring.fill(id, theme), entry.label, detail, std::ranges::binary_search(hidden, id)});
  }
  return out;
}

QString legend_title(ColorBy by, bool recorded) {
  if (recorded && by == ColorBy::kind) return ExportText::tr("Source line");
  for (const ColoringInfo& info : colorings())
    if (info.by == by) return QCoreApplication::translate("stowage::Coloring", info.title);
  return {};
}

QString legend_title(const Coloring& coloring) {
  return legend_title(coloring.by(), coloring.recorded());
}

Drawing sentence_drawing(const QString& title, const QString& sentence) {
  return {.title = title, .paint = [sentence](QPainter& painter, const QRectF& rect, const Theme& theme) {
            draw_sentence(painter, rect, sentence, theme);
          }};
}

double draw_legend(QPainter& painter, const QRectF& rect, const QString& title, const std::vector<LegendItem>& items,
                   const Theme& theme) {
  LegendLook look;
  if (on_small_page(rect.width())) look = {.line = kSmallLine, .letters = kSmallestText, .gap = 12, .swatch = 9};
  return draw_legend(painter, rect, title, items, look, theme);
}

Drawing side_by_side(const std::vector<HeadedDrawing>& drawings) {
  constexpr double kHigh = 190;  // of a map over another one
  const auto count = static_cast<double>(drawings.size());
  Drawing page = drawings.front().drawing;
  page.subtitle.clear();
  page.natural_size = {};
  page.list_height = count * (kHeadingLine + kHigh) + kPartGap * (count - 1);
  page.list_within = count * kLeastBeside + kPartGap * (count - 1) + 2 * Around::of({kSmallPage, kLowPage}).margin;
  page.paint = [drawings](QPainter& painter, const QRectF& rect, const Theme& theme) {
    const QFont font = paint_font(13, true);
    const std::vector<QRectF> places = places_of_parts(rect, drawings.size());
    std::vector<QStringList> headings;
    qsizetype lines = 1;  // as many above each, so that a byte is as high in all
    for (const HeadedDrawing& each : drawings) {
      headings.push_back(heading_lines(font, each.heading, places.front().width()));
      lines = std::max(lines, headings.back().size());
    }
    for (std::size_t k = 0; k < drawings.size(); ++k) {
      set_letters(painter, font, theme.text);
      QRectF line(places[k].topLeft(), QSizeF(places[k].width(), kHeadingLine));
      for (const QString& each : headings[k]) {
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, each);
        line.translate(0, kFurtherLine);
      }
      painter.save();
      const double above = kHeadingLine + static_cast<double>(lines - 1) * kFurtherLine;
      drawings[k].drawing.paint(painter, places[k].adjusted(0, above, 0, 0), theme);
      painter.restore();
    }
  };
  return page;
}

void draw_page(QPainter& painter, const QRectF& rect, const Drawing& drawing, const Theme& theme) {
  if (page_style() == nullptr) {
    const PageStyle usual;
    const PageScope scope(usual);
    return draw_page(painter, rect, drawing, theme);
  }
  if (theme.background.alpha() > 0) painter.fillRect(rect, theme.background);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setRenderHint(QPainter::TextAntialiasing);
  const Around around = Around::of(rect.size());
  QRectF inside = rect.adjusted(around.margin, around.margin, -around.margin, -around.margin);
  const Head head(drawing, around, inside.width());
  const QPointF corner = inside.topLeft();
  inside.setTop(inside.top() + head.height());
  if (drawing.legend && page_style()->legend) {
    LegendLook look;
    if (around.line < kLegendLine)
      look = {.line = around.line, .letters = around.text, .gap = 12, .swatch = 9, .most_lines = around.legend_lines};
    inside.setBottom(inside.bottom() -
                     draw_legend(painter, inside, drawing.legend_title, drawing.legend(theme), look, theme));
  }
  if (drawing.paint && inside.height() >= 1 && inside.width() >= 1) {
    painter.save();
    drawing.paint(painter, inside, theme);
    painter.restore();
  }
  head.draw(painter, corner, theme);
}

}  // namespace stowage
