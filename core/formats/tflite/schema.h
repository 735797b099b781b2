// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "core/formats/flat_tables.h"

/// The tables of a TensorFlow Lite model that Stowage reads.
namespace stowage::tflite {

using namespace flat;

inline constexpr const char* kIdentifier = "TFL3";

class Tensor : public Record {
 public:
  [[nodiscard]] const Indices* shape() const { return at<Indices>(0); }
  [[nodiscard]] std::int8_t type() const { return scalar<std::int8_t>(1); }
  [[nodiscard]] std::uint32_t buffer() const { return scalar<std::uint32_t>(2); }
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(3); }
  [[nodiscard]] bool is_variable() const { return scalar<std::uint8_t>(5) != 0; }
  /// The shape, with -1 for open dimensions.
  [[nodiscard]] const Indices* signature() const { return at<Indices>(7); }
  [[nodiscard]] bool has_rank() const { return scalar<std::uint8_t>(8) != 0; }
  /// Not 0 where the data is in another file.
  [[nodiscard]] std::uint32_t external_buffer() const { return scalar<std::uint32_t>(10); }

  bool verify(Check& c) const {
    return start(c) && has_vector<std::int32_t>(c, 0, "shape") && has_scalar<std::int8_t>(c, 1, "type") &&
           has_scalar<std::uint32_t>(c, 2, "buffer") && has_text(c, 3, "name") &&
           has_scalar<std::uint8_t>(c, 5, "is_variable") && has_vector<std::int32_t>(c, 7, "shape_signature") &&
           has_scalar<std::uint8_t>(c, 8, "has_rank") && has_scalar<std::uint32_t>(c, 10, "external_buffer") && end(c);
  }
};

class Operator : public Record {
 public:
  [[nodiscard]] std::uint32_t code() const { return scalar<std::uint32_t>(0); }
  /// Numbers of tensors; -1 where an optional input is left out.
  [[nodiscard]] const Indices* inputs() const { return at<Indices>(1); }
  [[nodiscard]] const Indices* outputs() const { return at<Indices>(2); }
  [[nodiscard]] const Indices* intermediates() const { return at<Indices>(8); }

  bool verify(Check& c) const {
    return start(c) && has_scalar<std::uint32_t>(c, 0, "opcode_index") && has_vector<std::int32_t>(c, 1, "inputs") &&
           has_vector<std::int32_t>(c, 2, "outputs") && has_vector<std::int32_t>(c, 8, "intermediates") && end(c);
  }
};

/// "CONV_2D" for 3; "builtin 900" for a code that has no name here.
[[nodiscard]] std::string name_of_builtin(std::int32_t code);

/// Which bytes the result of an operator may share with an input. `view`: all bytes, with the first input.
/// `may_write_over`: the bytes of any input of its size.
enum class ResultBytes : std::uint8_t { none, view, may_write_over };
[[nodiscard]] ResultBytes result_bytes_of(std::string_view builtin);

class OperatorCode : public Record {
 public:
  [[nodiscard]] std::int32_t builtin() const {
    return std::max<std::int32_t>(scalar<std::int8_t>(0), scalar<std::int32_t>(3));
  }
  [[nodiscard]] const fb::String* custom() const { return at<fb::String>(1); }

  bool verify(Check& c) const {
    return start(c) && has_scalar<std::int8_t>(c, 0, "deprecated_builtin_code") && has_text(c, 1, "custom_code") &&
           has_scalar<std::int32_t>(c, 3, "builtin_code") && end(c);
  }
};

class SubGraph : public Record {
 public:
  [[nodiscard]] const Tables<Tensor>* tensors() const { return at<Tables<Tensor>>(0); }
  [[nodiscard]] const Indices* inputs() const { return at<Indices>(1); }
  [[nodiscard]] const Indices* outputs() const { return at<Indices>(2); }
  [[nodiscard]] const Tables<Operator>* operators() const { return at<Tables<Operator>>(3); }
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(4); }

  bool verify(Check& c) const {
    return start(c) && has_tables<Tensor>(c, 0, "tensors") && has_vector<std::int32_t>(c, 1, "inputs") &&
           has_vector<std::int32_t>(c, 2, "outputs") && has_tables<Operator>(c, 3, "operators") &&
           has_text(c, 4, "name") && end(c);
  }
};

class Buffer : public Record {
 public:
  [[nodiscard]] const Bytes8* data() const { return at<Bytes8>(0); }
  /// Above 1 where the data lies at this offset of the file, behind the tables.
  [[nodiscard]] std::uint64_t offset() const { return scalar<std::uint64_t>(1); }
  [[nodiscard]] bool has_data() const { return (data() != nullptr && data()->size() > 0) || offset() > 1; }

  bool verify(Check& c) const {
    return start(c) && has_vector<std::uint8_t>(c, 0, "data") && has_scalar<std::uint64_t>(c, 1, "offset") && end(c);
  }
};

class Metadata : public Record {
 public:
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(0); }
  [[nodiscard]] std::uint32_t buffer() const { return scalar<std::uint32_t>(1); }

  bool verify(Check& c) const {
    return start(c) && has_text(c, 0, "name") && has_scalar<std::uint32_t>(c, 1, "buffer") && end(c);
  }
};

class Signature : public Record {
 public:
  [[nodiscard]] const fb::String* key() const { return at<fb::String>(2); }
  [[nodiscard]] std::uint32_t subgraph() const { return scalar<std::uint32_t>(4); }

  bool verify(Check& c) const {
    return start(c) && has_text(c, 2, "signature_key") && has_scalar<std::uint32_t>(c, 4, "subgraph_index") && end(c);
  }
};

class Model : public Record {
 public:
  [[nodiscard]] const Tables<OperatorCode>* operator_codes() const { return at<Tables<OperatorCode>>(1); }
  [[nodiscard]] const Tables<SubGraph>* subgraphs() const { return at<Tables<SubGraph>>(2); }
  [[nodiscard]] const Tables<Buffer>* buffers() const { return at<Tables<Buffer>>(4); }
  [[nodiscard]] const Tables<Metadata>* metadata() const { return at<Tables<Metadata>>(6); }
  [[nodiscard]] const Tables<Signature>* signatures() const { return at<Tables<Signature>>(7); }

  bool verify(Check& c) const {
    return start(c) && has_tables<OperatorCode>(c, 1, "operator_codes") && has_tables<SubGraph>(c, 2, "subgraphs") &&
           has_tables<Buffer>(c, 4, "buffers") && has_tables<Metadata>(c, 6, "metadata") &&
           has_tables<Signature>(c, 7, "signature_defs") && end(c);
  }
};

}  // namespace stowage::tflite
