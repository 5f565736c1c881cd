// Fuzz target: tokenizers of other programs. Inputs that are JSON are changed member by member.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/json_text.h"
#include "core/tensor/random.h"
#include "core/text/formats/file_tokenizer.h"
#include "core/text/stages/staged_pipeline.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using attnlab::Index;
using attnlab::RandomStream;
using Json = nlohmann::json;

template <typename F>
void try_to(const F& read) {
  try {
    read();
  } catch (const std::invalid_argument&) {
  } catch (const std::runtime_error& error) {
    if (std::strchr(error.what(), '\n')) __builtin_trap();  // one line
  }
}

void use(const Json& file) {
  const auto pipeline = attnlab::token_pipeline_from(file, 0);
  for (const char* text : {"", " ", "Don't  stop, user <mask>!\n",
                           "\xC3\xA9t\xC3\xA9 \xE4\xB8\x96\xE7 12,345", "\xFF\xE2\x96\x81x"}) {
    std::vector<attnlab::TokenId> ids;
    for (const auto& cut : pipeline->cut(text)) {
      if (cut.begin + cut.size > std::strlen(text) || cut.id >= pipeline->size()) __builtin_trap();
      if (cut.id >= 0) ids.push_back(cut.id);
    }
    pipeline->decode(ids);
  }
  for (attnlab::TokenId id = 0; id < std::min<Index>(pipeline->size(), 50); ++id) pipeline->bytes(id);
  attnlab::token_pipeline_from(pipeline->json(), pipeline->size());
}

/// Some value in `json`, at any depth.
Json& some_value(Json& json, RandomStream& random) {
  Json* at = &json;
  while (at->is_structured() && !at->empty() && random.below(4) != 0)
    at = &*std::next(at->begin(), random.below(std::min<Index>(static_cast<Index>(at->size()), 40)));
  return *at;
}

Json other_value(Json& json, RandomStream& random) {
  switch (random.below(8)) {
    case 0: return nullptr;
    case 1: return random.below(2) == 0;
    case 2: return random.below(600);
    case 3: return -1.5 * static_cast<double>(random.below(1000));
    case 4: return "";
    case 5: return std::string(1, static_cast<char>(' ' + random.below(90)));
    case 6: return Json::array();
    default: return some_value(json, random);
  }
}

void change(Json& json, RandomStream& random) {
  Json& value = some_value(json, random);
  const bool object = value.is_object() && !value.empty();
  switch (random.below(3)) {
    case 0: value = other_value(json, random); return;
    case 1:
      if (object) value.erase(std::next(value.begin(), random.below(static_cast<Index>(value.size()))));
      return;
    default:
      if (value.is_array()) value.push_back(other_value(json, random));
      if (value.is_string()) {
        std::string text = value;
        text.insert(static_cast<std::size_t>(random.below(static_cast<Index>(text.size()) + 1)), 1,
                    "(){}[]|*+?\\^$pLN1,-ab"[random.below(22)]);
        value = text;
      }
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || seed % 16 == 0) return LLVMFuzzerMutate(data, size, most);
  RandomStream random(seed);
  for (Index changes = 1 + random.below(3); changes > 0; --changes) change(json, random);
  const std::string changed = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (changed.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, changed.data(), changed.size());
  return changed.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  attnlab::TokenizerSettings settings;
  try_to([&] { use(attnlab::parse_json(bytes)); });
  try_to([&] { use(attnlab::sentence_piece_tokenizer(bytes, settings)); });
  try_to([&] { use(attnlab::word_list_tokenizer(bytes, settings)); });
  try_to([&] { use(attnlab::llama2c_tokenizer(bytes, 260, settings)); });
  try_to([&] { attnlab::take_settings(attnlab::parse_json(bytes), settings); });
  return 0;
}
