// LanguageModelTask: windows over one long row of tokens.
#include "core/tasks/text/language_model_task.h"

#include <algorithm>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/tasks/base/stream_targets.h"
#include "core/tasks/text/corpus.h"
#include "core/tasks/text/text_options.h"
#include "core/text/utf8.h"
#include "core/text/words.h"

namespace attnlab {
namespace {

constexpr Index kShownTokens = 32;  // length of the first sentence on screen

TokenLevel level_of(const TaskConfig& config) { return token_level(config.level).level; }

[[noreturn]] void refuse_short(const TaskConfig& config, Index size, Index window, TokenLevel level) {
  const std::string tokens(token_level(level).pieces);
  throw std::runtime_error("text '" + config.corpus + "' has " + std::to_string(size) + " " + tokens +
                           ", but a context of " + std::to_string(window) + " needs at least " +
                           std::to_string(2 * (window + 1)) + ": use a longer text or a shorter context");
}

Tokenizer tokenizer_for(const TaskConfig& config, std::string_view text, Index window, const Tokenizer* own) {
  if (own) return *own;
  std::string_view rest = text;
  if (text.empty() || (level_of(config) == TokenLevel::Words && !next_word(rest)))
    refuse_short(config, 0, window, level_of(config));
  return corpus_tokenizer(config, text, {.framing = config.special_tokens});
}

/// Takes the last word off, which may be cut, except for a text of one word.
void drop_cut_word(std::string& text) {
  const std::size_t space = text.find_last_of(" \n");
  if (space != std::string::npos && space > 0) text.resize(space);
}

constexpr TaskOption kLanguageModelOptions[] = {
    kCorpusOption,
    kLevelOption,
    {"special_tokens", &TaskConfig::special_tokens,
     tr_mark("add <pad>, <sos>, <eos> and <unk> to the vocabulary")},
    kMaxWordsOption,
    kMergesOption,
    kExcerptOption};

void check_language_model(const TaskConfig& config) {
  require_of_task(!config.corpus.empty(), "corpus", "", "a text file or the name of a built-in text");
}

std::unique_ptr<Task> make_language_model(const TaskConfig& config, const TaskShape& shape) {
  return std::make_unique<LanguageModelTask>(config, load_corpus(config.corpus),
                                             excerpt_of(config, shape.window), shape.tokenizer);
}

}  // namespace

Tokenizer corpus_tokenizer(const TaskConfig& config, std::string_view text, SpecialTokens special) {
  const TokenLevel level = level_of(config);
  const Index limit = level == TokenLevel::BytePairs ? config.merges : config.max_words;
  return Tokenizer::from_corpus(text, level, special, static_cast<std::size_t>(limit));
}

Index excerpt_of(const TaskConfig& config, Index window) {
  return config.excerpt > 0 ? config.excerpt : window;
}

void check_known(const TaskConfig& config, const Tokenizer& tokenizer, std::span<const TokenId> tokens) {
  const auto is_unknown = [&](TokenId id) { return id == kUnknownId || id == tokenizer.unknown(); };
  if (tokens.empty() || !std::ranges::all_of(tokens, is_unknown)) return;
  throw std::runtime_error("text '" + config.corpus + "' does not contain any " +
                           std::string(token_level(tokenizer.level()).piece) +
                           " that the model's tokenizer knows: choose another text");
}

Index split_position(const TaskConfig& config, Index size, Index window, TokenLevel level) {
  if (window < 1)
    throw std::invalid_argument("the window is " + std::to_string(window) + ", but must be at least 1");
  if (size < 2 * (window + 1)) refuse_short(config, size, window, level);
  const auto share = static_cast<Index>(double(size) * (1.0 - config.validation_share));
  return std::clamp(share, window + 1, size - (window + 1));
}

LanguageModelTask::LanguageModelTask(const TaskConfig& config, std::string_view text, Index window,
                                     const Tokenizer* own)
    : tokenizer_(tokenizer_for(config, text, window, own)),
      tokens_(tokenizer_.encode(text)),
      window_(window),
      excerpt_(window - count_of(tokenizer_.frame().before)) {
  if (own) check_known(config, tokenizer_, tokens_);
  train_size_ = split_position(config, count_of(tokens_), excerpt_, tokenizer_.level());
}

std::span<const TokenId> LanguageModelTask::tokens(Split split) const {
  const std::span<const TokenId> all = tokens_;
  const auto cut = static_cast<std::size_t>(train_size_);
  return split == Split::Train ? all.first(cut) : all.subspan(cut);
}

void LanguageModelTask::sample(Split split, RandomStream& random, Index count, Batch& batch) const {
  const std::span<const TokenId> text = tokens(split);
  const std::vector<TokenId>& before = tokenizer_.frame().before;
  const Index starts = count_of(text) - excerpt_;
  batch.resize(count, 0, window_);
  std::ranges::fill(batch.input_lengths, window_);
  const auto width = static_cast<std::size_t>(window_), own = static_cast<std::size_t>(excerpt_);
  for (std::size_t row = 0; row < static_cast<std::size_t>(count); ++row) {
    const auto from = static_cast<std::size_t>(random.below(starts));
    const auto input = std::span(batch.input).subspan(row * width, width);
    std::ranges::copy(text.subspan(from, own), std::ranges::copy(before, input.begin()).out);
    write_stream_targets(input, 0, text[from + own], std::span(batch.target).subspan(row * width, width));
  }
}

std::string LanguageModelTask::text_at(Index start, Index length) const {
  const auto from = static_cast<std::size_t>(start), size = static_cast<std::size_t>(length);
  return std::string(whole_characters(tokenizer_.decode(tokens(Split::Validation).subspan(from, size))));
}

std::vector<Example> LanguageModelTask::validation_examples(Index count) const {
  const Index starts = count_of(tokens(Split::Validation)) - excerpt_;
  const Index wanted = std::clamp<Index>(count, 0, starts);
  std::vector<Example> examples;
  for (Index i = 0; i < wanted; ++i) examples.push_back({"", text_at(i * starts / wanted, excerpt_)});
  return examples;
}

Example LanguageModelTask::sample_example() const {
  const std::span<const TokenId> text = tokens(Split::Validation);
  const bool words = tokenizer_.level() == TokenLevel::Words;
  const std::vector<TokenId> line_end = tokenizer_.encode(words ? "." : "\n");
  const auto last_start = text.end() - as_offset(excerpt_);
  auto start = std::search(text.begin(), last_start, line_end.begin(), line_end.end());
  const bool found = !line_end.empty() && start != last_start;
  while (found && start != last_start && *start == line_end.front()) ++start;
  std::string shown = text_at(found ? start - text.begin() : 0, std::min(excerpt_, kShownTokens));
  if (!words) drop_cut_word(shown);
  return {"", shown};
}

extern const TaskKind kLanguageModelTask = {.name = "language_model",
                                            .title = tr_mark("language model"),
                                            .options = kLanguageModelOptions,
                                            .check = check_language_model,
                                            .make = make_language_model,
                                            .own_data = OwnData::Text};

}  // namespace attnlab
