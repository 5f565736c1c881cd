// Staged pipelines: the stages in their order.
#include "core/text/stages/staged_pipeline.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "core/text/byte_letters.h"
#include "core/text/stages/added_tokens.h"
#include "core/text/stages/decoders.h"
#include "core/text/stages/normalizers.h"
#include "core/text/stages/piece_model.h"
#include "core/text/stages/pre_tokenizers.h"
#include "core/text/stages/stage_members.h"
#include "core/text/stages/token_frame.h"

namespace attnlab {
namespace {

using Json = nlohmann::json;

constexpr Index kMostPipelineIds = Index{1} << 21;
constexpr std::size_t kLongestKept = 64, kMostKept = std::size_t{1} << 16;
constexpr const char* kPipelineMembers[] = {"added_tokens",   "normalizer", "pre_tokenizer",
                                            "post_processor", "decoder",    "model"};

const Json& member_or_null(const Json& file, const char* key) {
  static const Json kNull;
  const auto found = file.find(key);
  return found == file.end() ? kNull : *found;
}

/// The model with the unknown token that it names in its vocabulary, where only the added tokens have it;
/// nothing where the model has its own or none.
std::optional<Json> model_with_unknown(const Json& file) {
  const Json &model = member_or_null(file, "model"), &added = member_or_null(file, "added_tokens");
  const bool named = model.is_object() && model.contains("unk_token") && model["unk_token"].is_string() &&
                     model.contains("vocab") && model["vocab"].is_object();
  if (!named || !added.is_array()) return {};
  const auto& name = model["unk_token"].get_ref<const std::string&>();
  if (model["vocab"].contains(name)) return {};
  for (const Json& token : added)
    if (token.is_object() && token.contains("id") && token.value("content", Json()) == name) {
      Json whole = model;
      whole["vocab"][name] = token["id"];
      return std::make_optional<Json>(std::move(whole));
    }
  return {};
}

/// The parts of words seen before: most words of a text repeat.
struct WordCache {
  std::unordered_map<std::string, std::vector<WordPart>> words;
  std::vector<WordPart> once;

  const std::vector<WordPart>& parts(const PieceModel& model, const std::string& word) {
    if (word.size() > kLongestKept) {
      once.clear();
      model.cut(word, once);
      return once;
    }
    if (words.size() > kMostKept) words.clear();
    const auto [entry, is_new] = words.try_emplace(word);
    if (is_new) model.cut(word, entry->second);
    return entry->second;
  }
};

class StagedPipeline : public TokenPipeline {
 public:
  StagedPipeline(const Json& file, Index size);

  std::vector<Cut> cut(std::string_view text) const override;
  std::string decode(std::span<const TokenId> ids) const override;
  Index size() const override { return count_of(entries_); }
  const std::string& entry(TokenId id) const override { return entries_[id]; }
  std::string bytes(TokenId id) const override;
  TokenId id_of(std::string_view entry) const override;
  TokenId unknown() const override { return model_->unknown(); }
  const TokenFrame& frame() const override { return frame_; }
  const std::string& continuing_prefix() const override { return model_->prefix(); }
  Json json() const override { return Json::parse(source_); }

 private:
  void read_stages(const Json& file);
  void take_added(const Json& json, Index size);
  void take_entry(const FileToken& token);
  void take_size(Index size);
  void look_at_stages();
  void cut_part(std::string_view part, std::size_t begin, WordCache& cache, std::vector<Cut>& cuts) const;
  void cut_words(AlignedText text, WordCache& cache, std::vector<Cut>& cuts) const;
  Cut cut_of(TokenId id, std::size_t begin, std::size_t end) const {
    return {id, id >= 0 && id != unknown(), begin, end - begin};
  }

  AddedTokens raw_, normalized_;  ///< found before and after normalization
  std::unordered_map<std::string, TokenId> added_;
  std::unordered_map<TokenId, std::string> forms_;  ///< normalized ones, as decoders read them
  Normalizer normalize_;
  PreTokenizer pre_tokenize_;
  std::shared_ptr<const PieceModel> model_;
  Decoder decode_;
  TokenFrame frame_;
  std::vector<std::string> entries_;  ///< by id
  std::vector<bool> is_added_;        ///< by id
  std::string space_;                 ///< what the stages make of a space inside of a text
  bool of_bytes_ = false;             ///< whether they write bytes as letters
  std::string source_;                ///< what it was made of, as JSON
};

StagedPipeline::StagedPipeline(const Json& file, Index size) {
  StageMembers members(file, "");
  members.skip({"version", "truncation", "padding"});
  Json kept = Json::object();
  for (const char* key : kPipelineMembers)
    if (const Json* const value = members.find(key)) kept[key] = *value;
  members.done();
  members.at("model");
  read_stages(file);
  take_added(member_or_null(file, "added_tokens"), size);
  take_size(size);
  look_at_stages();
  source_ = kept.dump();
}

void StagedPipeline::read_stages(const Json& file) {
  normalize_ = normalizer_from(member_or_null(file, "normalizer"), "normalizer");
  pre_tokenize_ = pre_tokenizer_from(member_or_null(file, "pre_tokenizer"), "pre_tokenizer");
  decode_ = decoder_from(member_or_null(file, "decoder"), "decoder");
  frame_ = token_frame_from(member_or_null(file, "post_processor"), "post_processor");
  const std::optional<Json> whole = model_with_unknown(file);
  model_ = piece_model_from(whole ? *whole : member_or_null(file, "model"), "model");
  const PieceVocabulary& vocabulary = model_->vocabulary();
  for (std::size_t id = 0; id < vocabulary.size(); ++id)
    entries_.push_back(vocabulary.entry(static_cast<TokenId>(id)));
}

void StagedPipeline::take_size(Index size) {
  if (size > 0 && this->size() > size)
    throw std::runtime_error("token " + shown_member(entries_.back()) + " has ID " +
                             std::to_string(this->size() - 1) + ", but IDs must be below " +
                             std::to_string(size));
  if (size > kMostPipelineIds) throw std::runtime_error("the tokenizer has more than 2^21 token IDs");
  if (size > 0) entries_.resize(size);
  is_added_.resize(entries_.size());
  for (const auto* ids : {&frame_.before, &frame_.after})
    for (const TokenId id : *ids)
      if (id >= this->size())
        throw std::runtime_error("post_processor puts token ID " + std::to_string(id) +
                                 " around a text, but IDs must be below " + std::to_string(this->size()));
}

void StagedPipeline::take_entry(const FileToken& token) {
  const auto place = static_cast<std::size_t>(token.id);
  if (place >= entries_.size()) entries_.resize(place + 1);
  is_added_.resize(entries_.size());
  const bool taken = !entries_[place].empty() && entries_[place] != token.text;
  if (taken || !added_.emplace(token.text, token.id).second)
    throw std::runtime_error(
        "the added token " + shown_member(token.text) +
        (taken ? " has ID " + std::to_string(token.id) + ", which another token already has"
               : " occurs twice"));
  entries_[place] = token.text;
  is_added_[place] = true;
}

/// Those behind the last of `size` ids are found in texts, where the model has nothing for them.
void StagedPipeline::take_added(const Json& json, Index size) {
  std::vector<std::pair<std::string, FileToken>> raw, normalized;
  for (FileToken& token : file_tokens_from(json, "added_tokens")) {
    if (token.id >= kMostPipelineIds)
      throw std::runtime_error("the added token " + shown_member(token.text) +
                               " has an ID of more than 2^21");
    if (size > 0 && token.id >= size)
      token.id = kUnknownId;
    else
      take_entry(token);
    if (!token.normalized) {
      raw.emplace_back(token.text, token);
      continue;
    }
    AlignedText form = AlignedText::of(token.text);
    normalize_(form);
    if (token.id >= 0) forms_.emplace(token.id, form.text);
    normalized.emplace_back(form.text, token);
  }
  raw_ = AddedTokens(std::move(raw));
  normalized_ = AddedTokens(std::move(normalized));
}

/// What the stages make of a space, and of a letter of two bytes.
void StagedPipeline::look_at_stages() {
  const std::string_view text = "a b\u00e9";
  AlignedText changed = AlignedText::of(text);
  normalize_(changed);
  std::vector<AlignedText> words{changed};
  pre_tokenize_(words);
  std::string letter;
  for (const AlignedText& word : words)
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (word.from[i] == TextSpan{1, 2}) space_ += word.text[i];
      if (word.from[i].begin >= 3) letter += word.text[i];
    }
  of_bytes_ = letter == letters_of_bytes("\u00e9");
}

void StagedPipeline::cut_words(AlignedText text, WordCache& cache, std::vector<Cut>& cuts) const {
  if (text.empty()) return;
  std::vector<AlignedText> words;
  words.push_back(std::move(text));
  pre_tokenize_(words);
  for (const AlignedText& word : words) {
    if (word.empty()) continue;
    for (const WordPart& part : cache.parts(*model_, word.text)) {
      const TextSpan span = word.span(part.begin, part.size);
      cuts.push_back({part.id, part.known, span.begin, span.end - span.begin});
    }
  }
}

void StagedPipeline::cut_part(std::string_view part, std::size_t begin, WordCache& cache,
                              std::vector<Cut>& cuts) const {
  if (part.empty()) return;
  AlignedText text = AlignedText::of(part, begin);
  normalize_(text);
  std::size_t at = 0;
  for (const AddedTokens::Found& found : normalized_.find(text.text)) {
    cut_words(text.part(at, found.begin - at), cache, cuts);
    const TextSpan span = text.span(found.begin, found.end - found.begin);
    cuts.push_back(cut_of(found.id, span.begin, span.end));
    at = found.end;
  }
  cut_words(text.part(at, text.size() - at), cache, cuts);
}

std::vector<TokenPipeline::Cut> StagedPipeline::cut(std::string_view text) const {
  std::vector<Cut> cuts;
  WordCache cache;
  std::size_t at = 0;
  for (const AddedTokens::Found& found : raw_.find(text)) {
    cut_part(text.substr(at, found.begin - at), at, cache, cuts);
    cuts.push_back(cut_of(found.id, found.begin, found.end));
    at = found.end;
  }
  cut_part(text.substr(at), at, cache, cuts);
  return cuts;
}

std::string StagedPipeline::decode(std::span<const TokenId> ids) const {
  std::vector<std::string> entries;
  for (const TokenId id : ids) {
    if (id < 0 || id >= size()) continue;
    const auto form = forms_.find(id);
    entries.push_back(form == forms_.end() ? entry(id) : form->second);
  }
  decode_(entries);
  std::string text;
  for (const std::string& part : entries) text += part;
  return text;
}

std::string StagedPipeline::bytes(TokenId id) const {
  std::string text = entry(id);
  const PieceModel& model = *model_;
  if (is_added_[id]) return text;
  if (of_bytes_) return bytes_of_letters(text).value_or(text);
  if (const auto byte = model.has_bytes() ? byte_of_entry(text) : std::nullopt)
    return std::string(1, static_cast<char>(*byte));
  if (!space_.empty() && space_ != " ")
    for (std::size_t at = text.find(space_); at != text.npos; at = text.find(space_, at + 1))
      text.replace(at, space_.size(), " ");
  if (!model.prefix().empty() && text.starts_with(model.prefix())) text.erase(0, model.prefix().size());
  return text;
}

TokenId StagedPipeline::id_of(std::string_view entry) const {
  const auto added = added_.find(std::string(entry));
  if (added != added_.end()) return added->second;
  return model_->vocabulary().find(entry).value_or(kUnknownId);
}

}  // namespace

std::shared_ptr<const TokenPipeline> token_pipeline_from(const Json& file, Index size) {
  return std::make_shared<const StagedPipeline>(file, size);
}

}  // namespace attnlab
