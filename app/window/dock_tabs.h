// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace stowage {

/// The desktop's style, but: of tabs, the one in front has a line in the colour of what is chosen, which is seen also
/// where the shades of a style hardly differ; and the tabs of docks are named whole.
class TabStyle final : public QProxyStyle {
  Q_OBJECT

 public:
  using QProxyStyle::polish;
  void polish(QWidget* widget) override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
};

}  // namespace stowage
