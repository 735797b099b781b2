// SPDX-License-Identifier: Apache-2.0
#include "core/zoo/optimizer.h"

#include <initializer_list>
#include <string>
#include <utility>

namespace stowage::zoo {
namespace {

constexpr std::string_view kUpdate = "update";

class Updater {
 public:
  Updater(Program& program, const Program::Parameter& parameter) : program_(program), parameter_(parameter) {}

  void sgd() { overwrite_weight(run("sgd", "SgdUpdate", {parameter_.gradient, parameter_.weight})); }

  void adam() {
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
    const TensorId u = make("divide", "Div", {m, e}, new_m);
    const TensorId t = make("scale", "Mul", {u});
    overwrite_weight(run("update", "Sub", {parameter_.weight, t}));
  }

 private:
  /// Resident, and there before the step and after it; none where what is resident is left out.
  TensorId state(const char* what) {
    if (!parameter_.weight.valid()) return {};
    return program_.add_tensor(
        {.name = parameter_.name + '.' + what, .size = parameter_.size, .kind = "state", .output = true});
  }
  OperatorId run(const char* what, std::string_view kind, std::initializer_list<TensorId> inputs) {
    std::vector<TensorId> reads;
    for (TensorId input : inputs)
      if (input.valid()) reads.push_back(input);
    return program_.add_operator(parameter_.name + '.' + what, kind, kUpdate, std::move(reads));
  }
  /// `after`: what wrote into the state that it reads.
  TensorId make(const char* what, std::string_view kind, std::initializer_list<TensorId> inputs,
                OperatorId after = {}) {
    const OperatorId op = run(what, kind, inputs);
    if (after.valid()) program_.control.push_back({after, op});
    return program_.add_tensor(
        {.name = program_.operators.back().name, .size = parameter_.size, .kind = "temporary", .producer = op});
  }
  void overwrite_weight(OperatorId update) {
    const OperatorId made_gradient = program_.tensors[parameter_.gradient.index()].producer;
    for (OperatorId reader : parameter_.backward)
      if (reader != made_gradient) program_.control.push_back({reader, update});
  }

  Program& program_;
  const Program::Parameter& parameter_;
};

}  // namespace

void add_updates(Program& program, Optimizer optimizer) {
  for (const Program::Parameter& parameter : program.parameters) {
    if (!parameter.gradient.valid()) continue;
    if (optimizer == Optimizer::none) program.tensors[parameter.gradient.index()].output = true;
    if (optimizer == Optimizer::sgd) Updater(program, parameter).sgd();
    if (optimizer == Optimizer::adam) Updater(program, parameter).adam();
  }
}

}  // namespace stowage::zoo
