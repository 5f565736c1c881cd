// A family's byte-level pairs: classes of tokenizers, a row each, and the stages that they stand for.
#include "core/io/family_byte_level.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "core/config/nearest.h"
#include "core/io/files/file.h"
#include "core/io/files/json_file.h"
#include "core/text/byte_letters.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char *kPairEntries = "vocab.json", *kPairMerges = "merges.txt",
                     *kPairSettings = "tokenizer_config.json", *kPairAdded = "added_tokens.json";
constexpr std::uint64_t kMostPairBytes = 256 << 20;
constexpr std::string_view kFastClass = "Fast", kByteOrderMark = "\xEF\xBB\xBF";

/// How Qwen2 cuts words: each digit by itself (Yang et al. 2024).
constexpr std::string_view kQwen2Words =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

/// A class of tokenizers that has these files.
struct ByteLevelKind {
  std::string_view name;     ///< tokenizer_class, without "Fast"
  bool framed = false;       ///< whether each text stands between the tokens of two roles
  bool normalizes = false;   ///< to NFC
  std::string_view words{};  ///< an expression in place of GPT-2's
};
constexpr ByteLevelKind kByteLevelKinds[] = {
    {.name = "GPT2Tokenizer"},
    {.name = "RobertaTokenizer", .framed = true},
    {.name = "BartTokenizer", .framed = true},
    {.name = "GPTNeoXTokenizer", .normalizes = true},
    {.name = "Qwen2Tokenizer", .normalizes = true, .words = kQwen2Words},
};
/// What any tokenizer may be called.
constexpr std::string_view kAnyClass[] = {"PreTrainedTokenizer", "TokenizersBackend"};

/// Runs `read()`; names the file in what it throws.
template <typename Read>
decltype(auto) of_pair_file(const char* name, const Read& read) {
  try {
    return read();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(std::string("its ") + name + ": " + error.what());
  }
}

/// An empty object where there is no such file.
Json object_beside(const fs::path& folder, const char* name) {
  std::error_code ignored;
  if (!fs::exists(folder / name, ignored)) return Json::object();
  return of_pair_file(name, [&] { return read_json_object(folder / name, kMostPairBytes); });
}

const ByteLevelKind& kind_called(std::string_view name) {
  const auto found = std::ranges::find(kByteLevelKinds, name, &ByteLevelKind::name);
  if (found != std::end(kByteLevelKinds)) return *found;
  std::vector<std::string> names;
  for (const ByteLevelKind& kind : kByteLevelKinds) names.emplace_back(kind.name);
  throw std::runtime_error("tokenizer_class is " + quoted(name) +
                           ", but with vocab.json and merges.txt it must be " + either_of(names));
}

const ByteLevelKind& byte_level_kind(const ModelFamily& family, const Json& config) {
  const ByteLevelKind& usual =
      family.byte_level.empty() ? kByteLevelKinds[0] : kind_called(family.byte_level);
  const auto said = config.find("tokenizer_class");
  if (said == config.end() || !said->is_string()) return usual;
  const auto& whole = said->get_ref<const std::string&>();
  std::string_view name = whole;
  if (name.ends_with(kFastClass)) name.remove_suffix(kFastClass.size());
  if (std::ranges::find(kAnyClass, name) != std::end(kAnyClass)) return usual;
  return of_pair_file(kPairSettings, [&]() -> const ByteLevelKind& { return kind_called(name); });
}

/// Lines of "left right"; the first may name a version.
Json merges_of_lines(std::string_view text) {
  Json merges = Json::array();
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view words = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.ends_with('\r')) words.remove_suffix(1);
    if (words.empty() || (line == 1 && words.starts_with("#version"))) continue;
    const std::size_t space = words.find(' ');
    if (space == words.npos || words.find(' ', space + 1) != words.npos)
      throw std::runtime_error("line " + std::to_string(line) + " must be two pieces separated by a space");
    merges.push_back({std::string(words.substr(0, space)), std::string(words.substr(space + 1))});
  }
  return merges;
}

/// The tokens that stand for themselves, each once.
class AddedList {
 public:
  explicit AddedList(const Json& entries) : entries_(entries) {}

  void add(Json token) {
    if (!given_.insert(token["content"].get<std::string>()).second) return;
    for (const char* key : {"single_word", "lstrip", "rstrip", "normalized", "special"})
      if (!token.contains(key) || !token[key].is_boolean()) token[key] = false;
    all_.push_back(std::move(token));
  }

  /// {"50256": {"content": "<|endoftext|>", …}, …}
  void add_by_id(const Json& tokens) {
    if (!tokens.is_object()) throw std::runtime_error("added_tokens_decoder must be an object");
    for (const auto& [key, value] : tokens.items()) {
      TokenId id = -1;
      const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
      const bool whole = error == std::errc() && end == key.data() + key.size() && id >= 0;
      if (!whole || !value.is_object() || !value.contains("content") || !value["content"].is_string())
        throw std::runtime_error("added_tokens_decoder must map IDs to objects with a content");
      Json token{{"id", id}, {"content", value["content"]}};
      for (const char* flag : {"single_word", "lstrip", "rstrip", "normalized", "special"})
        if (value.contains(flag)) token[flag] = value[flag];
      if (!token.contains("normalized")) token["normalized"] = value.value("special", Json(false)) != true;
      add(std::move(token));
    }
  }

  /// {"<|im_end|>": 8, …}
  void add_by_text(const Json& ids) {
    for (const auto& [text, id] : ids.items()) add({{"id", id}, {"content", text}});
  }

  /// An entry that stands for itself.
  void add_entry(const std::string& name, bool with_space_before) {
    if (!name.empty() && entries_.contains(name))
      add({{"id", entries_[name]}, {"content", name}, {"special", true}, {"lstrip", with_space_before}});
  }

  /// The id of an added token or of an entry; throws where there is none.
  Json id_of(const std::string& name) const {
    for (const Json& token : all_)
      if (token["content"] == name) return token["id"];
    if (!entries_.contains(name))
      throw std::runtime_error("the vocabulary does not contain " + quoted(std::string_view(name)));
    return entries_[name];
  }

  Json take() && { return std::move(all_); }

 private:
  const Json& entries_;
  std::set<std::string> given_;
  Json all_ = Json::array();
};

AddedList added_list(const ModelFamily& family, const fs::path& folder, const ByteLevelKind& kind,
                     const Json& entries, const Json& config, const TokenizerSettings& settings) {
  AddedList added(entries);
  if (const Json by_id = config.value("added_tokens_decoder", Json()); !by_id.is_null())
    of_pair_file(kPairSettings, [&] { added.add_by_id(by_id); });
  added.add_by_text(object_beside(folder, kPairAdded));
  for (const std::string& name : {settings.cls, settings.sep, settings.pad, settings.unknown, settings.mask,
                                  settings.bos, settings.eos})
    added.add_entry(name, kind.framed && name == settings.mask);
  for (const std::string_view name : family.added) added.add_entry(std::string(name), false);
  return added;
}

Json byte_level_stage(bool prefix_space, bool cuts) {
  return {
      {"type", "ByteLevel"}, {"add_prefix_space", prefix_space}, {"trim_offsets", true}, {"use_regex", cuts}};
}

Json word_stage(const ByteLevelKind& kind, bool prefix_space) {
  if (kind.words.empty()) return byte_level_stage(prefix_space, true);
  const Json split{
      {"type", "Split"}, {"pattern", {{"Regex", kind.words}}}, {"behavior", "Isolated"}, {"invert", false}};
  return {{"type", "Sequence"},
          {"pretokenizers", Json::array({split, byte_level_stage(prefix_space, false)})}};
}

/// The tokens before and behind a text, each with its id; a pair of texts has the same, as other programs
/// write it.
Json frame_stage(const std::vector<std::string>& before, const std::vector<std::string>& after,
                 const AddedList& added) {
  const auto text = [](const char* name, int segment) {
    return Json{{"Sequence", {{"id", name}, {"type_id", segment}}}};
  };
  Json single = Json::array(), pair = Json::array(), tokens = Json::object();
  const auto put = [&](const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const Json token{{"SpecialToken", {{"id", name}, {"type_id", 0}}}};
      single.push_back(token);
      pair.push_back(token);
      tokens[name] = {
          {"id", name}, {"ids", Json::array({added.id_of(name)})}, {"tokens", Json::array({name})}};
    }
  };
  put(before);
  single.push_back(text("A", 0));
  pair.push_back(text("A", 0));
  pair.push_back(text("B", 1));
  put(after);
  return {{"type", "TemplateProcessing"}, {"single", single}, {"pair", pair}, {"special_tokens", tokens}};
}

/// What is put around a text; null for nothing.
Json post_processor(const ByteLevelKind& kind, const TokenizerSettings& settings, const AddedList& added,
                    bool prefix_space) {
  const auto named = [&](const std::string& name) { return Json::array({name, added.id_of(name)}); };
  if (kind.framed)
    return {{"type", "RobertaProcessing"},
            {"cls", named(settings.cls.empty() ? "<s>" : settings.cls)},
            {"sep", named(settings.sep.empty() ? "</s>" : settings.sep)},
            {"trim_offsets", true},
            {"add_prefix_space", prefix_space}};
  const auto asked = [](std::optional<bool> flag, const std::string& name) {
    const std::string usual = "<|endoftext|>";
    return flag.value_or(false) ? std::vector<std::string>{name.empty() ? usual : name}
                                : std::vector<std::string>{};
  };
  const auto before = asked(settings.add_bos, settings.bos), after = asked(settings.add_eos, settings.eos);
  return before.empty() && after.empty() ? Json() : frame_stage(before, after, added);
}

}  // namespace

bool lacks_bytes(const Json& entries) {
  for (int byte = 0; byte < 256; ++byte)
    if (!entries.contains(letters_of_bytes(std::string(1, static_cast<char>(byte))))) return true;
  return false;
}

Json byte_level_file(const ModelFamily& family, const fs::path& folder, const TokenizerSettings& settings) {
  const Json entries = read_json_object(folder / kPairEntries, kMostPairBytes),
             config = object_beside(folder, kPairSettings);
  Json merges = of_pair_file(
      kPairMerges, [&] { return merges_of_lines(read_file(folder / kPairMerges, kMostPairBytes)); });
  const ByteLevelKind& kind = byte_level_kind(family, config);
  AddedList added = added_list(family, folder, kind, entries, config, settings);
  const bool prefix_space = settings.prefix_space.value_or(false);
  Json file;
  file["normalizer"] = kind.normalizes ? Json{{"type", "NFC"}} : Json();
  file["pre_tokenizer"] = word_stage(kind, prefix_space);
  file["post_processor"] = post_processor(kind, settings, added, prefix_space);
  file["decoder"] = byte_level_stage(true, true);
  file["model"] = {{"type", "BPE"}, {"vocab", entries}, {"merges", std::move(merges)}};
  if (entries.contains(settings.unknown) && (kind.framed || lacks_bytes(entries)))
    file["model"]["unk_token"] = settings.unknown;
  file["added_tokens"] = std::move(added).take();
  return file;
}

}  // namespace attnlab
