// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/device_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

struct DeviceWords {
  Q_DECLARE_TR_FUNCTIONS(stowage::DeviceWords)
};

}  // namespace

QString device_name(std::int64_t number) {
  return number == -1 ? DeviceWords::tr("The host (device -1)") : DeviceWords::tr("Device %1").arg(number);
}

QString device_text(const RecordedDevice& device) {
  QStringList parts;
  if (device.failures == 1) parts += DeviceWords::tr("out of memory");
  if (device.failures > 1) parts += DeviceWords::tr("out of memory (%Ln time(s))", nullptr, as_int(device.failures));
  if (device.reserved_peak) parts += DeviceWords::tr("peak %1").arg(human_bytes(*device.reserved_peak));
  if (device.events > 0) parts += DeviceWords::tr("%Ln event(s)", nullptr, as_int(device.events));
  const QString name = device_name(device.number);
  return parts.isEmpty() ? name : DeviceWords::tr("%1: %2").arg(name, parts.join(QStringLiteral(", ")));
}

}  // namespace stowage
