// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/follow_numbers.h"

#include <utility>

#include <QEvent>
#include <QWidget>

namespace stowage {
namespace {

class Watch final : public QObject {
 public:
  Watch(QWidget* view, std::function<void()> show) : QObject(view), show_(std::move(show)) {
    view->installEventFilter(this);
  }

 private:
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::LocaleChange) show_();
    return false;
  }
  std::function<void()> show_;
};

}  // namespace

void follow_numbers(QWidget* view, std::function<void()> show) {
  new Watch(view, std::move(show));
}

}  // namespace stowage
