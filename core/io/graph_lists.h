// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/graph/builder.h"
#include "core/graph/loop.h"
#include "core/io/json_reader.h"

namespace stowage {

/// Reads the items of a graph's lists, of a file or of a loop's body, into a builder.
class GraphLists {
 public:
  /// `body`: of a loop, which has a list of carries too.
  GraphLists(const std::string& file, const JsonItem& document, bool body);
  GraphLists(const GraphLists&) = delete;
  GraphLists& operator=(const GraphLists&) = delete;

  /// In the order in which they must be read: tensors name nodes, groups and carries name tensors.
  [[nodiscard]] std::span<const JsonList> lists() const { return lists_; }
  [[nodiscard]] GraphBuilder& builder() { return builder_; }

  /// An operator that is a loop: where its node stands, and where in the text its body begins.
  struct LoopAt {
    OperatorId op;
    std::string place;
    std::size_t offset;
  };
  [[nodiscard]] const std::vector<LoopAt>& loops() const { return loops_; }
  [[nodiscard]] const std::vector<Carry>& carry() const { return carry_; }

  /// To be called once all lists were read.
  void warn_of_durations();
  void take_times();

 private:
  struct Section;
  static const std::array<Section, 7> kSections;

  [[nodiscard]] std::string place_of(const InputItem& item) const;
  void read_stream(const JsonItem& item);
  void read_node(const JsonItem& item);
  void read_tensor(const JsonItem& item);
  void read_control(const JsonItem& item);
  void read_group(const JsonItem& item);
  void read_carry(const JsonItem& item);
  void read_time(const JsonItem& item);
  [[nodiscard]] StreamId stream_of(const JsonItem& item, std::int64_t number, bool complain);
  template <class Place>
  OperatorId find_operator(const Json& value, Place&& place);
  [[nodiscard]] TensorId find_tensor(const JsonItem& item, std::size_t index);

  const JsonItem& document_;
  GraphBuilder builder_;
  std::vector<JsonItem> items_;  // of the lists
  std::vector<JsonList> lists_;
  std::size_t edge_ = 0, durations_ = 0;
  StreamId any_stream_;
  std::vector<OperatorId> consumers_;  // of the tensor being read: kept to spare an allocation a tensor
  std::vector<std::int64_t> times_;
  std::vector<LoopAt> loops_;
  std::vector<Carry> carry_;
};

}  // namespace stowage
