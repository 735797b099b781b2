// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <utility>

#include <QEvent>
#include <QWidget>

namespace stowage {

/// Calls `show` whenever amounts are to be written otherwise than before (QEvent::LocaleChange), so that words made
/// before are made again. What is painted follows by itself.
inline void follow_numbers(QWidget* view, std::function<void()> show) {
  class Watch final : public QObject {
   public:
    Watch(QWidget* of, std::function<void()> call) : QObject(of), call_(std::move(call)) {
      of->installEventFilter(this);
    }

   private:
    bool eventFilter(QObject* /*watched*/, QEvent* event) override {
      if (event->type() == QEvent::LocaleChange) call_();
      return false;
    }

    std::function<void()> call_;
  };
  new Watch(view, std::move(show));
}

}  // namespace stowage
