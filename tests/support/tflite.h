// SPDX-License-Identifier: Apache-2.0
// Models of TensorFlow Lite, as flatbuffers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "core/formats/tflite/model_generated.h"

namespace stowage::test {

/// Two subgraphs, "a" and "b", of one operator of that code and one tensor each, with an offset of 0 for one tensor.
[[nodiscard]] inline std::string two_subgraphs(std::int32_t code) {
  flatbuffers::FlatBufferBuilder made;
  const std::vector<std::int32_t> one{1}, first{0};
  const std::vector<std::uint8_t> none, offsets{1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  const auto old = static_cast<std::int8_t>(std::min(code, 127));
  const std::vector codes{tflite::CreateOperatorCodeDirect(made, old, nullptr, code)};
  std::vector<flatbuffers::Offset<tflite::SubGraph>> graphs;
  for (const char* name : {"a", "b"}) {
    const std::vector tensors{tflite::CreateTensorDirect(made, &one)};
    const std::vector operators{tflite::CreateOperatorDirect(made, 0, nullptr, &first)};
    graphs.push_back(tflite::CreateSubGraphDirect(made, &tensors, nullptr, &first, &operators, name));
  }
  const std::vector buffers{tflite::CreateBufferDirect(made, &none), tflite::CreateBufferDirect(made, &offsets)};
  const std::vector metadata{tflite::CreateMetadataDirect(made, "OfflineMemoryAllocation", 1)};
  made.Finish(tflite::CreateModelDirect(made, &codes, &graphs, &buffers, &metadata), "TFL3");
  return {reinterpret_cast<const char*>(made.GetBufferPointer()), made.GetSize()};
}

}  // namespace stowage::test
