// Fuzz target: the JSON files of a checkpoint.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/json_text.h"
#include "core/text/tokenizer.h"
#include "core/training/preset.h"
#include "core/training/training_state.h"

namespace {

template <typename F>
void try_to(const F& read) {
  try {
    read();
  } catch (const std::invalid_argument&) {
  } catch (const std::runtime_error&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try_to([&] {
    const nlohmann::json json = attnlab::parse_json(text);
    try_to([&] { attnlab::preset_from_json(json); });
    try_to([&] { attnlab::Tokenizer::from_json(json); });
    try_to([&] {
      attnlab::TrainingSettings settings;
      attnlab::fields_from_json(json, attnlab::settings_fields(settings), "settings");
      attnlab::validate(settings);
    });
  });
  return 0;
}
