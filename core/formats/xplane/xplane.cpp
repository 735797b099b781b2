// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>
#include <unordered_set>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/formats/lines.h"
#include "core/formats/protobuf_wire.h"
#include "core/formats/readers.h"
#include "core/formats/utf8.h"
#include "core/formats/xla/module_document.h"

namespace stowage::xplane {
namespace {

constexpr std::string_view kMetadata = "/host:metadata", kDevice = "/device:", kStream = "Stream #",
                           kModules = "XLA Modules", kOperators = "XLA Ops", kAsynchronous = "Async XLA Ops";
constexpr std::uint64_t kMaxPicoseconds = std::uint64_t{1} << 60;

/// Field numbers (tsl/profiler/protobuf/xplane.proto).
namespace field {
constexpr std::uint32_t planes = 1;
constexpr std::uint32_t plane_name = 2, plane_lines = 3, plane_events = 4, plane_stats = 5;
constexpr std::uint32_t line_name = 2, line_events = 4;
constexpr std::uint32_t event_metadata = 1, event_offset = 2, event_duration = 3, event_stats = 4;
constexpr std::uint32_t stat_metadata = 1, stat_unsigned = 3, stat_signed = 4, stat_text = 5, stat_bytes = 6,
                        stat_reference = 7;
constexpr std::uint32_t map_key = 1, map_value = 2;
constexpr std::uint32_t metadata_name = 2, metadata_display_name = 4, metadata_stats = 5;
}  // namespace field

/// A module that ran.
struct ProfiledModule {
  std::string name;                ///< "jit_step(17)"
  std::optional<std::int64_t> id;  ///< the program id of its events
  std::string_view proto;          ///< its HloProto
};

/// Events of a module on one stream of a device.
struct StreamEvents {
  std::int64_t stream = 0;
  std::string name;
  std::uint64_t picoseconds = 0, overlap = 0;  ///< the sum, and the part while another event of the stream lasts
  std::size_t events = 0;
};

struct OperatorEvents {
  std::uint64_t picoseconds = 0;
  std::uint64_t events = 0;
  std::size_t stream = 0;  ///< the first stream that it ran on, a place in DeviceEvents::streams
  bool on_several = false;
};

/// The events of one device for a module.
struct DeviceEvents {
  std::string name;  ///< "/device:GPU:0"
  std::int64_t number = 0;
  std::size_t events = 0, others = 0;  ///< of the module; of other modules or none
  std::uint64_t runs = 0;              ///< of the whole module; 0 where the device does not say
  std::vector<StreamEvents> streams{};
  std::unordered_map<std::string, OperatorEvents> operators{};  ///< by name of instruction
};

/// A profile. Texts are views of the file.
struct Space {
  struct Plane {
    std::string name;
    std::string_view message;
  };
  std::vector<Plane> planes{};
  std::vector<ProfiledModule> modules{};
  std::vector<std::string> idle{};  ///< planes of devices on which nothing ran
};

struct Stat {
  std::uint64_t metadata = 0;
  std::optional<std::uint64_t> number, reference;
  std::string_view text, bytes;
};

/// Reads a stat. damage_in() has found any damage in it before.
Stat stat_of(std::string_view message) {
  Stat out;
  WireReader reader(message);
  while (const auto each = reader.next()) {
    if (each->number == field::stat_metadata) out.metadata = each->value;
    if (each->number == field::stat_unsigned || each->number == field::stat_signed) out.number = each->value;
    if (each->number == field::stat_text) out.text = each->bytes;
    if (each->number == field::stat_bytes) out.bytes = each->bytes;
    if (each->number == field::stat_reference) out.reference = each->value;
  }
  return out;
}

std::string_view text_of(std::string_view message, std::uint32_t number) {
  return last_field(message, number).bytes;
}

/// The key and the value of an entry of a map.
std::pair<std::uint64_t, std::string_view> entry_of(std::string_view message) {
  return {last_field(message, field::map_key).value, text_of(message, field::map_value)};
}

/// The operator that ran, as the stats of an event have it.
struct Said {
  std::string_view op, module;
  std::optional<std::int64_t> program;
};

/// The tables of one plane.
class Tables {
 public:
  explicit Tables(std::string_view plane) {
    for_each_bytes(plane, field::plane_events, [&](std::string_view entry) { events_.insert(entry_of(entry)); });
    for_each_bytes(plane, field::plane_stats, [&](std::string_view entry) {
      const auto [key, value] = entry_of(entry);
      names_.emplace(key, text_of(value, field::metadata_name));
    });
  }

  [[nodiscard]] const std::map<std::uint64_t, std::string_view>& events() const { return events_; }
  [[nodiscard]] std::string_view name(std::uint64_t stat) const { return find(names_, stat); }
  [[nodiscard]] std::string_view metadata(std::uint64_t event) const { return find(events_, event); }

  void listen(std::string_view message, Said& said) const {
    const Stat stat = stat_of(message);
    const std::string_view what = name(stat.metadata), text = stat.reference ? name(*stat.reference) : stat.text;
    if (what == "hlo_op") said.op = text;
    if (what == "hlo_module") said.module = text;
    if (what == "program_id" && stat.number) said.program = static_cast<std::int64_t>(*stat.number);
  }
  /// The stats that all events of a metadata share.
  [[nodiscard]] const Said& common(std::uint64_t event) {
    const auto [at, added] = common_.try_emplace(event);
    if (added)
      for_each_bytes(metadata(event), field::metadata_stats,
                     [&, &said = at->second](std::string_view stat) { listen(stat, said); });
    return at->second;
  }

 private:
  template <class Texts>
  static std::string_view find(const Texts& texts, std::uint64_t key) {
    const auto at = texts.find(key);
    return at == texts.end() ? std::string_view() : at->second;
  }

  std::map<std::uint64_t, std::string_view> events_;
  std::unordered_map<std::uint64_t, std::string_view> names_;
  std::unordered_map<std::uint64_t, Said> common_;
};

/// "jit_step" of "jit_step(17)".
std::string_view without_number(std::string_view name) {
  return name.substr(0, name.find('('));
}

class DeviceReader {
 public:
  DeviceReader(std::string_view plane, const ProfiledModule& module,
               const std::unordered_set<std::string>& instructions, const Task& task)
      : plane_(plane), module_(module), instructions_(instructions), task_(task), tables_(plane) {}

  /// False where the task was stopped.
  bool read(DeviceEvents& out) {
    std::vector<std::string_view> lines;
    bool has_streams = false;
    for_each_bytes(plane_, field::plane_lines, [&](std::string_view line) {
      lines.push_back(line);
      has_streams |= text_of(line, field::line_name).starts_with(kStream);
    });
    for (const std::string_view line : lines) {
      const std::string_view name = text_of(line, field::line_name);
      if (name == kModules) count_runs(line, out);
      const bool counts = has_streams ? name.starts_with(kStream) : name == kOperators || name == kAsynchronous;
      if (counts && !take_line(line, name, out)) return false;
    }
    return true;
  }

 private:
  using Span = std::pair<std::uint64_t, std::uint64_t>;  // begin, end

  void count_runs(std::string_view line, DeviceEvents& out) {
    for_each_bytes(line, field::line_events, [&](std::string_view message) {
      const std::uint64_t metadata = last_field(message, field::event_metadata).value;
      if (text_of(tables_.metadata(metadata), field::metadata_name) == module_.name) ++out.runs;
    });
  }

  bool take_line(std::string_view line, std::string_view name, DeviceEvents& out) {
    StreamEvents stream{.stream = stream_number(name), .name = printable(name, "stream")};
    std::vector<Span> spans;
    WireReader reader(line);
    std::size_t count = 0;
    while (const auto each = reader.next()) {
      if (each->number != field::line_events || !each->is_bytes) continue;
      if (task_.poll(count++)) return false;
      take_event(each->bytes, stream, spans, out);
    }
    stream.overlap = overlap_of(spans);
    if (stream.events > 0) out.streams.push_back(std::move(stream));
    return true;
  }

  [[nodiscard]] static std::int64_t stream_number(std::string_view name) {
    if (name.starts_with(kStream)) return leading_number(name.substr(kStream.size())).value_or(0);
    return name == kAsynchronous ? 1 : 0;
  }

  void take_event(std::string_view message, StreamEvents& stream, std::vector<Span>& spans, DeviceEvents& out) {
    std::uint64_t metadata = 0, offset = 0, duration = 0;
    Said said;
    WireReader reader(message);
    while (const auto each = reader.next()) {
      if (each->number == field::event_metadata) metadata = each->value;
      if (each->number == field::event_offset) offset = each->value;
      if (each->number == field::event_duration) duration = each->value;
      if (each->number == field::event_stats && each->is_bytes) tables_.listen(each->bytes, said);
    }
    const Said& common = tables_.common(metadata);
    if (said.op.empty()) said.op = common.op;
    if (said.module.empty()) said.module = common.module;
    if (!said.program) said.program = common.program;
    if (said.op.empty() && !stream.name.starts_with(kStream)) {
      said.op = text_of(tables_.metadata(metadata), field::metadata_display_name);
      if (said.op.empty()) {
        const std::string_view text = text_of(tables_.metadata(metadata), field::metadata_name);
        said.op = bare_name(text.substr(0, text.find(' ')));  // "fusion.3" of "%fusion.3 = f32[8] fusion(…)"
      }
    }
    const std::string op(said.op);
    if (!is_own(said, op) || duration > kMaxPicoseconds || offset > kMaxPicoseconds) {
      ++out.others;
      return;
    }
    ++out.events;
    ++stream.events;
    const auto [at, added] = out.operators.try_emplace(op);
    if (added) at->second.stream = out.streams.size();
    at->second.on_several |= at->second.stream != out.streams.size();
    ++at->second.events;
    at->second.picoseconds = std::min(at->second.picoseconds + duration, kMaxPicoseconds);
    stream.picoseconds = std::min(stream.picoseconds + duration, kMaxPicoseconds);
    spans.emplace_back(offset, offset + duration);
  }

  [[nodiscard]] bool is_own(const Said& said, const std::string& op) const {
    if (op.empty()) return false;
    if (said.program && module_.id) return *said.program == *module_.id;
    if (!said.module.empty()) return without_number(said.module) == without_number(module_.name);
    return instructions_.contains(op);
  }

  [[nodiscard]] static std::uint64_t overlap_of(std::vector<Span>& spans) {
    std::ranges::sort(spans);
    std::uint64_t latest = 0, out = 0;
    for (const auto& [begin, end] : spans) {
      if (begin < latest) out += std::min(latest, end) - begin;
      latest = std::max(latest, end);
    }
    return out;
  }

  std::string_view plane_;
  const ProfiledModule& module_;
  const std::unordered_set<std::string>& instructions_;
  const Task& task_;
  Tables tables_;
};

/// The first damaged byte in the parts of a plane that are read, or null. A plane has depth 4.
const char* damage_in(std::string_view message, int depth) {
  WireReader reader(message);
  while (const auto each = reader.next()) {
    if (!each->is_bytes || depth == 0) continue;
    // Lines have events, which have stats; tables have entries, which have metadata.
    const bool is_message = depth == 4 ? each->number == field::plane_lines || each->number == field::plane_events ||
                                             each->number == field::plane_stats
                            : depth == 3 ? each->number == field::line_events
                                         : depth == 2 && each->number == field::event_stats;
    if (!is_message) continue;
    const char* const inside = damage_in(each->bytes, depth == 4 && each->number != field::plane_lines ? 0 : depth - 1);
    if (inside != nullptr) return inside;
  }
  return reader.damage();
}

/// Finds the planes and the modules. bad_input, with the byte, where the bytes are not an XSpace.
Result<Space> read_space(std::string_view bytes, const std::string& file) {
  Space out;
  const auto damaged = [&](const char* at) {
    constexpr std::string_view kReplaced = "\xef\xbf\xbd";
    const bool was_text = bytes.find(kReplaced) != std::string_view::npos;
    return bad_input(file, "byte " + std::to_string(at - bytes.data()),
                     std::string("this is not an XSpace, or it is damaged or cut short here") +
                         (was_text ? ": it was once stored as text, which destroyed its bytes" : ""));
  };
  WireReader reader(bytes);
  while (const auto each = reader.next()) {
    if (each->number != field::planes || !each->is_bytes) continue;
    if (const char* const at = damage_in(each->bytes, 4)) return damaged(at);
    out.planes.push_back({printable(text_of(each->bytes, field::plane_name), "plane"), each->bytes});
  }
  if (reader.damage() != nullptr) return damaged(reader.damage());
  for (const Space::Plane& plane : out.planes) {
    if (plane.name.starts_with(kDevice) && text_of(plane.message, field::plane_lines).empty())
      out.idle.push_back(plane.name);
    if (plane.name != kMetadata) continue;
    const Tables tables(plane.message);
    for (const auto& [key, metadata] : tables.events())
      for_each_bytes(metadata, field::metadata_stats, [&, id = key, name = metadata](std::string_view message) {
        const Stat stat = stat_of(message);
        const std::string_view what = tables.name(stat.metadata);
        if (stat.bytes.empty() || (what != "Hlo Proto" && what != "hlo_proto")) return;
        out.modules.push_back({.name = printable(text_of(name, field::metadata_name), "module"),
                               .id = static_cast<std::int64_t>(id),
                               .proto = stat.bytes});
      });
  }
  return out;
}

/// The events of each device that ran the module, by number of the device. An event without a program belongs to the
/// module if it has the module's name, or no name and one of `instructions`. Reads the planes again for each module.
/// Errors: cancelled, timed_out.
Result<std::vector<DeviceEvents>> events_of(const Space& space, const ProfiledModule& module,
                                            const std::unordered_set<std::string>& instructions, const Task& task) {
  std::vector<DeviceEvents> out;
  for (const Space::Plane& plane : space.planes) {
    if (!plane.name.starts_with(kDevice)) continue;
    DeviceEvents device{.name = plane.name,
                        .number = leading_number(plane.name.substr(plane.name.rfind(':') + 1)).value_or(0)};
    if (!DeviceReader(plane.message, module, instructions, task).read(device))
      return tl::unexpected(task.why_stopped());
    if (device.events > 0) out.push_back(std::move(device));
  }
  std::ranges::stable_sort(out, {}, &DeviceEvents::number);
  return out;
}

/// The sum of the allocations of a module's assignment, without reading all of it; -1 where it has none.
std::int64_t assigned_bytes(std::string_view proto) {
  constexpr std::uint32_t kAssignment = 3, kAllocations = 3, kSize = 2;
  std::int64_t sum = -1;
  for_each_bytes(proto, kAssignment, [&](std::string_view assignment) {
    for_each_bytes(assignment, kAllocations, [&](std::string_view allocation) {
      sum = std::max<std::int64_t>(sum, 0);
      WireReader fields(allocation);
      while (const auto each = fields.next())
        if (each->number == kSize && each->value <= static_cast<std::uint64_t>(kMaxTensorSize.count))
          sum = std::min(sum + static_cast<std::int64_t>(each->value), kMaxTotalSize.count);
    });
  });
  return sum;
}

/// How many instructions of a module's entry computation run, without reading all of it.
std::size_t operators_in(std::string_view proto) {
  constexpr std::uint32_t kModule = 1, kComputations = 3, kEntry = 6, kInstructions = 2, kId = 5, kOpcode = 2;
  std::uint64_t entry = 0;
  std::unordered_map<std::uint64_t, std::size_t> counts;  // by computation
  for_each_bytes(proto, kModule, [&](std::string_view module) {
    entry = last_field(module, kEntry).value;
    for_each_bytes(module, kComputations, [&](std::string_view computation) {
      std::size_t count = 0;
      for_each_bytes(computation, kInstructions, [&](std::string_view instruction) {
        const std::string_view opcode = last_field(instruction, kOpcode).bytes;
        count += opcode != "parameter" && opcode != "constant";
      });
      counts.insert_or_assign(last_field(computation, kId).value, count);
    });
  });
  return counts[entry];
}

/// How often the module ran, or, if the device does not say, the common divisor of the operators' numbers of events.
std::uint64_t runs_of(const DeviceEvents& device) {
  if (device.runs > 0) return device.runs;
  std::uint64_t runs = 0;
  for (const auto& [name, op] : device.operators) runs = std::gcd(runs, op.events);
  return std::max<std::uint64_t>(runs, 1);
}

class ProfileReader {
 public:
  ProfileReader(Space space, const FileToRead& in) : space_(std::move(space)), in_(in) {}

  Result<Document> read() {
    if (space_.modules.empty())
      return bad_input(in_.file, "",
                       "there are no modules in the profile: its plane /host:metadata is missing, or empty");
    STOWAGE_TRY(const std::size_t chosen, choose());
    const ProfiledModule& module = space_.modules[chosen];
    auto hlo = xla::parse_hlo(module.proto, in_.file);
    if (!hlo) {
      Error error = std::move(hlo).error();
      for (Diagnostic& fault : error.faults) fault.place = "module " + in_quotes(module.name) + ", " + fault.place;
      return tl::unexpected(std::move(error));
    }
    xla::ModuleSource source{.file = in_.file, .format = "xplane"};
    STOWAGE_TRY(const auto devices, measure(module, **hlo, source));
    STOWAGE_TRY(Document out, xla::document_of(**hlo, source, std::move(summary_), in_));
    for (const std::int64_t device : devices) out.devices.push_back({.number = device});
    out.graphs = std::move(graphs_);
    out.graph_index = chosen;
    return out;
  }

 private:
  /// Chooses the wanted module, or the one with the largest assignment.
  Result<std::size_t> choose() {
    std::size_t largest = 0;
    std::int64_t most = -2;
    for (std::size_t k = 0; k < space_.modules.size(); ++k) {
      const ProfiledModule& module = space_.modules[k];
      graphs_.push_back({.name = module.name, .operators = operators_in(module.proto)});
      if (const std::int64_t bytes = assigned_bytes(module.proto); bytes > most) largest = k, most = bytes;
    }
    summary_.count(Read::tr("planes of the profile"), space_.planes.size());
    summary_.count(Read::tr("modules of the profile"), space_.modules.size());
    for (const std::string& name : space_.idle) summary_.add(Skipped::tr("devices on which nothing ran"), name);
    if (in_.options.graph) return choose_graph(graphs_, in_.options.graph, in_.file);
    for (const GraphInFile& graph : graphs_)
      if (&graph == &graphs_[largest])
        summary_.add(Assumed::tr("module whose memory is the largest is the one to show"), graph.name);
      else
        summary_.add(Skipped::tr("other modules of the profile"), graph.name);
    return largest;
  }

  /// Adds the times of the module on one device. Returns the numbers of all devices that ran it.
  Result<std::vector<std::int64_t>> measure(const ProfiledModule& module, const xla::Hlo& hlo,
                                            xla::ModuleSource& source) {
    std::unordered_set<std::string> instructions;
    for (const xla::Computation& computation : hlo.hlo_module().computations())
      for (const xla::Instruction& instruction : computation.instructions()) instructions.insert(instruction.name());
    STOWAGE_TRY(const auto devices, events_of(space_, module, instructions, in_.task));
    std::vector<std::int64_t> numbers;
    for (const DeviceEvents& device : devices) numbers.push_back(device.number);
    if (devices.empty()) {
      summary_.say(Unknown::tr("durations: no device of the profile ran the module"));
      return numbers;
    }
    const auto chosen = in_.options.device ? std::ranges::find(devices, *in_.options.device, &DeviceEvents::number)
                                           : std::ranges::max_element(devices, {}, &DeviceEvents::events);
    if (chosen == devices.end()) {
      std::string list;
      for (const std::int64_t number : numbers) list += (list.empty() ? "" : ", ") + std::to_string(number);
      return bad_input(in_.file, "",
                       "device " + std::to_string(*in_.options.device) + " did not run the module; these did: " + list);
    }
    for (const DeviceEvents& device : devices)
      if (&device != &*chosen) summary_.add(Skipped::tr("other devices that ran the module"), device.name);
    take(*chosen, instructions, source);
    return numbers;
  }

  void take(const DeviceEvents& device, const std::unordered_set<std::string>& instructions,
            xla::ModuleSource& source) {
    constexpr std::uint64_t kPicoseconds = 1000;
    const std::uint64_t runs = runs_of(device);
    std::uint64_t sum = 0;
    for (const auto& [name, op] : device.operators) {
      sum += op.picoseconds;
      if (!instructions.contains(name)) {
        summary_.add(Unknown::tr("operators of events that the module does not have"), name);
        continue;
      }
      if (op.on_several)
        summary_.add(Assumed::tr("operators that ran on several streams are on the first of them"), name);
      source.measured.emplace(
          name, xla::Measured{static_cast<std::int64_t>((op.picoseconds / runs + kPicoseconds / 2) / kPicoseconds),
                              device.streams[op.stream].stream});
    }
    summary_.count(Read::tr("events of the module on %1").with(device.name), device.events);
    summary_.count(Read::tr("operators with events"), device.operators.size());
    summary_.count(Skipped::tr("events of other modules, or of none"), device.others);
    summary_.count(device.runs > 0 ? Assumed::tr("runs of the module: a duration is the mean of them")
                                   : Assumed::tr("runs of the module, by the kernels that all operators have in "
                                                 "common: a duration is the mean of them"),
                   runs);
    summary_.say(Read::tr("the events of all runs take %1 ps").with(grouped_digits(sum)));
    for (const StreamEvents& stream : device.streams)
      if (stream.overlap > stream.picoseconds / 100)
        summary_.add(Unknown::tr("streams whose events overlap by more than a hundredth"), stream.name);
  }

  Space space_;
  const FileToRead& in_;
  ImportSummary summary_;
  std::vector<GraphInFile> graphs_;
};

}  // namespace
}  // namespace stowage::xplane

stowage::Result<stowage::Document> stowage::read_xplane(const FileToRead& in) {
  STOWAGE_TRY(auto space, xplane::read_space(in.bytes, in.file));
  return xplane::ProfileReader(std::move(space), in).read();
}
