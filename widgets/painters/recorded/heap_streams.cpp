// SPDX-License-Identifier: Apache-2.0
#include "widgets/painters/recorded/heap_streams.h"

#include "widgets/painters/model/coloring.h"
#include "widgets/painters/words/stream_words.h"

namespace stowage {

QString stream_name(const RecordedHeap& history, std::uint32_t stream) {
  return numbered_stream(stream < history.streams.size() ? history.streams[stream] : 0);
}

Fill heap_stream_fill(const RecordedHeap& history, std::uint32_t stream, const Graph& graph, const Theme& theme) {
  if (stream < history.streams.size())
    for (StreamId s : graph.streams())
      if (graph.info(s).number == history.streams[stream]) return stream_fill(graph, s, theme);
  return {theme.neutral};
}

QString stream_html(const RecordedHeap& history, std::uint32_t stream, const Graph& graph, const Theme& theme) {
  const Fill fill = heap_stream_fill(history, stream, graph, theme);
  return QStringLiteral("<span style='color:%1'>%2</span> %3")
      .arg(fill.color.name(), fill.hatched() ? QStringLiteral("◍") : QStringLiteral("●"),
           stream_name(history, stream).toHtmlEscaped());
}

}  // namespace stowage
