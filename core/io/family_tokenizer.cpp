// A family's tokenizer: byte-level byte pairs, cut as GPT-2 cuts.
#include "core/io/family_tokenizer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/file.h"
#include "core/io/json_file.h"
#include "core/text/pair_vocabulary_json.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kWholeFile = "tokenizer.json", *kEntries = "vocab.json", *kMerges = "merges.txt";
constexpr std::uint64_t kMostTokenizerBytes = 256 << 20;

/// A member of tokenizer.json, "" and its dots from the top, and the values that it may have.
struct KnownValue {
  const char* key;
  std::initializer_list<const char*> values;  ///< as JSON; null stands for an absent one too
};

/// What changes how a text is cut.
const KnownValue kKnownValues[] = {
    {"/normalizer", {"null"}},
    {"/pre_tokenizer/type", {"\"ByteLevel\""}},
    {"/pre_tokenizer/add_prefix_space", {"false"}},
    {"/pre_tokenizer/use_regex", {"null", "true"}},
    {"/post_processor/type", {"null", "\"ByteLevel\""}},
    {"/decoder/type", {"null", "\"ByteLevel\""}},
    {"/model/type", {"null", "\"BPE\""}},
    {"/model/dropout", {"null"}},
    {"/model/continuing_subword_prefix", {"null", "\"\""}},
    {"/model/end_of_word_suffix", {"null", "\"\""}},
    {"/model/fuse_unk", {"null", "false"}},
    {"/model/byte_fallback", {"null", "false"}},
    {"/model/ignore_merges", {"null", "false"}},
};

/// The member that `path` leads to; null where there is none.
Json member_at(const Json& json, const std::string& path) {
  const Json::json_pointer pointer(path);
  return json.contains(pointer) ? json.at(pointer) : Json();
}

/// "pre_tokenizer.type"
std::string dotted(std::string path) {
  path.erase(0, 1);
  std::ranges::replace(path, '/', '.');
  return path;
}

void check_values(const Json& json) {
  for (const KnownValue& known : kKnownValues) {
    const Json value = member_at(json, known.key);
    const bool good =
        std::ranges::any_of(known.values, [&](const char* v) { return value == Json::parse(v); });
    if (good) continue;
    std::string allowed;
    for (const char* v : known.values) allowed += (allowed.empty() ? "" : " or ") + std::string(v);
    throw std::runtime_error(dotted(known.key) + " is " + quoted(std::string_view(value.dump())) +
                             ", but only " + allowed + " is read");
  }
}

PairVocabulary::Parts parts_of_whole(const fs::path& folder) {
  const Json json = read_json_object(folder / kWholeFile, kMostTokenizerBytes);
  check_values(json);
  const Json& model = json_member(json, "model");
  PairVocabulary::Parts parts{
      pair_entries_from(json_member(model, "vocab")), pair_merges_from(json_member(model, "merges")), {}, 0};
  if (json.contains("added_tokens")) parts.added = added_tokens_from(json["added_tokens"]);
  return parts;
}

/// Lines of "left right"; the first may name a version.
std::vector<BytePairs::PieceMerge> merges_of_lines(std::string_view text) {
  std::vector<BytePairs::PieceMerge> merges;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view words = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.ends_with('\r')) words.remove_suffix(1);
    if (words.empty() || (line == 1 && words.starts_with("#version"))) continue;
    const std::size_t space = words.find(' ');
    if (space == words.npos || words.find(' ', space + 1) != words.npos)
      throw std::runtime_error("line " + std::to_string(line) + " must be two pieces with a space between");
    merges.push_back({std::string(words.substr(0, space)), std::string(words.substr(space + 1))});
  }
  return merges;
}

PairVocabulary::Parts parts_of_two(const ModelFamily& family, const fs::path& folder) {
  PairVocabulary::Parts parts;
  parts.entries = pair_entries_from(read_json_object(folder / kEntries, kMostTokenizerBytes));
  for (const std::string_view text : family.added) {
    const auto found = std::ranges::find(parts.entries, text, [](const auto& entry) { return entry.first; });
    if (found != parts.entries.end()) parts.added.push_back({std::string(text), found->second});
  }
  try {
    parts.merges = merges_of_lines(read_file(folder / kMerges, kMostTokenizerBytes));
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string("its ") + kMerges + ": " + error.what());
  }
  return parts;
}

}  // namespace

Tokenizer read_family_tokenizer(const ModelFamily& family, const fs::path& folder, Index size) {
  std::error_code ignored;
  const bool whole = fs::exists(folder / kWholeFile, ignored);
  if (!whole && !(fs::exists(folder / kEntries, ignored) && fs::exists(folder / kMerges, ignored)))
    throw std::runtime_error(std::string("there is neither ") + kWholeFile + " nor " + kEntries + " with " +
                             kMerges);
  try {
    PairVocabulary::Parts parts = whole ? parts_of_whole(folder) : parts_of_two(family, folder);
    parts.size = size;
    return Tokenizer::from_pair_vocabulary(PairVocabulary(parts));
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string(whole ? kWholeFile : kEntries) + ": " + error.what());
  }
}

}  // namespace attnlab
