// MaskedTask: predicting masked words from the words around them.
#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/tasks/base/split.h"
#include "core/tasks/base/task.h"
#include "core/tasks/phrases/farm_sentences.h"
#include "core/tasks/text/corpus.h"
#include "core/tasks/text/language_model_task.h"
#include "core/tasks/text/text_options.h"

namespace attnlab {
namespace {

/// Masked language modeling (Devlin et al. 2019): mask_share of the tokens are to be found, at least one a
/// row; of these 80 % are shown as <mask>, 10 % as a random token and 10 % unchanged. The texts are the
/// sentences of core/tasks/phrases/farm_sentences.h, split by a hash of each, or windows of a corpus, split
/// by position.
class MaskedTask final : public Task {
 public:
  /// `window` is the longest text of a corpus. With `own`, the tokenizer of a model that was opened, a text
  /// stands in its frame, which is never hidden. Throws as make_task() does.
  MaskedTask(const TaskConfig& config, Index window, const Tokenizer* own = nullptr);

  Format format() const override { return Format::Masked; }
  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return longest_ + frame_size(); }
  Index max_target_length() const override { return longest_ + frame_size(); }

  void sample(Split split, RandomStream& random, Index count, Batch& batch) const override;
  /// Each hidden token is shown as <mask>.
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override;

 private:
  /// All tokens of one split, and where a text may begin and end.
  struct Texts {
    std::vector<TokenId> tokens;
    std::vector<std::size_t> ends;  ///< of each sentence; empty for a corpus
  };

  void read_sentences(double validation_share);
  void read_corpus(const TaskConfig& config, std::string_view text);
  const Texts& texts(Split split) const { return texts_[static_cast<std::size_t>(split)]; }
  Index frame_size() const;
  Index count(const Texts& texts) const;
  std::span<const TokenId> text(const Texts& texts, Index index) const;
  void hide(RandomStream& random, std::span<TokenId> source, std::span<TokenId> target) const;
  TokenId disguise(RandomStream& random, TokenId token) const;
  Example masked_example(RandomStream& random, std::span<const TokenId> text) const;

  Tokenizer tokenizer_;
  std::array<Texts, 2> texts_;
  double share_;
  Index longest_ = 0;  ///< without the frame; for a corpus the length of each text
};

constexpr std::uint64_t kMaskedExamplesKey = 0x5EED0F3A5ED;
constexpr std::uint64_t kOrderKey = 0x5EED0F04DE4;

std::string joined_sentences() {
  std::string text;
  for (const std::string& sentence : phrases::farm_sentences()) (text += sentence) += '\n';
  return text;
}

constexpr TaskOption kMaskedOptions[] = {
    kCorpusOption,
    kLevelOption,
    kMaxWordsOption,
    kMergesOption,
    kExcerptOption,
    {"mask_share", &TaskConfig::mask_share, tr_mark("share of the tokens to predict"), 0.01, 0.9}};

std::unique_ptr<Task> make_masked(const TaskConfig& config, const TaskShape& shape) {
  return std::make_unique<MaskedTask>(config, excerpt_of(config, shape.window), shape.tokenizer);
}

MaskedTask::MaskedTask(const TaskConfig& config, Index window, const Tokenizer* own)
    : share_(config.mask_share) {
  const bool sentences = config.corpus.empty();
  const std::string corpus = sentences ? joined_sentences() : load_corpus(config.corpus);
  tokenizer_ = own ? *own : corpus_tokenizer(config, corpus, kFramingAndMask);
  if (tokenizer_.mask() < 0)
    throw std::invalid_argument(
        "the model's tokenizer does not have a mask token, so the model cannot learn masked words");
  longest_ = window - frame_size();
  sentences ? read_sentences(config.validation_share) : read_corpus(config, corpus);
}

Index MaskedTask::frame_size() const {
  const TokenFrame& frame = tokenizer_.frame();
  return static_cast<Index>(frame.before.size() + frame.after.size());
}

void MaskedTask::read_sentences(double validation_share) {
  const HeldOut held_out(validation_share);
  longest_ = 0;
  for (const std::string& sentence : phrases::farm_sentences()) {
    Texts& split = texts_[static_cast<std::size_t>(held_out.split_of(std::string_view(sentence)))];
    const std::vector<TokenId> ids = tokenizer_.encode(sentence);
    split.tokens.insert(split.tokens.end(), ids.begin(), ids.end());
    split.ends.push_back(split.tokens.size());
    longest_ = std::max(longest_, count_of(ids));
  }
  if (texts_[0].ends.empty() || texts_[1].ends.empty()) refuse_empty_split();
}

void MaskedTask::read_corpus(const TaskConfig& config, std::string_view text) {
  const std::vector<TokenId> ids = tokenizer_.encode(text);
  check_known(config, tokenizer_, ids);
  const auto cut = split_position(config, count_of(ids), longest_, tokenizer_.level());
  texts_[0].tokens.assign(ids.begin(), ids.begin() + as_offset(cut));
  texts_[1].tokens.assign(ids.begin() + as_offset(cut), ids.end());
}

Index MaskedTask::count(const Texts& texts) const {
  return static_cast<Index>(texts.ends.empty() ? texts.tokens.size() - static_cast<std::size_t>(longest_)
                                               : texts.ends.size());
}

std::span<const TokenId> MaskedTask::text(const Texts& texts, Index index) const {
  const auto at = static_cast<std::size_t>(index);
  if (texts.ends.empty()) return std::span(texts.tokens).subspan(at, longest_);
  const std::size_t begin = at == 0 ? 0 : texts.ends[at - 1];
  return std::span(texts.tokens).subspan(begin, texts.ends[at] - begin);
}

TokenId MaskedTask::disguise(RandomStream& random, TokenId token) const {
  const Index tenth = random.below(10);
  if (tenth < 8) return tokenizer_.mask();
  const Index entries = tokenizer_.size() - tokenizer_.first_entry();
  return tenth == 8 ? tokenizer_.first_entry() + static_cast<TokenId>(random.below(entries)) : token;
}

/// `source` holds the text, and then its visible tokens; `target` the hidden ones.
void MaskedTask::hide(RandomStream& random, std::span<TokenId> source, std::span<TokenId> target) const {
  const auto sure = static_cast<std::size_t>(random.below(count_of(source)));
  bool any = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (random.uniform() >= share_) continue;
    any = true;
    target[i] = source[i];
  }
  if (!any) target[sure] = source[sure];
  for (std::size_t i = 0; i < source.size(); ++i)
    if (target[i] != kIgnoredTarget) source[i] = disguise(random, source[i]);
}

void MaskedTask::sample(Split split, RandomStream& random, Index rows, Batch& batch) const {
  const Texts& from = texts(split);
  RandomStream preview = random;
  std::size_t longest = 0;
  for (Index row = 0; row < rows; ++row)
    longest = std::max(longest, text(from, preview.below(count(from))).size());
  const TokenFrame& frame = tokenizer_.frame();
  const auto width = static_cast<Index>(longest) + frame_size();
  batch.resize(rows, width, 0, width);
  std::ranges::fill(batch.source, tokenizer_.pad());
  std::ranges::fill(batch.target, kIgnoredTarget);
  for (Index row = 0; row < rows; ++row) {
    const std::span<const TokenId> drawn = text(from, random.below(count(from)));
    auto at = std::ranges::copy(frame.before, batch.source.begin() + as_offset(row * width)).out;
    at = std::ranges::copy(drawn, at).out;
    std::ranges::copy(frame.after, at);
    batch.source_lengths[row] = count_of(drawn) + frame_size();
  }
  for (Index row = 0; row < rows; ++row) {
    const Index in_frame = batch.source_lengths[row];
    const auto length = static_cast<std::size_t>(in_frame - frame_size());
    const auto begin = static_cast<std::size_t>(row * width) + frame.before.size();
    hide(random, std::span(batch.source).subspan(begin, length),
         std::span(batch.target).subspan(begin, length));
  }
}

Example MaskedTask::masked_example(RandomStream& random, std::span<const TokenId> text) const {
  std::vector<TokenId> source(text.begin(), text.end()), target(text.size(), kIgnoredTarget);
  hide(random, source, target);
  for (std::size_t i = 0; i < source.size(); ++i)
    source[i] = target[i] == kIgnoredTarget ? text[i] : tokenizer_.mask();
  return {tokenizer_.decode(source), tokenizer_.decode(text), {}};
}

std::vector<Example> MaskedTask::validation_examples(Index wanted) const {
  const Texts& from = texts(Split::Validation);
  const Index all = count(from), most = std::clamp<Index>(wanted, 0, all);
  RandomStream random(kMaskedExamplesKey);
  std::vector<Example> examples;
  for (Index i = 0; i < most; ++i) {
    // Sentences in an order of their own, windows spread evenly.
    const Index index = from.ends.empty() ? i * all / most : i * 7919 % all;
    Example example = masked_example(random, text(from, index));
    const bool whole = tokenizer_.encode(example.source).size() == tokenizer_.encode(example.target).size();
    if (whole) examples.push_back(std::move(example));
  }
  return examples;
}

Example MaskedTask::sample_example() const {
  constexpr Index kTries = 64;
  for (Index tries = 1; tries <= kTries; tries *= 4) {
    const std::vector<Example> found = validation_examples(tries);
    if (!found.empty()) return found.front();
  }
  // Another program's tokenizer may cut a text otherwise than the same text with something hidden.
  const std::string shown = tokenizer_.decode(text(texts(Split::Validation), 0));
  return {shown, shown, {}};
}

}  // namespace

extern const TaskKind kMaskedTask = {
    .name = "masked_words", .title = tr_mark("masked words"), .options = kMaskedOptions, .make = make_masked};

}  // namespace attnlab
