// A family's pictures: preprocessor_config.json.
#include "core/io/family_pictures.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/io/files/json_file.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kPreprocessor = "preprocessor_config.json";
constexpr std::uint64_t kMostPreprocessorBytes = 1 << 20;
constexpr double kUsualScale = 0.5;

/// The number that all channels have.
double of_all_channels(const Json& json, const char* key, double least, Index channels) {
  const Json value = json.value(key, Json(kUsualScale));
  const Json list = value.is_array() ? value : Json::array({value});
  const bool good = (count_of(list) == channels || !value.is_array()) && list[0].is_number() &&
                    std::ranges::all_of(list, [&](const Json& each) { return each == list[0]; }) &&
                    list[0] >= least && list[0] <= 1;
  if (!good)
    throw std::runtime_error(std::string(key) + " is " + quoted(std::string_view(value.dump())) +
                             ", but must be one number from " + Json(least).dump() +
                             " to 1, equal for all channels");
  return list[0].get<double>();
}

}  // namespace

void read_pixel_scale(const fs::path& folder, ModelConfig& config, std::vector<std::string>& remarks) {
  Json json = Json::object();
  std::error_code ignored;
  if (fs::exists(folder / kPreprocessor, ignored))
    json = read_json_object(folder / kPreprocessor, kMostPreprocessorBytes);
  else
    remarks.push_back(std::string(kPreprocessor) +
                      " is missing: assumed that pixels have a mean of 0.5 and a standard deviation of 0.5");
  if (json.value("do_normalize", Json(true)) == false) return;
  try {
    config.pixel_mean = of_all_channels(json, "image_mean", 0, config.picture_channels);
    config.pixel_deviation = of_all_channels(json, "image_std", 0.001, config.picture_channels);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string(kPreprocessor) + ": " + error.what());
  }
}

void write_pixel_scale(const fs::path& folder, const ModelConfig& config) {
  const std::vector<double> means(config.picture_channels, config.pixel_mean),
      deviations(means.size(), config.pixel_deviation);
  write_json(folder / kPreprocessor,
             {{"do_normalize", true},
              {"do_rescale", true},
              {"do_resize", true},
              {"image_mean", means},
              {"image_std", deviations},
              {"size", {{"height", config.picture_size}, {"width", config.picture_size}}}});
}

}  // namespace attnlab
