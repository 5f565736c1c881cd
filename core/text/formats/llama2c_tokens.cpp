// tokenizer.bin of llama2.c: the longest entry's size; then for each entry its score, its size and its bytes.
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/formats/file_tokenizer.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

/// <unk>, and the beginning and the end of a text.
constexpr TokenId kLlamaUnknown = 0, kLlamaBegin = 1, kLlamaEnd = 2, kLlamaLetters = 259;

std::uint32_t take_word(std::string_view& bytes) {
  if (bytes.size() < 4) throw std::runtime_error("the file ends early");
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[i]);
  bytes.remove_prefix(4);
  return word;
}

}  // namespace

Json llama2c_tokenizer(std::string_view bytes, Index entries, TokenizerSettings& settings) {
  take_word(bytes);
  Json vocabulary = Json::object(), scores = Json::array();
  std::vector<std::string> names;
  for (Index id = 0; id < entries; ++id) {
    const std::string which = "entry " + std::to_string(id);
    const auto score = std::bit_cast<float>(take_word(bytes));
    const std::uint32_t size = take_word(bytes);
    if (size > bytes.size()) throw std::runtime_error(which + " ends behind the file");
    const std::string text(bytes.substr(0, size));
    bytes.remove_prefix(size);
    if (first_invalid_utf8(text)) throw std::runtime_error(which + " is not UTF-8");
    if (!std::isfinite(score)) throw std::runtime_error(which + " has no finite score");
    if (!vocabulary.emplace(text, id).second) throw std::runtime_error(which + " is there twice");
    scores.push_back(id < kLlamaLetters ? Json() : Json(static_cast<double>(score)));
    names.push_back(text);
  }
  if (!bytes.empty()) throw std::runtime_error("there are more than " + std::to_string(entries) + " entries");
  if (entries < kLlamaLetters) throw std::runtime_error("there are fewer than 259 entries: no bytes");
  settings.bos = names[kLlamaBegin];
  settings.eos = names[kLlamaEnd];
  Json file;
  file["normalizer"] = {{"type", "Prepend"}, {"prepend", " "}};
  file["model"] = {{"type", "BPE"},
                   {"vocab", vocabulary},
                   {"scores", scores},
                   {"byte_fallback", true},
                   {"unk_token", names[kLlamaUnknown]}};
  file["post_processor"] = {
      {"type", "TemplateProcessing"},
      {"single", Json::array({{{"SpecialToken", {{"id", "bos"}}}}, {{"Sequence", {{"id", "A"}}}}})},
      {"special_tokens", {{"bos", {{"ids", Json::array({kLlamaBegin})}}}}}};
  file["decoder"] = {
      {"type", "Sequence"},
      {"decoders", Json::array({{{"type", "ByteFallback"}},
                                {{"type", "Fuse"}},
                                {{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}}})}};
  return file;
}

}  // namespace attnlab
