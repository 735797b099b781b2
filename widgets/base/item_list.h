// SPDX-License-Identifier: GPL-3.0-or-later
// What a view that paints itself shows, as a list for those who hear it: screen readers ask for the items of such a
// view one by one, so that a million of them cost nothing until they are asked for.
#pragma once

#include <QRect>
#include <QString>

class QWidget;

namespace stowage {

/// To be a public base of the view, beside QWidget. Items are numbered from 0.
class ItemList {
 public:
  ItemList() = default;
  virtual ~ItemList() = default;
  ItemList(const ItemList&) = delete;
  ItemList& operator=(const ItemList&) = delete;

  [[nodiscard]] virtual int item_count() const = 0;
  /// The one at which the keyboard is; -1: none.
  [[nodiscard]] virtual int current_item() const = 0;
  [[nodiscard]] virtual QString item_name(int item) const = 0;
  /// What there is to know of it, in words.
  [[nodiscard]] virtual QString item_value(int item) const = 0;
  /// In the view's coordinates; empty where it is not in view.
  [[nodiscard]] virtual QRect item_rect(int item) const = 0;
  /// -1: none.
  [[nodiscard]] virtual int item_at(QPoint at) const = 0;
  [[nodiscard]] virtual bool is_item_selected(int item) const = 0;
  /// As a click on it does.
  virtual void choose_item(int item) = 0;
};

/// Screen readers have this view as a list, from now on: to be called in its constructor. It is an ItemList.
void tell_of_items(QWidget& view);

/// After a change of the current item: says which it is, where the view has the keyboard.
void announce_item(QWidget& view, const ItemList& items);

}  // namespace stowage
