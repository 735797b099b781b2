// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <flatbuffers/flatbuffers.h>

/// The tables of a TensorFlow Lite model that Stowage looks at, by the numbers of their fields; the rest of a file is
/// not looked at. Every pointer may be null, and nothing may be read before Model::Verify() said yes.
namespace stowage::tflite {

inline constexpr const char* kIdentifier = "TFL3";

namespace fb = flatbuffers;
template <class T>
using Tables = fb::Vector<fb::Offset<T>>;
using Bytes8 = fb::Vector<std::uint8_t>;
using Indices = fb::Vector<std::int32_t>;

/// Where the vtable holds field `number`.
constexpr fb::voffset_t slot(unsigned number) {
  return static_cast<fb::voffset_t>(4 + 2 * number);
}

/// What all of them share: typed access by field number, and its verification.
class Record : private fb::Table {
 protected:
  template <class T>
  [[nodiscard]] T scalar(unsigned number, T absent = {}) const {
    return GetField<T>(slot(number), absent);
  }
  template <class T>
  [[nodiscard]] const T* at(unsigned number) const {
    return GetPointer<const T*>(slot(number));
  }
  [[nodiscard]] bool start(fb::Verifier& verifier) const { return VerifyTableStart(verifier); }
  [[nodiscard]] static bool end(fb::Verifier& verifier) { return verifier.EndTable(); }
  template <class T>
  [[nodiscard]] bool has_scalar(fb::Verifier& verifier, unsigned number) const {
    return VerifyField<T>(verifier, slot(number), sizeof(T));
  }
  [[nodiscard]] bool has_text(fb::Verifier& verifier, unsigned number) const {
    return VerifyOffset(verifier, slot(number)) && verifier.VerifyString(at<fb::String>(number));
  }
  template <class T>
  [[nodiscard]] bool has_vector(fb::Verifier& verifier, unsigned number) const {
    return VerifyOffset(verifier, slot(number)) && verifier.VerifyVector(at<fb::Vector<T>>(number));
  }
  template <class T>
  [[nodiscard]] bool has_tables(fb::Verifier& verifier, unsigned number) const {
    return has_vector<fb::Offset<T>>(verifier, number) && verifier.VerifyVectorOfTables(at<Tables<T>>(number));
  }
};

class Tensor : public Record {
 public:
  [[nodiscard]] const Indices* shape() const { return at<Indices>(0); }
  [[nodiscard]] std::int8_t type() const { return scalar<std::int8_t>(1); }
  [[nodiscard]] std::uint32_t buffer() const { return scalar<std::uint32_t>(2); }
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(3); }
  [[nodiscard]] bool is_variable() const { return scalar<std::uint8_t>(5) != 0; }
  /// As the shape, with -1 for what is open.
  [[nodiscard]] const Indices* signature() const { return at<Indices>(7); }
  [[nodiscard]] bool has_rank() const { return scalar<std::uint8_t>(8) != 0; }
  /// Not 0: its data is in another file.
  [[nodiscard]] std::uint32_t external_buffer() const { return scalar<std::uint32_t>(10); }

  bool Verify(fb::Verifier& v) const {
    return start(v) && has_vector<std::int32_t>(v, 0) && has_scalar<std::int8_t>(v, 1) &&
           has_scalar<std::uint32_t>(v, 2) && has_text(v, 3) && has_scalar<std::uint8_t>(v, 5) &&
           has_vector<std::int32_t>(v, 7) && has_scalar<std::uint8_t>(v, 8) && has_scalar<std::uint32_t>(v, 10) &&
           end(v);
  }
};

class Operator : public Record {
 public:
  [[nodiscard]] std::uint32_t code() const { return scalar<std::uint32_t>(0); }
  /// -1: left out.
  [[nodiscard]] const Indices* inputs() const { return at<Indices>(1); }
  [[nodiscard]] const Indices* outputs() const { return at<Indices>(2); }
  [[nodiscard]] const Indices* intermediates() const { return at<Indices>(8); }

  bool Verify(fb::Verifier& v) const {
    return start(v) && has_scalar<std::uint32_t>(v, 0) && has_vector<std::int32_t>(v, 1) &&
           has_vector<std::int32_t>(v, 2) && has_vector<std::int32_t>(v, 8) && end(v);
  }
};

class OperatorCode : public Record {
 public:
  [[nodiscard]] std::int32_t builtin() const {
    return std::max<std::int32_t>(scalar<std::int8_t>(0), scalar<std::int32_t>(3));
  }
  [[nodiscard]] const fb::String* custom() const { return at<fb::String>(1); }

  bool Verify(fb::Verifier& v) const {
    return start(v) && has_scalar<std::int8_t>(v, 0) && has_text(v, 1) && has_scalar<std::int32_t>(v, 3) && end(v);
  }
};

class SubGraph : public Record {
 public:
  [[nodiscard]] const Tables<Tensor>* tensors() const { return at<Tables<Tensor>>(0); }
  [[nodiscard]] const Indices* inputs() const { return at<Indices>(1); }
  [[nodiscard]] const Indices* outputs() const { return at<Indices>(2); }
  [[nodiscard]] const Tables<Operator>* operators() const { return at<Tables<Operator>>(3); }
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(4); }

  bool Verify(fb::Verifier& v) const {
    return start(v) && has_tables<Tensor>(v, 0) && has_vector<std::int32_t>(v, 1) && has_vector<std::int32_t>(v, 2) &&
           has_tables<Operator>(v, 3) && has_text(v, 4) && end(v);
  }
};

class Buffer : public Record {
 public:
  [[nodiscard]] const Bytes8* data() const { return at<Bytes8>(0); }
  /// More than 1: its data lies there in the file, behind the tables.
  [[nodiscard]] std::uint64_t offset() const { return scalar<std::uint64_t>(1); }
  [[nodiscard]] bool has_data() const { return (data() != nullptr && data()->size() > 0) || offset() > 1; }

  bool Verify(fb::Verifier& v) const {
    return start(v) && has_vector<std::uint8_t>(v, 0) && has_scalar<std::uint64_t>(v, 1) && end(v);
  }
};

class Metadata : public Record {
 public:
  [[nodiscard]] const fb::String* name() const { return at<fb::String>(0); }
  [[nodiscard]] std::uint32_t buffer() const { return scalar<std::uint32_t>(1); }

  bool Verify(fb::Verifier& v) const { return start(v) && has_text(v, 0) && has_scalar<std::uint32_t>(v, 1) && end(v); }
};

class Model : public Record {
 public:
  [[nodiscard]] const Tables<OperatorCode>* operator_codes() const { return at<Tables<OperatorCode>>(1); }
  [[nodiscard]] const Tables<SubGraph>* subgraphs() const { return at<Tables<SubGraph>>(2); }
  [[nodiscard]] const Tables<Buffer>* buffers() const { return at<Tables<Buffer>>(4); }
  [[nodiscard]] const Tables<Metadata>* metadata() const { return at<Tables<Metadata>>(6); }

  bool Verify(fb::Verifier& v) const {
    return start(v) && has_tables<OperatorCode>(v, 1) && has_tables<SubGraph>(v, 2) && has_tables<Buffer>(v, 4) &&
           has_tables<Metadata>(v, 6) && end(v);
  }
};

}  // namespace stowage::tflite
