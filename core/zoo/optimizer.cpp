// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/optimizer.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <utility>

#include "core/graph/tags.h"

namespace stowage::zoo {
namespace {

OperatorId add_update(Program& program, std::string name, std::string_view kind, std::vector<TensorId> reads) {
  const OperatorId op = program.add_operator(std::move(name), kind, phase::kUpdate, std::move(reads));
  program.operators.back().category = Category::other;
  return op;
}

/// An operator and its only result, of the same name.
TensorId add_temporary(Program& program, const std::string& name, std::string_view kind, std::vector<TensorId> reads,
                       Bytes size) {
  Bytes touched = size;
  for (TensorId read : reads) touched += program.tensors[read.index()].size;
  const OperatorId op = add_update(program, name, kind, std::move(reads));
  program.operators[op.index()].work.bytes = static_cast<double>(touched.count);
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
  [[nodiscard]] static std::vector<TensorId> present(std::initializer_list<TensorId> tensors) {
    std::vector<TensorId> out;
    std::ranges::copy_if(tensors, std::back_inserter(out), [](TensorId t) { return t.valid(); });
    return out;
  }
  OperatorId run(const char* what, std::string_view kind, std::initializer_list<TensorId> inputs) {
    const OperatorId op = add_update(program_, parameter_.name + '.' + what, kind, present(inputs));
    set_work(op, inputs.size());
    return op;
  }
  /// Counts `inputs` inputs of the parameter's size, resident ones included, and one result.
  void set_work(OperatorId op, std::size_t inputs) {
    program_.operators[op.index()].work.bytes =
        static_cast<double>(inputs + 1) * static_cast<double>(parameter_.size.count);
  }
  /// `after`: the operator that wrote the state that this one reads.
  TensorId make(const char* what, std::string_view kind, std::initializer_list<TensorId> inputs,
                OperatorId after = {}) {
    const TensorId made = add_temporary(program_, parameter_.name + '.' + what, kind, present(inputs), parameter_.size);
    set_work(program_.tensors[made.index()].producer, inputs.size());
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
