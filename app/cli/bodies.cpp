// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iostream>

#include "app/cli/output.h"
#include "app/cli/planning.h"
#include "core/graph/laid_out.h"

namespace stowage::cli {
namespace {

std::int64_t offset_of(TensorId place, const Plan& plan) {
  return plan.offsets[place.index()].value;
}

void print_body(const BodyTable& body, const Plan& plan) {
  std::cout << "\nbody " << body.path;
  if (body.first + body.repeat > 1) std::cout << ": repeats after " << counted(body.repeat, "iteration");
  std::cout << '\n';
  std::vector<Table::Column> columns{{"tensor"}};
  for (std::size_t c = 0; c < body.first; ++c) columns.push_back({"iteration " + std::to_string(c), true});
  for (std::size_t c = 0; c < body.repeat; ++c)
    columns.push_back({body.first + body.repeat == 1 ? "offset"
                       : body.repeat == 1            ? "then"
                                          : "then, " + std::to_string(c) + " of " + std::to_string(body.repeat),
                       true});
  Table out(std::move(columns));
  for (TensorId t : body.body->tensors()) {
    std::vector<std::string> cells{std::string(body.body->name(t))};
    for (TensorId place : body.places[t.index()]) cells.push_back(grouped(offset_of(place, plan)));
    if (cells.size() == 1) cells.resize(1 + body.first + body.repeat, "outside");
    out.add(std::move(cells));
  }
  out.print();
}

}  // namespace

std::string tensors_text(const Graph& graph, std::vector<TensorId> some) {
  const std::size_t places = some.size(), tensors = each_once(graph, std::move(some)).size();
  return counted(tensors, "tensor") + (places == tensors ? "" : " in " + counted(places, "place"));
}

void print_bodies(const Graph& graph, const Plan& plan) {
  if (graph.laid_out() == nullptr) return;
  constexpr std::size_t kShown = 64;
  const auto& tables = graph.laid_out()->tables;
  for (std::size_t k = 0; k < std::min(kShown, tables.size()); ++k) print_body(tables[k], plan);
  if (tables.size() > kShown)
    std::cout << "and " << grouped(tables.size() - kShown) << " more"
              << ", which --json prints\n";
}

Json bodies_json(const Graph& graph, const Plan& plan) {
  Json out = Json::object();
  for (const BodyTable& body : graph.laid_out()->tables) {
    Json offsets = Json::object();
    for (TensorId t : body.body->tensors())
      if (const auto& places = body.places[t.index()]; !places.empty())
        offsets[std::string(body.body->name(t))] =
            json_list(places, [&](TensorId place) -> Json { return offset_of(place, plan); });
    out[body.path] = {{"first", body.first}, {"repeat", body.repeat}, {"offsets", std::move(offsets)}};
  }
  return out;
}

}  // namespace stowage::cli
