// Settings as tables of fields, written and read as JSON.
#include "app/state/settings.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/fields.h"
#include "core/io/json_text.h"

namespace attnlab {

namespace fs = std::filesystem;

namespace {

constexpr int kVersion = 1;
constexpr double kMostPixels = 16384;

/// The screen in the types of fields.
class ScreenTable {
 public:
  explicit ScreenTable(const Screen& screen) {
    // Names every member, so that a new one cannot be forgotten here.
    const auto& [dark, contrast, percent, digits, motion, map, inspector, bottom, edits, map_width,
                 inspector_width, bottom_height, training_width] = screen;
    dark_ = dark, contrast_ = contrast, motion_ = motion;
    text_percent_ = percent, digits_ = digits;
    map_ = map, inspector_ = inspector, bottom_ = bottom, edits_ = edits;
    map_width_ = static_cast<double>(map_width);
    inspector_width_ = static_cast<double>(inspector_width);
    bottom_height_ = static_cast<double>(bottom_height);
    training_width_ = static_cast<double>(training_width);
  }

  Fields fields() {
    return {{"dark", &dark_, "the dark theme"},
            {"high_contrast", &contrast_, "for a projector"},
            {"text_percent", &text_percent_, "size of text", 75, 300},
            {"digits", &digits_, "digits of numbers", 2, 7},
            {"motion", &motion_, "animations"},
            {"show_map", &map_, "the model map is shown"},
            {"show_inspector", &inspector_, "the inspector is shown"},
            {"show_bottom", &bottom_, "operations and training are shown"},
            {"show_edits", &edits_, "the bar of edits is shown"},
            {"map_width", &map_width_, "in pixels; 0: standard", 0, kMostPixels},
            {"inspector_width", &inspector_width_, "in pixels; 0: standard", 0, kMostPixels},
            {"bottom_height", &bottom_height_, "in pixels; 0: standard", 0, kMostPixels},
            {"training_width", &training_width_, "in pixels; 0: standard", 0, kMostPixels}};
  }

  Screen screen() const {
    return {dark_,
            contrast_,
            static_cast<int>(text_percent_),
            static_cast<int>(digits_),
            motion_,
            map_,
            inspector_,
            bottom_,
            edits_,
            static_cast<float>(map_width_),
            static_cast<float>(inspector_width_),
            static_cast<float>(bottom_height_),
            static_cast<float>(training_width_)};
  }

 private:
  bool dark_, contrast_, motion_, map_, inspector_, bottom_, edits_;
  Index text_percent_, digits_;
  double map_width_, inspector_width_, bottom_height_, training_width_;
};

Fields start_fields(Settings& s) {
  return {{"width", &s.window_width, "of the window", 640, kMostPixels},
          {"height", &s.window_height, "of the window", 400, kMostPixels},
          {"preset", &s.preset, "the last one that was open"}};
}

nlohmann::ordered_json recent_json(const std::vector<RecentFile>& files) {
  auto json = nlohmann::ordered_json::array();
  for (const RecentFile& file : files) json.push_back({{file.is_model ? "model" : "text", file.path}});
  return json;
}

/// Keeps the first problem only: one notice is enough.
class Reader {
 public:
  /// Each member by itself, so that a bad one costs the others nothing.
  void read(const nlohmann::json& json, const char* section, const Fields& fields) {
    const auto part = json.find(section);
    if (part == json.end()) return;
    if (!part->is_object()) return note(std::string(section) + " must be an object");
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
    if (!list->is_array()) return note("recent must be an array");
    for (const auto& entry : *list) {
      const bool one = entry.is_object() && entry.size() == 1 && entry.begin()->is_string();
      if (!one || (!entry.contains("model") && !entry.contains("text")))
        note("recent must hold {\"text\": path} or {\"model\": path}");
      else if (files.size() < kMostRecent)
        files.push_back({entry.contains("model"), entry.begin()->get<std::string>()});
    }
  }

  void note(std::string what) {
    if (problem.empty()) problem = std::move(what);
  }
  std::string problem;
};

void read_all(const nlohmann::json& json, ReadSettings& read) {
  Reader reader;
  ScreenTable screen(read.settings.screen);
  reader.read(json, "screen", screen.fields());
  read.settings.screen = screen.screen();
  reader.read(json, "start", start_fields(read.settings));
  reader.read_recent(json, read.settings.recent);
  read.problem = reader.problem;
}

}  // namespace

std::string settings_text(const Settings& settings) {
  Settings s = settings;
  nlohmann::ordered_json json;
  json["version"] = kVersion;
  json["screen"] = fields_to_json(ScreenTable(s.screen).fields());
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
      read.problem = "it is no file of settings";
    } else if (json["version"] != kVersion) {
      read.problem = "it is of version " + json["version"].dump() + ", but this program reads " +
                     std::to_string(kVersion);
    } else {
      read_all(json, read);
    }
  } catch (const std::runtime_error& error) {
    read.problem = error.what();
  }
  return read;
}

fs::path standard_settings_file() {
  const auto folder = [](const char* name) {
    const char* const value = std::getenv(name);
    return value ? fs::path(value) : fs::path();
  };
  const fs::path chosen = folder("XDG_CONFIG_HOME"), home = folder("HOME");
  const fs::path config = chosen.is_absolute() ? chosen : home.is_absolute() ? home / ".config" : fs::path();
  return config.empty() ? config : config / "attention-lab" / "settings.json";
}

std::string screen_option(const Screen& screen, const std::string& name) {
  ScreenTable table(screen);
  for (const Field& field : table.fields())
    if (field.name == name) return field_text(field);
  throw std::invalid_argument("there is no option " + name + " of the screen");
}

}  // namespace attnlab
