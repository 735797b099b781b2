// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "core/papers/tags.h"
#include "core/zoo/program.h"

namespace stowage::zoo {
namespace {

/// An operator that makes or overwrites `size` bytes; what it reads of tensors that are left out is as large.
OperatorId add_update(Program& program, std::string name, std::string_view kind, std::vector<TensorId> reads,
                      Bytes size) {
  Bytes touched = size;
  for (TensorId read : reads) touched += read.valid() ? program.tensors[read.index()].size : size;
  std::erase_if(reads, [](TensorId read) { return !read.valid(); });
  const OperatorId op = program.add_operator(std::move(name), kind, phase::kUpdate, std::move(reads));
  program.operators.back().category = Category::other;
  program.operators.back().work.bytes = static_cast<double>(touched.count);
  return op;
}

/// An operator and its only result, of the same name.
TensorId add_temporary(Program& program, const std::string& name, std::string_view kind, std::vector<TensorId> reads,
                       Bytes size) {
  const OperatorId op = add_update(program, name, kind, std::move(reads), size);
  return program.add_tensor({.name = name, .size = size, .kind = tensor_kind::kTemporary, .producer = op});
}

class Updater {
 public:
  Updater(Program& program, const Program::Parameter& parameter) : program_(program), parameter_(parameter) {}

  void sgd() { overwrite_weight(run("sgd", "SgdUpdate", {parameter_.gradient, parameter_.weight})); }

  void adam(bool decays) {
    const TensorId g = parameter_.gradient;
    const TensorId m = state("exp_avg"), v = state("exp_avg_sq");
    const TensorId d = make("sub_m", "Sub", {g, m});
    const TensorId s = make("scale_m", "Mul", {d});
    const OperatorId new_m = run("update_m", "Add", {m, s});
    const TensorId q = make("square", "Mul", {g});
    const TensorId r = make("scale_v", "Mul", {q});
    const OperatorId new_v = run("update_v", "Add", {v, r});
    const TensorId h = make("sqrt", "Sqrt", {v}, new_v);
    const TensorId c = make("correct", "Div", {h});
    const TensorId e = make("add_epsilon", "Add", {c});
    TensorId u = make("divide", "Div", {m, e}, new_m);
    if (decays) u = make("decay", "Add", {u, parameter_.weight});
    const TensorId t = make("scale", "Mul", {u});
    overwrite_weight(run("update", "Sub", {parameter_.weight, t}));
  }

 private:
  /// A resident tensor, there before and after the step; none where resident tensors are left out.
  TensorId state(const char* what) {
    if (!parameter_.weight.valid()) return {};
    return program_.add_tensor(
        {.name = parameter_.name + '.' + what, .size = parameter_.size, .kind = tensor_kind::kState, .output = true});
  }
  OperatorId run(const char* what, std::string_view kind, std::vector<TensorId> inputs) {
    return add_update(program_, parameter_.name + '.' + what, kind, std::move(inputs), parameter_.size);
  }
  /// `after`: the operator that wrote the state that this one reads.
  TensorId make(const char* what, std::string_view kind, std::vector<TensorId> inputs, OperatorId after = {}) {
    const TensorId made =
        add_temporary(program_, parameter_.name + '.' + what, kind, std::move(inputs), parameter_.size);
    if (after.valid()) program_.control.push_back({after, program_.tensors[made.index()].producer});
    return made;
  }
  void overwrite_weight(OperatorId update) {
    for (OperatorId reader : parameter_.backward) program_.control.push_back({reader, update});
  }

  Program& program_;
  const Program::Parameter& parameter_;
};

}  // namespace

void add_clipping(Program& program) {
  constexpr Bytes kNumber{4};
  std::vector<TensorId> sums;
  for (Program::Parameter& parameter : program.parameters) {
    if (!parameter.gradient.valid()) continue;
    const std::string at = parameter.name + '.';
    parameter.gradient = add_temporary(program, at + "unscale", "Mul", {parameter.gradient}, parameter.size);
    const TensorId square = add_temporary(program, at + "norm_square", "Square", {parameter.gradient}, parameter.size);
    sums.push_back(add_temporary(program, at + "norm", "ReduceSum", {square}, kNumber));
  }
  const TensorId norm = add_temporary(program, "global_norm", "AddN", sums, kNumber);
  const TensorId factor = add_temporary(program, "clip_factor", "Div", {norm}, kNumber);
  for (Program::Parameter& parameter : program.parameters)
    if (parameter.gradient.valid())
      parameter.gradient =
          add_temporary(program, parameter.name + ".clip", "Mul", {parameter.gradient, factor}, parameter.size);
}

void add_updates(Program& program, Optimizer optimizer, bool decays) {
  for (const Program::Parameter& parameter : program.parameters) {
    if (!parameter.gradient.valid()) continue;
    if (optimizer == Optimizer::none) program.tensors[parameter.gradient.index()].output = true;
    if (optimizer == Optimizer::sgd) Updater(program, parameter).sgd();
    if (optimizer == Optimizer::adam) Updater(program, parameter).adam(decays);
  }
}

}  // namespace stowage::zoo
