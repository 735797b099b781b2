// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/time_words.h"

#include <QCoreApplication>

#include "widgets/painters/style/numbers.h"

namespace stowage {
namespace {

struct Text {
  Q_DECLARE_TR_FUNCTIONS(stowage::TimeWords)
};

QString marked(const QString& time, bool estimated) {
  return estimated ? Text::tr("%1 (estimated)").arg(time) : time;
}

}  // namespace

QString duration_text(const Duration& duration) {
  const QString time = human_time(duration.nanoseconds);
  if (duration.nanoseconds == 0) return Text::tr("unknown");
  switch (duration.from) {
    case Duration::From::measured:
      return Text::tr("%1, measured").arg(time);
    case Duration::From::estimated:
      return Text::tr("%1, estimated").arg(time);
    case Duration::From::modelled:
      return Text::tr("%1, modelled").arg(time);
    case Duration::From::unsaid:
      break;
  }
  return time;
}

QString makespan_text(const Makespan& makespan) {
  return marked(human_time(makespan.nanoseconds), makespan.estimated);
}

QString makespan_change(const Makespan& before, const Makespan& after) {
  return marked(signed_duration(after.nanoseconds - before.nanoseconds), before.estimated || after.estimated);
}

}  // namespace stowage
