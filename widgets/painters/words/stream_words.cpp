// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/stream_words.h"

#include <QCoreApplication>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct StreamText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Streams)
};

}  // namespace

QString stream_label(const Graph& graph, StreamId stream) {
  const Stream& info = graph.info(stream);
  return info.name.empty() ? numbered_stream(info.number) : text_of(info.name);
}

QString numbered_stream(std::int64_t number) {
  return StreamText::tr("stream %1").arg(number);
}

}  // namespace stowage
