// Settings as tables of fields, written and read as JSON.
#include "app/state/settings/settings.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/paths.h"
#include "app/state/settings/desktop_follow.h"
#include "app/state/train_pace.h"
#include "app/state/walk/walk_range.h"
#include "core/config/rows.h"
#include "core/io/files/json_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace fs = std::filesystem;

namespace {

constexpr int kVersion = 1;
constexpr double kMostPoints = 16384;

}  // namespace

Fields screen_fields(Screen& s) {
  // Names every member, so that a new one cannot be forgotten here.
  auto& [dark, contrast, percent, digits, motion, language, dark_follows, contrast_follows, text_follows,
         motion_follows, map, inspector, bottom, stage_only, edits, map_width, inspector_width, bottom_height,
         training_width, beside_width, lesson_width, lesson_bar, lesson_height, plays, walk_range, walk_pace,
         timeline_plays, timeline_pace, train_pace, history, runs, pass, looks, first_minute, first_pace,
         presenting, welcome, only] = s;
  (void)plays, (void)timeline_plays, (void)looks, (void)first_minute, (void)first_pace, (void)presenting,
      (void)welcome, (void)only;
  const char* const points = tr_mark("in points; 0: the default");
  return {{"dark", &dark, tr_mark("dark theme")},
          {"high_contrast", &contrast, tr_mark("high contrast, for a projector")},
          {"text_percent", &percent, tr_mark("text size"), kLeastTextPercent, kMostTextPercent},
          {"digits", &digits, tr_mark("digits of numbers"), 2, 7},
          {"motion", &motion, tr_mark("animations")},
          {"language", &language,
           tr_mark("a language code, or a catalog of messages; empty: the system's language")},
          {"dark_follows", &dark_follows, tr_mark("follow the desktop's theme")},
          {"contrast_follows", &contrast_follows, tr_mark("follow the desktop's contrast")},
          {"text_follows", &text_follows, tr_mark("follow the desktop's text size")},
          {"motion_follows", &motion_follows, tr_mark("follow the desktop's choice of animations")},
          {"show_map", &map, tr_mark("show the model map")},
          {"show_inspector", &inspector, tr_mark("show the inspector")},
          {"show_bottom", &bottom, tr_mark("show operations and training")},
          {"stage_only", &stage_only, tr_mark("show the stage alone in the window")},
          {"show_edits", &edits, tr_mark("show the bar of edits")},
          {"map_width", &map_width, points, 0, kMostPoints},
          {"inspector_width", &inspector_width, points, 0, kMostPoints},
          {"bottom_height", &bottom_height, points, 0, kMostPoints},
          {"training_width", &training_width, points, 0, kMostPoints},
          {"beside_width", &beside_width, points, 0, kMostPoints},
          {"lesson_width", &lesson_width, points, 0, kMostPoints},
          {"lesson_height", &lesson_height, points, 0, kMostPoints},
          {"lesson_bar", &lesson_bar, tr_mark("show a lesson below the other panels")},
          {"walk_range", &walk_range, tr_mark("what the walk plays"), {}, {}, choices_of(walk_ranges())},
          {"walk_pace", &walk_pace, tr_mark("pace of the walk"), 0.5, 4},
          {"timeline_pace", &timeline_pace, tr_mark("pace at which past steps are played"), 0.25, 4},
          {"train_pace", &train_pace, tr_mark("highest number of training steps per second; 0: full speed"),
           0, kMostTrainPace},
          {"history_megabytes", &history, tr_mark("space for past steps and metrics"), 1, kMostHistory},
          {"runs_megabytes", &runs, tr_mark("memory for open runs; beyond it, idle runs move to disk"), 1,
           kMostRuns},
          {"pass_megabytes", &pass, tr_mark("memory for the values and gradients of a pass"), 1, kMostPass}};
}

namespace {

Fields start_fields(Settings& s) {
  return {{"width", &s.window_width, tr_mark("size of the window"), 640, kMostPoints},
          {"height", &s.window_height, tr_mark("size of the window"), 400, kMostPoints},
          {"preset", &s.preset, tr_mark("the preset that was open last")}};
}

struct RecentKind {
  RecentFile::Kind kind;
  const char* name;
};
/// In the order of RecentFile::Kind.
constexpr RecentKind kRecentKinds[] = {{RecentFile::Kind::Text, "text"},
                                       {RecentFile::Kind::Pictures, "pictures"},
                                       {RecentFile::Kind::Model, "model"}};

nlohmann::ordered_json recent_json(const std::vector<RecentFile>& files) {
  auto json = nlohmann::ordered_json::array();
  for (const RecentFile& file : files)
    json.push_back({{kRecentKinds[static_cast<std::size_t>(file.kind)].name, file.path}});
  return json;
}

/// Stores the first problem only: one notice is enough.
class SettingsReader {
 public:
  /// Each member by itself, so that a bad one does not affect the others.
  void read(const nlohmann::json& json, const char* section, const Fields& fields) {
    const auto part = json.find(section);
    if (part == json.end()) return;
    if (!part->is_object()) return note(tr("{1} must be an object", section));
    for (const auto& [name, value] : part->items()) {
      try {
        fields_from_json({{name, value}}, fields, section);
      } catch (const std::invalid_argument& error) {
        note(error.what());
      }
    }
  }

  void read_recent(const nlohmann::json& json, std::vector<RecentFile>& files) {
    const auto list = json.find("recent");
    if (list == json.end()) return;
    if (!list->is_array()) return note(tr("recent must be an array"));
    for (const auto& entry : *list) {
      const bool one = entry.is_object() && entry.size() == 1 && entry.begin()->is_string();
      const auto* const kind = std::ranges::find_if(
          kRecentKinds, [&](const RecentKind& k) { return one && entry.contains(k.name); });
      if (kind == std::end(kRecentKinds))
        note(tr("recent must hold {\"text\": path}, {\"pictures\": path} or {\"model\": path}"));
      else if (files.size() < kMostRecent)
        files.push_back({kind->kind, entry.begin()->get<std::string>()});
    }
  }

  void note(std::string what) {
    if (problem.empty()) problem = std::move(what);
  }
  std::string problem;
};

/// A file from before options followed the desktop says nothing of that: what differs from the standard was
/// chosen.
void guess_following(const nlohmann::json& json, Screen& screen) {
  const auto part = json.find("screen");
  for (const FollowingOption& option : following_options())
    if (part != json.end() && part->is_object() && !part->contains(option.follows))
      screen.*option.is_followed =
          screen_option(screen, std::string(option.option)) == screen_option({}, std::string(option.option));
}

void read_all(const nlohmann::json& json, ReadSettings& read) {
  SettingsReader reader;
  reader.read(json, "screen", screen_fields(read.settings.screen));
  guess_following(json, read.settings.screen);
  reader.read(json, "start", start_fields(read.settings));
  reader.read_recent(json, read.settings.recent);
  read.problem = reader.problem;
}

}  // namespace

std::string settings_text(const Settings& settings) {
  Settings s = settings;
  nlohmann::ordered_json json;
  json["version"] = kVersion;
  json["screen"] = fields_to_json(screen_fields(s.screen));
  json["start"] = fields_to_json(start_fields(s));
  json["recent"] = recent_json(s.recent);
  // A path may hold any bytes.
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

ReadSettings settings_from_text(const std::string& text) {
  ReadSettings read;
  try {
    const nlohmann::json json = parse_json(text);
    if (!json.is_object() || !json.contains("version")) {
      read.problem = tr("it is not a settings file");
    } else if (json["version"] != kVersion) {
      read.problem = tr("it has version {1}, but this program reads version {2}", json["version"].dump(),
                        std::to_string(kVersion));
    } else {
      read_all(json, read);
    }
  } catch (const std::runtime_error& error) {
    read.problem = error.what();
  }
  return read;
}

fs::path standard_settings_file() {
  const fs::path folder = user_folder("XDG_CONFIG_HOME", ".config");
  return folder.empty() ? folder : folder / "settings.json";
}

std::string screen_option(const Screen& screen, const std::string& name) {
  Screen copy = screen;
  for (const Field& field : screen_fields(copy))
    if (field.name == name) return field_text(field);
  throw std::invalid_argument(tr("the screen does not have an option {1}", name));
}

}  // namespace attnlab
