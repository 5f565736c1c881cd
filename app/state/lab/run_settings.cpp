// Run settings: which option is meant, and which cannot change.
#include "app/state/lab/run_settings.h"

#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

std::string setting_name(std::string_view option) {
  constexpr std::string_view kSection = "training.";
  if (option.starts_with(kSection)) option.remove_prefix(kSection.size());
  for (const LiveOption& live : live_options())
    if (option == live.full_name()) return std::string(live.name);
  return std::string(option);
}

void set_setting(TrainingSettings& settings, std::string_view option, std::string_view value) {
  if (stays(option)) {
    const char* const why =
        option == "seed" ? tr_mark("training.{1} cannot change within a run: use train.reset SEED")
        : option == "shards"
            ? tr_mark("training.{1} cannot change within a run, because it sets the order of the sums")
            : tr_mark(
                  "training.{1} cannot change within a run, because the optimizer has state only for these "
                  "parameters");
    throw std::invalid_argument(tr(why, option));
  }
  set_field(settings_fields(settings), option, value, "training");
}

Preset with_settings(Preset preset, const TrainingSettings& settings) {
  preset.training = settings.config;
  preset.training.learning_rate *= settings.learning_rate_factor;
  return with_live_values(std::move(preset), settings.live);
}

}  // namespace attnlab
