// Session file: the runs as JSON.
#include "app/state/runs/session_file.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/io/files/json_text.h"
#include "core/io/files/replace_file.h"
#include "core/io/run_summary.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

constexpr int kSessionVersion = 1;
constexpr std::string_view kRun = "run-";
constexpr const char* kSessionFile = "session.json";
constexpr std::uint64_t kMostSessionBytes = 64 << 20;

nlohmann::ordered_json run_to_json(const SessionRun& run) {
  nlohmann::ordered_json json{{"number", run.number}, {"title", run.title}};
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) json[name] = text;
  };
  add("name", run.name);
  add("origin", run.origin);
  add("opened", run.opened);
  add("failed", run.failed);
  if (run.from_file) json["from_file"] = true;
  if (run.shown) json["shown"] = true;
  if (run.preset) json["preset"] = preset_to_json(*run.preset);
  if (run.recipe) json["recipe"] = preset_to_json(*run.recipe);
  if (!run.state.empty()) json["state"] = nlohmann::ordered_json::parse(run.state);
  return json;
}

std::shared_ptr<const Preset> preset_in(const nlohmann::json& run, const char* name) {
  const auto preset = run.find(name);
  return preset == run.end() ? nullptr : std::make_shared<const Preset>(preset_from_json(*preset));
}

SessionRun run_from_json(const nlohmann::json& json) {
  SessionRun run;
  run.number = json.at("number").get<Index>();
  if (run.number < 1) throw std::invalid_argument(tr("the number of a run must be at least 1"));
  run.title = json.value("title", "");
  run.name = json.value("name", "");
  run.origin = json.value("origin", "");
  run.opened = json.value("opened", "");
  run.failed = json.value("failed", "");
  run.from_file = json.value("from_file", false);
  run.shown = json.value("shown", false);
  run.preset = preset_in(json, "preset");
  run.recipe = preset_in(json, "recipe");
  if (const auto state = json.find("state"); state != json.end()) run.state = state->dump();
  return run;
}

/// A run that cannot be read costs the others nothing.
std::vector<SessionRun> runs_in_file(const fs::path& file) {
  std::vector<SessionRun> runs;
  try {
    const nlohmann::json json = parse_json(read_file(file, kMostSessionBytes));
    if (json.at("version") != kSessionVersion) return {};
    for (const nlohmann::json& run : json.at("runs")) try {
        runs.push_back(run_from_json(run));
      } catch (const std::exception&) {
      }
  } catch (const std::exception&) {
  }
  return runs;
}

std::vector<fs::path> saved_runs(const fs::path& folder) {
  try {
    return find_runs(folder);
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace

Index run_number(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name.starts_with(kRun) ? std::atol(name.c_str() + kRun.size()) : 0;
}

fs::path folder_of_run(const fs::path& session, Index number) {
  return session / (std::string(kRun) + std::to_string(number));
}

std::string session_text(const std::vector<SessionRun>& runs) {
  nlohmann::ordered_json json{{"version", kSessionVersion}, {"runs", nlohmann::ordered_json::array()}};
  for (const SessionRun& run : runs) json["runs"].push_back(run_to_json(run));
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

void write_session_file(const fs::path& folder, const std::string& text) {
  replace_file(folder / kSessionFile, [&](const fs::path& place) {
    OutputFile out(place);
    out.write(text);
    out.close();
  });
}

std::vector<SessionRun> read_session(const fs::path& folder) {
  std::error_code error;
  std::vector<SessionRun> runs;
  if (fs::exists(folder / kSessionFile, error)) runs = runs_in_file(folder / kSessionFile);
  for (const fs::path& saved : saved_runs(folder)) {
    const Index number = run_number(saved);
    const auto known = std::ranges::find(runs, number, &SessionRun::number);
    if (known != runs.end())
      known->folder = saved;
    else
      runs.push_back({.number = number, .folder = saved});
  }
  std::erase_if(
      runs, [](const SessionRun& run) { return run.folder.empty() && !run.preset && run.opened.empty(); });
  std::ranges::sort(runs, {}, &SessionRun::number);
  return runs;
}

}  // namespace attnlab
