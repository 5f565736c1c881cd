// vocab.txt: an entry a line.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/text/formats/file_tokenizer.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr const char *kBertUnknown = "[UNK]", *kBertClass = "[CLS]", *kBertSeparator = "[SEP]";

/// Without empty lines at the end.
std::string_view without_empty_end(std::string_view bytes) {
  while (bytes.ends_with("\n\n") || bytes.ends_with("\n\r\n"))
    bytes.remove_suffix(bytes.ends_with("\r\n") ? 2 : 1);
  return bytes;
}

/// If an entry occurs twice, its last line is its id.
Json entries_of_lines(std::string_view bytes) {
  Json entries = Json::object();
  bytes = without_empty_end(bytes);
  for (TokenId id = 0; !bytes.empty(); ++id) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view entry = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (entry.ends_with('\r')) entry.remove_suffix(1);
    const std::string line = "line " + std::to_string(id + 1);
    if (first_invalid_utf8(entry)) throw std::runtime_error(line + " is not UTF-8");
    if (entry.empty()) throw std::runtime_error(line + " is empty");
    entries[std::string(entry)] = id;
  }
  if (entries.empty()) throw std::runtime_error("the file has no entries");
  return entries;
}

void give_usual(std::string& name, const char* usual) {
  if (name.empty()) name = usual;
}

}  // namespace

Json word_list_tokenizer(std::string_view bytes, TokenizerSettings& settings) {
  const Json entries = entries_of_lines(bytes);
  give_usual(settings.unknown, kBertUnknown);
  give_usual(settings.cls, kBertClass);
  give_usual(settings.sep, kBertSeparator);
  give_usual(settings.pad, "[PAD]");
  give_usual(settings.mask, "[MASK]");
  const std::string &unknown = settings.unknown, &first = settings.cls, &last = settings.sep;
  if (!entries.contains(unknown))
    throw std::runtime_error("the file does not contain the unknown token " + unknown);
  Json file;
  file["added_tokens"] = Json::array();
  for (const std::string& name : {settings.pad, unknown, first, last, settings.mask})
    if (entries.contains(name))
      file["added_tokens"].push_back(
          {{"id", entries[name]}, {"content", name}, {"special", true}, {"normalized", false}});
  file["normalizer"] = {{"type", "BertNormalizer"},
                        {"clean_text", true},
                        {"handle_chinese_chars", settings.spaced_ideographs.value_or(true)},
                        {"lowercase", settings.lower_case.value_or(true)}};
  if (settings.strip_accents) file["normalizer"]["strip_accents"] = *settings.strip_accents;
  file["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
  if (entries.contains(first) && entries.contains(last))
    file["post_processor"] = {{"type", "BertProcessing"},
                              {"cls", Json::array({first, entries[first]})},
                              {"sep", Json::array({last, entries[last]})}};
  file["decoder"] = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}};
  file["model"] = {{"type", "WordPiece"},
                   {"unk_token", unknown},
                   {"continuing_subword_prefix", "##"},
                   {"max_input_chars_per_word", 100},
                   {"vocab", entries}};
  return file;
}

}  // namespace attnlab
