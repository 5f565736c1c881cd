// Checkpoint: timeline.json, and all files of a record together.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/checkpoint_files.h"
#include "core/io/files/file.h"
#include "core/io/files/json_file.h"
#include "core/tensor/archive.h"
#include "core/text/escaped_text.h"

namespace attnlab::checkpoint_files {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::uint64_t kMaxTimelineFile = 64 << 20;

/// The settings of `now` that differ from `before`.
OrderedJson changed_settings(TrainingSettings before, TrainingSettings now) {
  const OrderedJson old = fields_to_json(settings_fields(before)), all = fields_to_json(settings_fields(now));
  OrderedJson changed = OrderedJson::object();
  for (const auto& [key, value] : all.items())
    if (value != old[key]) changed[key] = value;
  return changed;
}

/// A text that a person may have typed, as valid UTF-8.
std::string utf8(const std::string& text) { return escaped_text(text); }

struct TimelineFile {
  std::optional<Index> metrics, measurements;  ///< rows
  std::vector<StoredState> states;
  std::vector<Pin> pins;
  std::vector<TimelineEvent> events;
};

const std::string& text_in(const Json& json, const char* key) {
  const Json& value = json_member(json, key);
  if (!value.is_string()) throw std::runtime_error(std::string(key) + " must be a string");
  return value.get_ref<const std::string&>();
}

enum class Steps { Rise, MayRepeat };

/// Calls `item` for each object of a list with its step, which is from `least` to `last` and rises.
template <typename F>
void each_item(const Json& json, const char* list, Index last, Steps steps, const F& item) {
  const Json& items = json_member(json, list);
  if (!items.is_array()) throw std::runtime_error(std::string(list) + " must be a list");
  Index least = 0;
  for (const Json& entry : items) {
    const Index step = json_count(entry, "step", last);
    if (step < least) throw std::runtime_error(std::string(list) + " must be in order of their steps");
    least = steps == Steps::MayRepeat ? step : step + 1;
    item(step, entry);
  }
}

TimelineFile read_timeline(const fs::path& folder, const TrainingSettings& first, Index last) {
  const Json json = read_json_object(folder / kTimeline, kMaxTimelineFile);
  TimelineFile file;
  file.metrics = json_count(json, "metrics");
  file.measurements = json_count(json, "measurements");
  TrainingSettings settings = first;
  each_item(json, "kept", last, Steps::Rise, [&](Index step, const Json& entry) {
    if (const auto changed = entry.find("settings"); changed != entry.end()) {
      fields_from_json(*changed, settings_fields(settings), "settings");
      validate(settings);
    }
    file.states.push_back({step, text_in(entry, "checksum"), settings});
    if (entry.contains("updates")) file.states.back().updates = json_count(entry, "updates");
  });
  each_item(json, "pins", last, Steps::Rise, [&](Index step, const Json& entry) {
    file.pins.push_back({step, text_in(entry, "name")});
  });
  each_item(json, "events", last, Steps::MayRepeat, [&](Index step, const Json& entry) {
    file.events.push_back({step, text_in(entry, "text")});
  });
  return file;
}

/// The states that can be read, and the pins of these.
Timeline read_states(const fs::path& folder, const ParameterLayout& layout, TimelineFile file,
                     std::vector<std::string>& remarks, ReadProgress* read) {
  Timeline timeline;
  timeline.events = std::move(file.events);
  const std::shared_ptr<Archive> archive = Archive::make(kStatesInMemory);
  std::size_t failed = 0;
  std::string reason;
  for (const StoredState& stored : file.states) {
    try {
      timeline.states.push_back(read_state(folder, layout, stored, *archive, read));
      archive->settle();
    } catch (const std::exception& error) {
      if (read) read->check();  // a stopped read is not damage
      if (failed++ == 0) reason = error.what();
    }
  }
  std::ranges::copy_if(file.pins, std::back_inserter(timeline.pins),
                       [&](const Pin& pin) { return timeline.at(pin.step) != nullptr; });
  const std::size_t pins = file.pins.size() - timeline.pins.size();
  const auto count = [](std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  if (failed > 0)
    remarks.push_back(reason + "; not loaded: " + count(failed, "state") +
                      (pins > 0 ? ", " + count(pins, "pin") : ""));
  return timeline;
}

}  // namespace

void write_record(const fs::path& folder, const fs::path& old, const ParameterLayout& layout,
                  const TrainingSettings& first, const Record& record) {
  write_metrics(folder, record.steps);
  write_measurements(folder, record);
  fs::create_directory(folder / kStates);
  OrderedJson stored = OrderedJson::array(), pins = OrderedJson::array(), events = OrderedJson::array();
  TrainingSettings before = first;
  for (const StatePtr& state : record.timeline->states) {
    OrderedJson entry = {{"step", state->step()},
                         {"checksum", write_state(folder, old, layout, *state)},
                         {"updates", state->optimizer->updates}};
    const OrderedJson changed = changed_settings(before, state->settings);
    if (!changed.empty()) entry["settings"] = changed;
    stored.push_back(std::move(entry));
    before = state->settings;
  }
  for (const Pin& pin : record.timeline->pins) pins.push_back({{"step", pin.step}, {"name", utf8(pin.name)}});
  for (const TimelineEvent& event : record.timeline->events)
    events.push_back({{"step", event.step}, {"text", utf8(event.text)}});
  write_json(folder / kTimeline, {{"metrics", record.steps.size()},
                                  {"measurements", record.measurements.size()},
                                  {"kept", std::move(stored)},
                                  {"pins", std::move(pins)},
                                  {"events", std::move(events)}});
}

Record read_record(const fs::path& folder, const ParameterLayout& layout, const TrainingSettings& first,
                   Index last, std::vector<std::string>& remarks, ReadProgress* read) {
  TimelineFile file;
  try {
    file = read_timeline(folder, first, last);
  } catch (const std::exception& error) {
    remarks.push_back(std::string(kTimeline) + ": " + error.what() +
                      "; the states of past steps are not loaded");
  }
  Record record{
      .steps = read_metrics(folder, last, file.metrics, remarks), .measurements = {}, .timeline = {}};
  read_measurements(folder, last, file.measurements, record, remarks);
  record.timeline =
      std::make_shared<const Timeline>(read_states(folder, layout, std::move(file), remarks, read));
  return record;
}

}  // namespace attnlab::checkpoint_files
