// SPDX-License-Identifier: Apache-2.0
#include "tests/support/executorch.h"

#include <utility>

#include "core/formats/flat_tables.h"

namespace stowage::test {
namespace {

using namespace flat;
using Offset = fb::Offset<void>;

/// A table whose fields are told one by one; those that are offsets exist before it begins.
class TableWriter {
 public:
  explicit TableWriter(fb::FlatBufferBuilder& out) : out_(out), start_(out.StartTable()) {}
  template <class T>
  TableWriter& scalar(unsigned number, T value) {
    out_.ForceDefaults(true);
    out_.AddElement<T>(slot(number), value, T{});
    return *this;
  }
  TableWriter& offset(unsigned number, Offset at) {
    if (!at.IsNull()) out_.AddOffset(slot(number), at);
    return *this;
  }
  Offset end() { return Offset(out_.EndTable(start_)); }

 private:
  fb::FlatBufferBuilder& out_;
  fb::uoffset_t start_;
};

class Writer {
 public:
  Offset value(const PteValue& value) {
    if (value.kind == PteValue::Kind::other) return TableWriter(out_).scalar<std::uint8_t>(0, 1).end();
    if (value.kind == PteValue::Kind::list) {
      const Offset items = numbers(value.sizes);
      const Offset list = TableWriter(out_).offset(0, items).end();
      return TableWriter(out_).scalar<std::uint8_t>(0, 10).offset(1, list).end();
    }
    const Offset sizes = numbers(value.sizes);
    Offset allocation, info;
    if (value.memory != 0)
      allocation = TableWriter(out_)
                       .scalar<std::uint32_t>(0, value.memory)
                       .scalar<std::uint32_t>(1, static_cast<std::uint32_t>(value.offset))
                       .scalar<std::uint32_t>(2, static_cast<std::uint32_t>(value.offset >> 32))
                       .end();
    if (!value.name.empty()) {
      const Offset name = text(value.name);
      info = TableWriter(out_).offset(1, name).end();
    }
    const Offset tensor = TableWriter(out_)
                              .scalar<std::int8_t>(0, value.type)
                              .offset(2, sizes)
                              .scalar<std::uint32_t>(5, value.data)
                              .offset(6, allocation)
                              .scalar<std::int8_t>(8, value.dynamism)
                              .offset(9, info)
                              .end();
    return TableWriter(out_).scalar<std::uint8_t>(0, 5).offset(1, tensor).end();
  }

  Offset instruction(const PteInstruction& instruction, std::int32_t callee) {
    const auto kind = static_cast<std::uint8_t>(instruction.kind);
    Offset inner;
    if (kind <= 2) {
      const Offset arguments = numbers(instruction.arguments);
      inner = TableWriter(out_).scalar<std::int32_t>(0, callee).offset(1, arguments).end();
    } else {
      TableWriter table(out_);
      for (unsigned k = 0; k < instruction.arguments.size(); ++k)
        table.scalar<std::int32_t>(k, instruction.arguments[k]);
      inner = table.end();
    }
    return TableWriter(out_).scalar<std::uint8_t>(0, kind).offset(1, inner).end();
  }

  Offset method(const PteMethod& method) {
    std::vector<Offset> values, instructions, operators, delegates, chains;
    for (const PteValue& each : method.values) values.push_back(value(each));
    for (const PteInstruction& each : method.instructions) {
      const bool kernel = each.kind == PteInstruction::Kind::kernel;
      std::vector<Offset>& table = kernel ? operators : delegates;
      const std::size_t dot = kernel ? each.op.find('.') : std::string::npos;
      const Offset name = text(each.op.substr(0, dot));
      const Offset overload = dot == std::string::npos ? Offset() : text(each.op.substr(dot + 1));
      table.push_back(TableWriter(out_).offset(0, name).offset(1, overload).end());
      instructions.push_back(instruction(each, static_cast<std::int32_t>(table.size() - 1)));
    }
    for (std::size_t k = 0; k < method.chains; ++k) {
      const Offset list = tables(instructions);
      chains.push_back(TableWriter(out_).offset(2, list).end());
    }
    const Offset name = text(method.name), all = tables(values), inputs = numbers(method.inputs),
                 outputs = numbers(method.outputs), lists = tables(chains), ops = tables(operators),
                 ids = tables(delegates), arenas = numbers(method.arenas);
    return TableWriter(out_)
        .offset(0, name)
        .offset(2, all)
        .offset(3, inputs)
        .offset(4, outputs)
        .offset(5, lists)
        .offset(6, ops)
        .offset(7, ids)
        .offset(8, arenas)
        .end();
  }

  Offset event(const EtEvent& event) {
    const Offset name = text(event.name);
    const Offset profile = TableWriter(out_)
                               .offset(0, name)
                               .scalar<std::int32_t>(1, event.chain)
                               .scalar<std::int32_t>(2, event.instruction)
                               .scalar<std::uint64_t>(6, event.begin)
                               .scalar<std::uint64_t>(7, event.end)
                               .end();
    return TableWriter(out_).offset(0, profile).end();
  }

  Offset run(Offset events) { return TableWriter(out_).offset(3, events).end(); }

  template <class T>
  Offset numbers(const std::vector<T>& values) {
    return out_.CreateVector(values).Union();
  }
  Offset tables(const std::vector<Offset>& values) { return out_.CreateVector(values).Union(); }
  Offset text(const std::string& value) { return out_.CreateString(value).Union(); }
  /// The whole, with field 1 of its root.
  std::string finish(Offset field, const char* identifier, bool with_size) {
    const Offset root = TableWriter(out_).scalar<std::uint32_t>(0, 0).offset(1, field).end();
    if (with_size)
      out_.FinishSizePrefixed(root, identifier);
    else
      out_.Finish(root, identifier);
    return {reinterpret_cast<const char*>(out_.GetBufferPointer()), out_.GetSize()};
  }

 private:
  fb::FlatBufferBuilder out_;
};

}  // namespace

std::string pte_of(const std::vector<PteMethod>& methods) {
  Writer writer;
  std::vector<Offset> out;
  for (const PteMethod& each : methods) out.push_back(writer.method(each));
  const Offset list = writer.tables(out);
  return writer.finish(list, "ET12", false);
}

std::string etdp_of(const std::vector<std::vector<EtEvent>>& runs, bool with_size) {
  Writer writer;
  std::vector<Offset> out;
  for (const std::vector<EtEvent>& run : runs) {
    std::vector<Offset> events;
    for (const EtEvent& each : run) events.push_back(writer.event(each));
    out.push_back(writer.run(writer.tables(events)));
  }
  const Offset list = writer.tables(out);
  return writer.finish(list, "ED00", with_size);
}

}  // namespace stowage::test
