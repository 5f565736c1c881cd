// Preset file: reading.
#include "core/io/preset_file.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/io/files/json_file.h"

namespace attnlab {
namespace {

constexpr std::uint64_t kMaxPresetFile = 1 << 20;

}  // namespace

Preset read_preset(const std::filesystem::path& file) {
  try {
    nlohmann::json json = read_json_object(file, kMaxPresetFile);
    json.erase("format");  // of a saved run
    json.erase("version");
    Preset preset = preset_from_json(json);
    if (preset.name.empty()) preset.name = file.stem().string();
    return preset;
  } catch (const std::exception& error) {
    throw std::runtime_error("cannot read " + quoted(file) + " as a preset: " + error.what());
  }
}

}  // namespace attnlab
