// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/speed_box.h"

namespace stowage {
namespace {

struct Speed {
  const char* text;
  double factor;
};
constexpr Speed kSpeeds[] = {{"× ¼", 0.25}, {"× ½", 0.5}, {"× 1", 1}, {"× 2", 2}, {"× 4", 4}, {"× 16", 16}};

}  // namespace

SpeedBox::SpeedBox(const QString& tip, QWidget* parent) : QComboBox(parent) {
  setAccessibleName(tr("Speed"));
  setToolTip(tip);
  for (const Speed& speed : kSpeeds) addItem(QString::fromUtf8(speed.text), speed.factor);
  setCurrentIndex(findData(1.0));
}

}  // namespace stowage
