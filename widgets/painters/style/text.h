// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include <QFont>
#include <QRectF>
#include <QStringList>

#include "widgets/painters/style/theme.h"

namespace stowage {

/// Text of a file (a name, a label) as it may be drawn or listed: UTF-8, on one line, without characters that SVG
/// cannot hold. White space becomes a space, other control characters U+FFFD; marks of direction, tags and blanks
/// without a width are written out ("\u202e"). A text that nobody would read to its end is cut in the middle, since
/// names of one graph mostly differ at their end: to measure a name of a megabyte takes seconds.
[[nodiscard]] QString text_of(std::string_view utf8);
/// The same, however long it is: for files, and for words that are set in lines.
[[nodiscard]] QString whole_text_of(std::string_view utf8);
[[nodiscard]] QString one_line(QString text);

/// The application's font at a size in logical pixels, so that screen, image and paper lay out alike.
[[nodiscard]] QFont paint_font(double pixels, bool bold = false);

/// What texts are written with.
void set_letters(QPainter& painter, const QFont& font, const QColor& ink);
/// Width of `text` in that font.
[[nodiscard]] double text_width(const QFont& font, const QString& text);

/// Cuts `text` at its end so that it is at most `width` wide; empty where not even a few letters fit.
[[nodiscard]] QString fitted(const QFont& font, const QString& text, double width);
/// The same for a name, which is cut at its front: names of one graph mostly differ at their end.
[[nodiscard]] QString fitted_name(const QFont& font, const QString& name, double width);
/// The most that one may take of `room` where the smaller leave to the larger the room that they do not want.
[[nodiscard]] double fair_share(std::vector<double> wanted, double room);
/// "a → b", where each name that is too long is cut at its front; the names share the width.
[[nodiscard]] QString fitted_path(const QFont& font, const QStringList& names, double width);
/// Several names, each at most `width` wide: cut at their ends if they still differ then, otherwise at their fronts.
[[nodiscard]] QStringList fitted_apart(const QFont& font, const QStringList& names, double width);

/// The first of some wordings, the longest first, that is at most `width` wide; empty where none is.
[[nodiscard]] QString fitting(const QFont& font, const QStringList& wordings, double width);
/// The same for labels, with the room around their text.
[[nodiscard]] QString fitting_label(const QStringList& wordings, double width);

/// Breaks `text` into lines at most `width` wide, where its script allows: between words, or between the characters of
/// Chinese but before none of its commas. A longer word has a line of its own.
[[nodiscard]] QStringList wrapped(const QFont& font, const QString& text, double width);

/// A short text on a rounded ground that keeps it legible over data. `anchor` is the point of its box that `align`
/// names; the box is moved to stay inside `within`.
void draw_label(QPainter& painter, const QString& text, QPointF anchor, Qt::Alignment align, const QRectF& within,
                const QColor& ink, const Theme& theme);
/// The box that draw_label would draw.
[[nodiscard]] QRectF label_box(const QString& text, QPointF anchor, Qt::Alignment align, const QRectF& within);
/// A label and where it is drawn; null where it has no place.
struct PlacedLabel {
  QString text{};
  QRectF box{};
};
/// Draws it there; nothing without a text or a place.
void draw_label(QPainter& painter, const PlacedLabel& label, const QColor& ink, const Theme& theme);

/// Where the labels of one picture are. Each takes its place beside those before it, so that no two lie on each other
/// where there is room.
class LabelRoom {
 public:
  /// Nothing where the box is null.
  void take(const QRectF& box);
  void take(std::span<const QRectF> boxes);
  /// Square pixels of labels that such a box would hide.
  [[nodiscard]] double hidden_by(const QRectF& box) const;
  [[nodiscard]] bool is_free(const QRectF& box) const { return hidden_by(box) == 0; }
  /// Takes one of the places: of those that hide least of other labels the one of least cost, of equals the first.
  /// There must be one. Null boxes are no places.
  QRectF place(std::span<const QRectF> places, const std::function<double(const QRectF&)>& cost = {});

 private:
  std::vector<QRectF> taken_;
};

/// The label of a tick, centred below `top_center` and moved to stay inside `left` … `right`. Font and pen are the
/// painter's.
void draw_tick_label(QPainter& painter, QPointF top_center, const QString& label, double left, double right);

/// The label of a tick of an upright axis, which ends at `right_middle`. Font and pen are the painter's.
void draw_left_label(QPainter& painter, QPointF right_middle, const QString& label);
/// A text that runs upwards, in the middle of `rect`. Font and pen are the painter's.
void draw_upright(QPainter& painter, const QRectF& rect, const QString& text);

/// A sentence in the middle of an otherwise empty drawing, wrapped to its width.
void draw_sentence(QPainter& painter, const QRectF& rect, const QString& sentence, const Theme& theme);

/// A name cut to a width where it still differs from most of the `others` (it may be one of them): at its front, as
/// fitted_name() does, or at its end where what is left at the front tells more of them apart. Without others a name of
/// several words keeps its beginning.
[[nodiscard]] QString fitted_among(const QFont& font, const QString& name, const QStringList& others, double width);

}  // namespace stowage
