// tokenizer.bin of llama2.c: the longest entry's size; then for each entry its score, its size and its bytes.
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/formats/file_tokenizer.h"
#include "core/text/stages/piece_vocabulary.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

/// <unk>, the beginning and the end of a text, and the first byte.
constexpr std::size_t kLlamaUnknown = 0, kLlamaBegin = 1, kLlamaEnd = 2, kLlamaBytes = 3,
                      kLlamaLetters = kLlamaBytes + 256;

std::uint32_t take_word(std::string_view& bytes) {
  if (bytes.size() < 4) throw std::runtime_error("the file ends early");
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | static_cast<unsigned char>(bytes[i]);
  bytes.remove_prefix(4);
  return word;
}

/// The entries of a file, by id.
struct Llama2cWords {
  std::vector<std::string> texts;
  std::vector<double> scores;
  Json ids = Json::object();

  Llama2cWords(std::string_view bytes, Index entries) {
    take_word(bytes);
    for (Index id = 0; id < entries; ++id) take(bytes, "entry " + std::to_string(id));
    if (!bytes.empty())
      throw std::runtime_error("the file has more than " + std::to_string(entries) + " entries");
    if (entries < static_cast<Index>(kLlamaBytes))
      throw std::runtime_error("the file has fewer than 3 entries");
  }

  /// Whether those behind the first three stand for bytes; else a letter that is no entry is unknown.
  bool have_bytes() const {
    if (texts.size() < kLlamaLetters) return false;
    for (std::size_t byte = 0; byte < 256; ++byte)
      if (byte_of_entry(texts[kLlamaBytes + byte]) != static_cast<unsigned char>(byte)) return false;
    return true;
  }
  /// Whether an entry is a letter of texts, and not a token for the beginning or end of a text.
  bool is_letter(std::size_t id) const { return decode_utf8(texts[id]).size == texts[id].size(); }

 private:
  void take(std::string_view& bytes, const std::string& which) {
    const auto score = std::bit_cast<float>(take_word(bytes));
    const std::uint32_t size = take_word(bytes);
    if (size > bytes.size()) throw std::runtime_error(which + " extends past the end of the file");
    const std::string text(bytes.substr(0, size));
    bytes.remove_prefix(size);
    if (text.empty() || first_invalid_utf8(text)) throw std::runtime_error(which + " is not valid UTF-8");
    if (!std::isfinite(score)) throw std::runtime_error(which + " has a score that is not finite");
    if (!ids.emplace(text, texts.size()).second) throw std::runtime_error(which + " occurs twice");
    texts.push_back(text);
    scores.push_back(double(score));
  }
};

Json llama2c_model(const Llama2cWords& words) {
  const bool bytes = words.have_bytes();
  Json scores = Json::array();
  for (const double score : words.scores)
    scores.push_back(bytes && scores.size() < kLlamaLetters ? Json() : Json(score));
  Json model = {
      {"type", "BPE"}, {"vocab", words.ids}, {"scores", std::move(scores)}, {"byte_fallback", bytes}};
  if (bytes) model["unk_token"] = words.texts[kLlamaUnknown];
  return model;
}

}  // namespace

Json llama2c_tokenizer(std::string_view bytes, Index entries, TokenizerSettings& settings) {
  const Llama2cWords words(bytes, entries);
  Json file, frame = Json::array(), around = Json::object();
  if (!words.is_letter(kLlamaBegin)) {
    settings.bos = words.texts[kLlamaBegin];
    frame.push_back({{"SpecialToken", {{"id", "bos"}}}});
    around["bos"] = {{"ids", Json::array({kLlamaBegin})}};
  }
  if (!words.is_letter(kLlamaEnd)) settings.eos = words.texts[kLlamaEnd];
  frame.push_back({{"Sequence", {{"id", "A"}}}});
  Json decoders = Json::array({{{"type", "ByteFallback"}}, {{"type", "Fuse"}}});
  if (words.ids.contains(" ")) {
    file["normalizer"] = {{"type", "Prepend"}, {"prepend", " "}};
    decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
  }
  file["model"] = llama2c_model(words);
  file["post_processor"] = {
      {"type", "TemplateProcessing"}, {"single", std::move(frame)}, {"special_tokens", std::move(around)}};
  file["decoder"] = {{"type", "Sequence"}, {"decoders", std::move(decoders)}};
  return file;
}

}  // namespace attnlab
