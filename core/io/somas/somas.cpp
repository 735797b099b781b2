// SPDX-License-Identifier: Apache-2.0
#include "core/io/somas/somas.h"

#include "core/io/json.h"
#include "core/io/lines.h"
#include "core/io/somas/somas_model.h"
#include "core/io/utf8.h"

namespace stowage {

SomasFile somas_file(std::string_view bytes) {
  if (is_json_object_with(bytes.substr(0, 1 << 16), "\"tensor_id\"") &&
      is_json_object_with(bytes.substr(0, 1 << 16), "\"life_start\""))
    return SomasFile::cache;
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  bytes = bytes.substr(0, 1 << 12);
  std::string_view line;
  while (is_blank(line) && !bytes.empty()) line = take_line(bytes);
  if (line.starts_with("All Parameters:") || line.starts_with("All Tensors:")) return SomasFile::info;
  return line.starts_with("Somas ") ? SomasFile::log : SomasFile::none;
}

Result<Document> read_somas(std::string_view bytes, const std::string& file, const ReadOptions&, const Task& task) {
  const SomasFile which = somas_file(bytes);
  STOWAGE_TRY(auto model, which == SomasFile::cache ? read_somas_cache(bytes, file, task)
                          : which == SomasFile::log ? read_somas_log(bytes, file, task)
                                                    : read_somas_info(bytes, file, task));
  return document_of(std::move(model), file, task);
}

}  // namespace stowage
