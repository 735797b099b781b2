// SPDX-License-Identifier: Apache-2.0
#include "core/formats/experiment_json.h"

#include <nlohmann/json.hpp>

namespace stowage {
namespace {

constexpr const char *kMeasurementsFormat = "stowage-measurements", *kStandsIn = "stands_in";
constexpr int kMeasurementsVersion = 3;

}  // namespace

std::string write_measurements(const Measurements& measured, const ExperimentSetting& setting) {
  nlohmann::ordered_json out{{"format", kMeasurementsFormat},
                             {"version", kMeasurementsVersion},
                             {"stowage", setting.version},
                             {"machine", setting.machine},
                             {"solver", setting.solver}};
  nlohmann::ordered_json& values = out["measured"] = nlohmann::ordered_json::object();
  for (const auto& [key, one] : measured)
    if (one.value && one.stands_in)
      values[key] = {{kStandsIn, *one.value}};
    else
      values[key] = one.value ? nlohmann::ordered_json(*one.value) : nlohmann::ordered_json(one.missing);
  return out.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

Result<Measurements> read_measurements(std::string_view bytes, const ExperimentSetting& setting) {
  const auto file = nlohmann::json::parse(bytes, nullptr, false);
  const auto text = [&](const char* key) { return file.value(key, ""); };
  if (!file.is_object() || !file.contains("measured") || !file["measured"].is_object() ||
      file.value("format", nlohmann::json()) != kMeasurementsFormat)
    return bad_input("", "", "this is not a file of measurements");
  Measurements out;
  for (const char* key : {"stowage", "machine", "solver"})
    if (!file.contains(key) || !file[key].is_string()) return bad_input("", key, "must be a text");
  if (file.value("version", nlohmann::json()) != kMeasurementsVersion) return out;
  if (text("stowage") != setting.version || text("solver") != setting.solver) return out;
  for (const auto& [key, value] : file["measured"].items()) {
    const bool stands_in = value.is_object() && value.contains(kStandsIn);
    const nlohmann::json& number = stands_in ? value[kStandsIn] : value;
    if (number.is_number()) out[key] = {number.get<double>(), {}, stands_in};
    if (value.is_string()) out[key].missing = value.get<std::string>();
  }
  if (text("machine") != setting.machine) forget_times(out);
  return out;
}

}  // namespace stowage
