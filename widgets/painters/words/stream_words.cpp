// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/words/stream_words.h"

#include <charconv>

#include <QCoreApplication>

#include "widgets/painters/style/text.h"

namespace stowage {
namespace {

struct StreamText {
  Q_DECLARE_TR_FUNCTIONS(stowage::Streams)
};

}  // namespace

QString stream_label(const Graph& graph, StreamId stream) {
  const Graph::Stream& info = graph.info(stream);
  return info.name.empty() ? numbered_stream(info.number) : text_of(info.name);
}

QString stream_label(std::string_view label) {
  constexpr std::string_view kBefore = "stream ";
  if (!label.starts_with(kBefore)) return text_of(label);
  const char* const end = label.data() + label.size();
  std::int64_t number = 0;
  const auto [at, error] = std::from_chars(label.data() + kBefore.size(), end, number);
  return error == std::errc{} && at == end ? numbered_stream(number) : text_of(label);
}

QString numbered_stream(std::int64_t number) {
  return StreamText::tr("stream %1").arg(number);
}

}  // namespace stowage
