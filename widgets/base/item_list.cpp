// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/item_list.h"

#include <deque>
#include <map>

#include <QAccessibleActionInterface>
#include <QAccessibleWidget>

namespace stowage {
namespace {

/// Screen readers keep what they have asked for; that many of one view, then the oldest are dropped.
constexpr std::size_t kMostKept = 500;

ItemList* items_of(const QObject* view) {
  return dynamic_cast<ItemList*>(const_cast<QObject*>(view));
}

/// One item, made when it is asked for.
class AccessibleItem final : public QAccessibleInterface, public QAccessibleActionInterface {
 public:
  AccessibleItem(QWidget* view, int item) : view_(view), item_(item) {}

  [[nodiscard]] int item() const { return item_; }

  [[nodiscard]] bool isValid() const override { return view_ && item_ < list().item_count(); }
  [[nodiscard]] QObject* object() const override { return nullptr; }
  [[nodiscard]] QWindow* window() const override { return view_ ? view_->window()->windowHandle() : nullptr; }
  [[nodiscard]] QAccessibleInterface* parent() const override {
    return view_ ? QAccessible::queryAccessibleInterface(view_) : nullptr;
  }
  [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
  [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
  [[nodiscard]] int childCount() const override { return 0; }
  [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*child*/) const override { return -1; }
  [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }

  [[nodiscard]] QString text(QAccessible::Text kind) const override {
    if (!isValid()) return {};
    switch (kind) {
      case QAccessible::Name:
        return list().item_name(item_);
      case QAccessible::Value:
      case QAccessible::Description:
        return list().item_value(item_);
      default:
        return {};
    }
  }
  void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}
  [[nodiscard]] QRect rect() const override {
    if (!isValid()) return {};
    const QRect place = list().item_rect(item_);
    return place.isEmpty() ? QRect() : QRect(view_->mapToGlobal(place.topLeft()), place.size());
  }
  [[nodiscard]] QAccessible::State state() const override {
    QAccessible::State out;
    out.invalid = !isValid();
    if (out.invalid) return out;
    out.selectable = out.focusable = true;
    out.selected = list().is_item_selected(item_);
    out.focused = view_->hasFocus() && list().current_item() == item_;
    out.offscreen = list().item_rect(item_).isEmpty();
    out.invisible = !view_->isVisible();
    return out;
  }
  void* interface_cast(QAccessible::InterfaceType kind) override {
    return kind == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
  }

  [[nodiscard]] QStringList actionNames() const override { return {pressAction()}; }
  void doAction(const QString& action) override {
    if (isValid() && action == pressAction()) list().choose_item(item_);
  }
  [[nodiscard]] QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }

 private:
  [[nodiscard]] ItemList& list() const { return *items_of(view_); }

  QPointer<QWidget> view_;
  int item_;
};

class AccessibleItemList final : public QAccessibleWidget {
 public:
  explicit AccessibleItemList(QWidget* view) : QAccessibleWidget(view, QAccessible::List) {}
  ~AccessibleItemList() override {
    for (const auto& [item, id] : kept_) QAccessible::deleteAccessibleInterface(id);
  }
  Q_DISABLE_COPY_MOVE(AccessibleItemList)

  [[nodiscard]] int childCount() const override { return list() ? list()->item_count() : 0; }
  [[nodiscard]] QAccessibleInterface* child(int index) const override {
    if (index < 0 || index >= childCount()) return nullptr;
    if (const auto known = kept_.find(index); known != kept_.end())
      return QAccessible::accessibleInterface(known->second);
    if (kept_.size() >= kMostKept) {
      QAccessible::deleteAccessibleInterface(kept_.at(oldest_.front()));
      kept_.erase(oldest_.front());
      oldest_.pop_front();
    }
    auto* made = new AccessibleItem(widget(), index);
    kept_[index] = QAccessible::registerAccessibleInterface(made);
    oldest_.push_back(index);
    return made;
  }
  [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override {
    return list() ? child(list()->item_at(widget()->mapFromGlobal(QPoint(x, y)))) : nullptr;
  }
  [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override {
    const auto* item = dynamic_cast<const AccessibleItem*>(child);
    return item != nullptr && item->parent() == this ? item->item() : -1;
  }
  [[nodiscard]] QAccessibleInterface* focusChild() const override {
    return list() && widget()->hasFocus() ? child(list()->current_item()) : nullptr;
  }
  [[nodiscard]] QString text(QAccessible::Text kind) const override {
    const int current = list() ? list()->current_item() : -1;
    if (kind == QAccessible::Value && current >= 0) return list()->item_name(current);
    return QAccessibleWidget::text(kind);
  }

 private:
  [[nodiscard]] const ItemList* list() const { return items_of(object()); }

  mutable std::map<int, QAccessible::Id> kept_;
  mutable std::deque<int> oldest_;
};

QAccessibleInterface* make_interface(const QString& /*class_name*/, QObject* object) {
  auto* widget = qobject_cast<QWidget*>(object);
  return widget && items_of(widget) ? new AccessibleItemList(widget) : nullptr;
}

}  // namespace

void tell_of_items(QWidget& view) {
  static const bool installed = (QAccessible::installFactory(make_interface), true);
  Q_UNUSED(installed)
  if (!QAccessible::isActive()) return;
  // Its base classes may have been asked for while it was made.
  QAccessibleInterface* before = QAccessible::queryAccessibleInterface(&view);
  if (before && before->role() != QAccessible::List)
    QAccessible::deleteAccessibleInterface(QAccessible::uniqueId(before));
}

void announce_item(QWidget& view, const ItemList& items) {
  if (!QAccessible::isActive() || !view.hasFocus()) return;
  const int current = items.current_item();
  if (current < 0) return;
  for (const auto kind : {QAccessible::Focus, QAccessible::Selection}) {
    QAccessibleEvent event(&view, kind);
    event.setChild(current);
    QAccessible::updateAccessibility(&event);
  }
}

}  // namespace stowage
