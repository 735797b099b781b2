// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/frame/docks.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>
#include <utility>

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QMainWindow>
#include <QPointer>
#include <QResizeEvent>
#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolBar>
#include <QToolButton>

#include "app/dialogs/dialogs.h"
#include "app/frame/dock_table.h"
#include "app/session/document.h"
#include "widgets/base/pane.h"
#include "widgets/controls/scrolled.h"

namespace stowage {
namespace {

constexpr int kLayoutVersion = 16;  // of kept layouts: those of another version are not restored
constexpr QSize kFirstSize{1280, 800};
constexpr QSize kLeastContent{150, 80};  // of a view: below that it scrolls, so that a window may be narrow
constexpr double kScreenShare = 0.85;    // of a screen with room for more, at first
constexpr std::ptrdiff_t kMostTabs = 4;  // in one place
constexpr int kAroundName = 16;          // pixels of a strip, before and after

class UprightButton final : public QToolButton {
  Q_DECLARE_TR_FUNCTIONS(stowage::SideStrip)

 public:
  UprightButton(const QString& text, bool upwards) : upwards_(upwards) {
    setText(text);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setToolTip(tr("Show %1").arg(text));
    setAccessibleName(toolTip());
  }
  [[nodiscard]] QSize sizeHint() const override {
    return {fontMetrics().height() + 8, fontMetrics().horizontalAdvance(text()) + kAroundName};
  }

 private:
  void paintEvent(QPaintEvent* /*event*/) override {
    QStyleOptionToolButton option;
    initStyleOption(&option);
    QStylePainter painter(this);
    painter.rotate(upwards_ ? -90 : 90);
    upwards_ ? painter.translate(-height(), 0) : painter.translate(0, -width());
    option.rect = QRect(0, 0, height(), width());
    painter.drawComplexControl(QStyle::CC_ToolButton, option);
  }

  bool upwards_;
};

/// A column of docks folded to a strip at its side of the window: a button for each, its name written upwards.
/// ```
///  ┌─┬──────────────
///  │G│
///  │r│   the centre has the room of the column
///  │a│
///  │p│
///  │h│
/// ```
/// It is hidden until it has names.
QToolBar* make_strip(QMainWindow& window, Qt::ToolBarArea side, const QString& title) {
  auto* strip = new QToolBar(title, &window);
  strip->setObjectName(side == Qt::LeftToolBarArea ? "left_strip" : "right_strip");
  strip->setMovable(false);
  strip->setContextMenuPolicy(Qt::PreventContextMenu);
  window.addToolBar(side, strip);
  strip->hide();
  return strip;
}

/// A view whose parts need more room than its dock may have: then it scrolls.
class ScrolledContent final : public Scrolled {
 public:
  using Scrolled::Scrolled;
  [[nodiscard]] QSize minimumSizeHint() const override { return widget()->minimumSizeHint().boundedTo(kLeastContent); }
};

/// Where a place is, and the dock that the others of it are put beside.
struct PlaceRow {
  Qt::DockWidgetArea area;
  const char* first;
};

/// In the order of DockPlace.
constexpr std::array<PlaceRow, 4> kPlaces{{{Qt::LeftDockWidgetArea, "graph"},
                                           {Qt::BottomDockWidgetArea, "legend"},
                                           {Qt::BottomDockWidgetArea, "tensors"},
                                           {Qt::RightDockWidgetArea, "strategies"}}};

bool lists(std::initializer_list<const char*> names, std::string_view dock) {
  return std::ranges::find(names, dock) != names.end();
}

/// The name of a dock, as QMainWindow::saveState() writes it.
QByteArray written(const QString& name) {
  QByteArray out;
  QDataStream stream(&out, QIODevice::WriteOnly);
  stream << name;
  return out;
}

}  // namespace

bool is_in_sight(const QDockWidget* dock) {
  return dock->isVisible() && !dock->visibleRegion().isEmpty();
}

void focus_into(QWidget* view) {
  const auto takes_keys = [view](const QWidget* w) {
    return (w == view || view->isAncestorOf(w)) && (w->focusPolicy() & Qt::TabFocus) && w->isVisibleTo(view) &&
           w->isEnabled();
  };
  QWidget* to = view;
  if (!view->focusProxy() && !takes_keys(view)) do
      to = to->nextInFocusChain();
    while (to != view && !takes_keys(to));
  to->setFocus(Qt::ShortcutFocusReason);
}

Docks::Docks(QMainWindow& window, QSettings& settings, ViewState& state, OpenDocument& document, Pane& lanes)
    : QObject(&window), window_(window), settings_(settings) {
  window.setDockNestingEnabled(true);
  window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);  // sixteen strategies need the height
  for (const DockRow& row : dock_rows()) {
    QWidget* view = row.make(state, document);
    if (auto* pane = qobject_cast<Pane*>(view)) panes_.append(pane);
    docks_.push_back({make_dock(row, view), &row});
    docks_.back().offered = row.offered == nullptr || row.offered(document);
  }
  panes_.insert(1, &lanes);
  follow_strategies();
  place_first();
  const QSize screen = room_on_screen().size();
  QSize size = kFirstSize.expandedTo(screen * kScreenShare);
  size.setHeight(std::min(size.height(), screen.height()));  // higher, the status bar would be out of sight
  window.resize(size);
  make_strips();
  first_layout_ = hidden_layout_ = window.saveState(kLayoutVersion);
  apply();
  window.installEventFilter(this);
}

QDockWidget* Docks::make_dock(const DockRow& row, QWidget* content) {
  const QString title = title_of(row);
  auto* dock = new QDockWidget(title, &window_);
  dock->setObjectName(row.name);
  dock->setProperty(kManualPage, row.page);
  dock->setWidget(new ScrolledContent(content));
  dock->setAccessibleName(title);
  if (content->accessibleName().isEmpty()) content->setAccessibleName(title);  // while empty it has the keyboard itself
  // Qt only moves the docks behind a tab out of sight: to its content they look visible, and would keep working.
  QSizePolicy policy = content->sizePolicy();
  policy.setRetainSizeWhenHidden(true);  // the place is as large as the largest of its tabs, whichever is in front
  content->setSizePolicy(policy);
  connect(dock, &QDockWidget::visibilityChanged, content, &QWidget::setVisible);
  dock->installEventFilter(this);
  return dock;
}

/// The first of each place, then the others as its tabs.
void Docks::place_first() {
  for (const auto& [area, first] : kPlaces) window_.addDockWidget(area, dock(first));
  window_.splitDockWidget(dock("legend"), dock("tensors"), Qt::Horizontal);  // before there are tabs: they do not split
  for (const Dock& each : docks_) place_as_tab(each);
  for (const auto& [area, first] : kPlaces) dock(first)->raise();
}

/// Makes the dock a tab of its first place, unless the others are put beside it.
void Docks::place_as_tab(const Dock& dock) {
  const auto& [area, first] = kPlaces[static_cast<std::size_t>(dock.row->place)];
  QDockWidget* beside = this->dock(first);
  if (beside == dock.widget) return;
  window_.addDockWidget(area, dock.widget);
  if (!beside->isFloating()) window_.tabifyDockWidget(beside, dock.widget);
}

void Docks::make_strips() {
  for (const auto& [side, bar, title] :
       {std::tuple{Qt::LeftDockWidgetArea, Qt::LeftToolBarArea, tr("Folded views, left")},
        {Qt::RightDockWidgetArea, Qt::RightToolBarArea, tr("Folded views, right")}}) {
    strips_[side] = make_strip(window_, bar, title);
    folded_[side] = false;
  }
}

bool Docks::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &window_ && event->type() == QEvent::Resize) {
    follow_width();
    keep_strategies();
    if (const auto* resize = static_cast<QResizeEvent*>(event); resize->size().width() < resize->oldSize().width())
      QMetaObject::invokeMethod(this, &Docks::spare_centre, Qt::QueuedConnection);
  }
  // The cross of the one that has all of the window brings the others back.
  if (event->type() == QEvent::Close && watched != &window_ && !qobject_cast<QDockWidget*>(watched)->isFloating() &&
      restore_maximised()) {
    event->ignore();
    return true;
  }
  // Also when a drag ends, after which Qt lays the docks out once more.
  const auto moves = watched == &window_ ? QEvent::MouseButtonRelease : QEvent::Resize;
  if (event->type() == moves && !std::exchange(apart_soon_, true))
    QMetaObject::invokeMethod(this, &Docks::keep_apart, Qt::QueuedConnection);
  return QObject::eventFilter(watched, event);
}

/// Notes what the user closed or opened since docks were last shown or hidden here. What is out of sight for another
/// reason stays as wanted as it was.
void Docks::take_down() {
  if (!before_maximised_.isEmpty()) return;
  for (Dock& each : docks_)
    if (may_be_seen(each)) each.wanted = !each.widget->isHidden();
}

bool Docks::may_be_seen(const Dock& dock) const {
  const bool in_folded = !dock.widget->isFloating() && is_folded(window_.dockWidgetArea(dock.widget));
  return !away_ && dock.offered && !in_folded;
}

void Docks::apply() {
  if (!before_maximised_.isEmpty()) return;  // until all come back
  for (const Dock& each : docks_) each.widget->setVisible(each.wanted && may_be_seen(each));
  for (const auto& [side, strip] : strips_) fill_strip(*strip, side);
}

/// A click brings the column back with that dock in front.
void Docks::fill_strip(QToolBar& strip, Qt::DockWidgetArea side) {
  for (QAction* each : strip.actions()) {
    strip.removeAction(each);
    each->deleteLater();  // with its button, which may have been clicked just now
  }
  const auto folded = is_folded(side) && !away_ ? folded_at(side) : QList<QDockWidget*>();
  for (QDockWidget* each : folded) {
    auto* button = new UprightButton(each->windowTitle(), side == Qt::LeftDockWidgetArea);
    button->setObjectName("strip_" + each->objectName());
    connect(button, &QToolButton::clicked, this, [this, each] {
      show_at(state_of(each));
      focus_into(content_of(each));
    });
    strip.addWidget(button);
  }
  strip.setVisible(!folded.isEmpty());
}

/// The docks that are there once that side is unfolded.
QList<QDockWidget*> Docks::folded_at(Qt::DockWidgetArea side) const {
  QList<QDockWidget*> out;
  for (const Dock& each : docks_)
    if (each.wanted && each.offered && !each.widget->isFloating() && window_.dockWidgetArea(each.widget) == side)
      out << each.widget;
  return out;
}

bool Docks::is_folded(Qt::DockWidgetArea side) const {
  const auto found = folded_.find(side);
  return found != folded_.end() && (found->second || (side == Qt::LeftDockWidgetArea && narrow_ && !open_));
}

void Docks::fold(Qt::DockWidgetArea side, bool folded) {
  if (away_ || !before_maximised_.isEmpty() || folded == is_folded(side)) return;
  take_down();
  if (folded && folded_at(side).isEmpty()) return;
  const QWidget* focus = QApplication::focusWidget();
  const bool had_focus = std::ranges::any_of(docks_, [&](const Dock& each) {
    return !each.widget->isFloating() && window_.dockWidgetArea(each.widget) == side &&
           each.widget->isAncestorOf(focus);
  });
  const bool by_itself = side == Qt::LeftDockWidgetArea && narrow_;
  if (by_itself) open_ = !folded;
  if (!by_itself || !folded) folded_[side] = folded;
  apply();
  if (folded && had_focus) emit keyboard_free();
}

/// In a window that is wide enough the left column comes back, unless the user folded it; in one that is narrow the
/// user may open it.
void Docks::follow_width() {
  const bool narrow = workspace_ && window_.width() < workspace_->width_for_all;
  if (narrow == narrow_) return;
  take_down();
  narrow_ = narrow;
  open_ = false;
  apply();
}

void Docks::toggle(QDockWidget* dock, bool by_key) {
  const bool used = dock->isAncestorOf(QApplication::focusWidget());
  if (is_in_sight(dock) && (used || !by_key)) {
    dock->hide();
    if (used) emit keyboard_free();
    return;
  }
  show_at(state_of(dock));
  focus_into(content_of(dock));
}

QWidget* Docks::content_of(const QDockWidget* dock) {
  return static_cast<const Scrolled*>(dock->widget())->widget();
}

QList<QDockWidget*> Docks::all() const {
  QList<QDockWidget*> out;
  for (const Dock& each : docks_) out << each.widget;
  return out;
}

QDockWidget* Docks::dock(std::string_view name) const {
  return std::ranges::find(docks_, name, [](const Dock& each) { return std::string_view(each.row->name); })->widget;
}

Docks::Dock& Docks::state_of(const QDockWidget* dock) {
  return *std::ranges::find(docks_, dock, &Dock::widget);
}

/// While nothing is open, or the document does not have what it shows, it comes later.
void Docks::show_at(Dock& dock) {
  if (!dock.widget->isFloating()) fold(window_.dockWidgetArea(dock.widget), false);
  dock.wanted = true;
  if (away_) return;
  dock.widget->show();
  dock.widget->raise();
}

void Docks::show(const char* name) {
  show_at(state_of(dock(name)));
}

void Docks::show_and_focus(const char* name) {
  show(name);
  content_of(dock(name))->setFocus(Qt::ShortcutFocusReason);
}

void Docks::show_around(const QWidget* view) {
  for (Dock& each : docks_)
    if (each.widget->isAncestorOf(view)) show_at(each);
}

void Docks::bring_forward(const char* name) const {
  QDockWidget* answer = dock(name);
  if (!away_ && !answer->isHidden()) answer->raise();
}

bool Docks::are_tabs_of_one_place(const char* one, const char* other) const {
  return window_.tabifiedDockWidgets(dock(one)).contains(dock(other));
}

bool Docks::toggle_maximised() {
  if (restore_maximised()) return true;
  const QWidget* focus = QApplication::focusWidget();
  const auto found = std::ranges::find_if(docks_, [&](const Dock& each) { return each.widget->isAncestorOf(focus); });
  if (focus == nullptr || found == docks_.end() || found->widget->isFloating()) return false;
  maximise(found->widget);
  return true;
}

void Docks::show_maximised(const char* name) {
  restore_maximised();
  show_and_focus(name);
  if (const QDockWidget* shown = dock(name); !away_ && !shown->isFloating()) maximise(shown);
}

void Docks::maximise(const QDockWidget* dock) {
  hide_around(dock);
  window_.centralWidget()->hide();
}

bool Docks::restore_maximised() {
  if (before_maximised_.isEmpty()) return false;
  const QPointer<QWidget> focus = QApplication::focusWidget();
  window_.centralWidget()->show();  // first: the layout shares the room with it
  window_.restoreState(std::exchange(before_maximised_, {}), kLayoutVersion);
  apply();                                             // the window may have another width
  if (focus && focus->isVisible()) focus->setFocus();  // a dock that comes to another place loses the keyboard
  return true;
}

void Docks::hide_around_centre() {
  if (!away_ && before_maximised_.isEmpty()) hide_around(nullptr);
}

void Docks::hide_around(const QDockWidget* maximised) {
  take_down();
  before_maximised_ = window_.saveState(kLayoutVersion);
  for (const Dock& each : docks_)
    if (each.widget != maximised && !each.widget->isFloating()) each.widget->hide();
}

/// Forgets what came before one was maximised: another layout follows.
void Docks::end_maximised() {
  if (before_maximised_.isEmpty()) return;
  before_maximised_.clear();
  window_.centralWidget()->show();
}

void Docks::show_document(const OpenDocument& document) {
  take_down();
  if (document.is_open() != away_) return offer(document);
  restore_maximised();
  if (away_)
    window_.restoreState(hidden_layout_, kLayoutVersion);
  else
    hidden_layout_ = window_.saveState(kLayoutVersion);
  away_ = !away_;
  offer(document);
  keep_strategies();
}

/// While nothing is open, docks are offered as they were.
void Docks::offer(const OpenDocument& document) {
  QList<QDockWidget*> come;
  for (Dock& each : docks_) {
    if (each.row->offered == nullptr) continue;
    const bool before = each.offered;
    if (!away_) each.offered = each.row->offered(document);
    if (each.offered && !before && each.wanted) come << each.widget;
    each.widget->toggleViewAction()->setVisible(each.offered);
    for (const char* command : {"show_", "export_"})
      if (auto* action = window_.findChild<QAction*>(QLatin1String(command) + each.widget->objectName()))
        action->setVisible(each.offered);
  }
  apply();
  for (QDockWidget* each : come)
    if (!stands_behind(each->objectName().toStdString())) each->raise();
}

/// Whether another dock of its place comes first in the workspace.
bool Docks::stands_behind(std::string_view dock) const {
  if (workspace_ == nullptr) return false;
  return std::ranges::any_of(workspace_->places(),
                             [&](const auto& names) { return lists(names, dock) && *names.begin() != dock; });
}

void Docks::set_workspace(const WorkspaceDocks& docks, bool left_open) {
  workspace_ = &docks;
  narrow_ = window_.width() < docks.width_for_all;
  open_ = left_open;
}

/// Memory spaces concern every task: where there are some, they take the place of the last tab.
void Docks::want_those_of_workspace() {
  const auto& bottom = workspace_->bottom;
  const bool full = std::ssize(bottom) >= kMostTabs && state_of(dock("spaces")).offered;
  for (Dock& each : docks_) {
    const std::string_view name = each.row->name;
    const bool listed =
        std::ranges::any_of(workspace_->places(), [&](const auto& names) { return lists(names, name); });
    const bool yields = full && name == *std::prev(bottom.end());
    each.wanted = (listed && !yields) || name == "spaces";
  }
}

void Docks::arrange() {
  end_maximised();
  window_.restoreState(first_layout_, kLayoutVersion);
  put_beside(*workspace_->right.begin(), workspace_->right);
  if (workspace_->low_right.size() > 0) {
    const char* low = *workspace_->low_right.begin();
    window_.addDockWidget(Qt::RightDockWidgetArea, dock(low), Qt::Vertical);
    put_beside(low, workspace_->low_right);
  }
  share_room();
  put_beside("graph", workspace_->left);
  put_beside("legend", workspace_->low_left);
  put_beside("tensors", workspace_->bottom);
  want_those_of_workspace();
  // With columns that fold afterwards, so that they have their room once they unfold.
  for (const Dock& each : docks_) each.widget->setVisible(each.wanted && each.offered);
  share_right_column();
  for (const auto& names : workspace_->places())
    if (names.size() > 0 && !dock(*names.begin())->isHidden()) dock(*names.begin())->raise();
  if (away_) hidden_layout_ = window_.saveState(kLayoutVersion);
  apply();
  rows_had_room_ = true;
  keep_strategies();
}

void Docks::put_beside(const char* first, std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (std::string_view(name) != first && !are_tabs_of_one_place(first, name))
      window_.tabifyDockWidget(dock(first), dock(name));
}

DockLayout Docks::layout() {
  take_down();
  DockLayout out{.state = {}, .missing = {}, .left_open = narrow_ && open_};
  if (away_)
    out.state = hidden_layout_;
  else
    out.state = before_maximised_.isEmpty() ? window_.saveState(kLayoutVersion) : before_maximised_;
  for (const Dock& each : docks_)
    if (each.wanted && !may_be_seen(each)) out.missing << each.widget->objectName();
  return out;
}

bool Docks::set_layout(const DockLayout& layout) {
  end_maximised();
  if (!window_.restoreState(layout.state, kLayoutVersion)) return false;
  if (away_) hidden_layout_ = layout.state;
  for (Dock& each : docks_) {
    const QString name = each.widget->objectName();
    const bool known = layout.state.contains(written(name));
    if (!known) place_as_tab(each);
    each.wanted = known && (!each.widget->isHidden() || layout.missing.contains(name));
  }
  apply();
  return true;
}

}  // namespace stowage
