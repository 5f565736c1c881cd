// WordContextTask: which words occur near each other.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tasks/base/context_windows.h"
#include "core/tasks/base/task.h"
#include "core/tasks/phrases/grammar.h"
#include "core/tasks/text/corpus.h"
#include "core/tasks/text/text_options.h"

namespace attnlab {
namespace {

/// Skip-gram: `source` is one word, the candidates in `input` are a word at most `reach` places away and K
/// drawn at random in proportion to count^¾. CBOW: `source` are all words so near, and the first candidate is
/// the word between them (Mikolov et al. 2013). `target` is 1 for the first candidate, 0 for the others. The
/// text is the English sentences of the phrase grammar, or a corpus, split by position.
class WordContextTask final : public Task, public ContextWindows {
 public:
  /// Throws as make_task() does.
  explicit WordContextTask(const TaskConfig& config);

  Format format() const override { return Format::WordContext; }
  const Tokenizer& source_tokenizer() const override { return tokenizer_; }
  const Tokenizer& target_tokenizer() const override { return tokenizer_; }
  Index max_source_length() const override { return cbow_ ? 2 * reach_ : 1; }
  Index max_target_length() const override { return 1 + negatives_; }

  void sample(Split split, RandomStream& random, Index count, Batch& batch) const override;
  std::vector<Example> validation_examples(Index count) const override;
  Example sample_example() const override { return validation_examples(1).front(); }

  const ContextWindows* context_windows() const override { return this; }
  std::span<const TokenId> words() const override { return texts_[0]; }
  ContextWindow window(Index at) const override { return window_of(texts_[0], at); }
  Index pairs(const ContextWindow& window) const override { return cbow_ ? 1 : window.neighbours(); }
  ContextPair pair(const ContextWindow& window, Index which) const override;
  Example example(const ContextWindow& window, Index which) const override;

 private:
  void read(const std::vector<TokenId>& tokens, double validation_share);
  void count_words();
  ContextWindow window_of(std::span<const TokenId> text, Index at) const;
  ContextWindow draw_window(std::span<const TokenId> text, RandomStream& random) const;
  TokenId draw_negative(RandomStream& random, TokenId true_word) const;
  /// The place of the word that is guessed from pair `which` of the window.
  Index guessed_place(const ContextWindow& window, Index which) const;
  void write_row(Batch& batch, Index row, std::span<const TokenId> text, RandomStream& random) const;

  Tokenizer tokenizer_;
  std::array<std::vector<TokenId>, 2> texts_;  ///< by Split; kUnknownId between sentences
  std::vector<double> cumulative_;             ///< Σ count^¾ of the words up to each id
  bool cbow_;
  Index reach_, negatives_;
};

constexpr Index kSentences = 20000;
constexpr std::uint64_t kContextExamplesKey = 0x5EED0F5C09E;
constexpr std::uint64_t kPairNegativesKey = 0x5EED0F5C0AE;

std::string own_text() {
  std::string text;
  for (const phrases::Phrase& phrase : phrases::generate_phrases(kSentences))
    (text += phrase.english) += '\n';
  return text;
}

/// The words of `text` with kUnknownId at each line's end.
std::vector<TokenId> words_by_line(const Tokenizer& tokenizer, std::string_view text) {
  std::vector<TokenId> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<TokenId> line = tokenizer.encode(text.substr(0, end));
    words.insert(words.end(), line.begin(), line.end());
    words.push_back(kUnknownId);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Mikolov et al. 2013: which word is guessed from which.
struct WordModel {
  std::string_view name;
  bool from_neighbours;  ///< a word from those around it; else one of those from the word
};
constexpr WordModel kWordModels[] = {{"skip_gram", false}, {"cbow", true}};
constexpr auto kWordModelChoices = choices_by_name(kWordModels);
constexpr TaskOption kWordContextOptions[] = {
    kCorpusOption,
    kMaxWordsOption,
    {"word_model", &TaskConfig::word_model,
     tr_mark("whether a word predicts its neighbors or they predict it"), 0, 0, kWordModelChoices},
    {"reach", &TaskConfig::reach, tr_mark("how many words on each side are neighbors"), 1, 20},
    {"negatives", &TaskConfig::negatives, tr_mark("K, the number of random words for each true neighbor"), 1,
     64}};

WordContextTask::WordContextTask(const TaskConfig& config)
    : cbow_(row_named(kWordModels, "word model", config.word_model).from_neighbours),
      reach_(config.reach),
      negatives_(config.negatives) {
  const std::string text = config.corpus.empty() ? own_text() : load_corpus(config.corpus);
  tokenizer_ = Tokenizer::from_corpus(text, TokenLevel::Words, kFramingTokens,
                                      static_cast<std::size_t>(config.max_words));
  // A line of a text file may end anywhere; each of our own sentences has a line.
  read(config.corpus.empty() ? words_by_line(tokenizer_, text) : tokenizer_.encode(text),
       config.validation_share);
  count_words();
}

void WordContextTask::read(const std::vector<TokenId>& tokens, double validation_share) {
  const auto cut = static_cast<std::ptrdiff_t>(double(tokens.size()) * (1 - validation_share));
  texts_[0].assign(tokens.begin(), tokens.begin() + cut);
  texts_[1].assign(tokens.begin() + cut, tokens.end());
  for (const std::vector<TokenId>& text : texts_) {
    Index usable = 0;
    for (Index at = 0; at < count_of(text); ++at) {
      usable += window_of(text, at).neighbours() > 0;
    }
    if (usable == 0) throw std::runtime_error("the text is too short for word vectors: use a longer text");
  }
}

void WordContextTask::count_words() {
  cumulative_.assign(tokenizer_.size(), 0);
  for (const TokenId id : texts_[0])
    if (id >= 0) cumulative_[id] += 1;
  double total = 0;
  for (double& count : cumulative_) count = total += std::pow(count, 0.75);
  const auto different = [&](std::size_t i) { return cumulative_[i] > (i == 0 ? 0 : cumulative_[i - 1]); };
  Index words = 0;
  for (std::size_t i = 0; i < cumulative_.size(); ++i) words += different(i);
  if (words < 2) throw std::runtime_error("the text has fewer than two distinct words: use another text");
}

ContextWindow WordContextTask::window_of(std::span<const TokenId> text, Index at) const {
  const auto is_word = [&](Index i) { return i >= 0 && i < count_of(text) && text[i] != kUnknownId; };
  ContextWindow window{at, 0, 0};
  if (!is_word(at)) return window;
  while (window.before < reach_ && is_word(at - window.before - 1)) ++window.before;
  while (window.after < reach_ && is_word(at + window.after + 1)) ++window.after;
  return window;
}

ContextWindow WordContextTask::draw_window(std::span<const TokenId> text, RandomStream& random) const {
  ContextWindow window;
  while (window.neighbours() == 0) window = window_of(text, random.below(count_of(text)));
  return window;
}

TokenId WordContextTask::draw_negative(RandomStream& random, TokenId true_word) const {
  while (true) {
    const double at = random.uniform() * cumulative_.back();
    const auto found = std::ranges::upper_bound(cumulative_, at);
    const auto id = static_cast<TokenId>(found - cumulative_.begin());
    if (id != true_word && found != cumulative_.end()) return id;
  }
}

Index WordContextTask::guessed_place(const ContextWindow& window, Index which) const {
  return cbow_ ? window.at : window.neighbour(which);
}

ContextPair WordContextTask::pair(const ContextWindow& window, Index which) const {
  ContextPair pair{{}, guessed_place(window, which)};
  if (!cbow_) pair.read.push_back(window.at);
  for (Index i = 0; cbow_ && i < window.neighbours(); ++i) pair.read.push_back(window.neighbour(i));
  return pair;
}

Example WordContextTask::example(const ContextWindow& window, Index which) const {
  const ContextPair pair = this->pair(window, which);
  const auto word = [&](Index at) { return texts_[0][at]; };
  std::vector<TokenId> read, candidates{word(pair.guessed)};
  for (const Index at : pair.read) read.push_back(word(at));
  RandomStream random(join_keys(kPairNegativesKey, static_cast<std::uint64_t>(window.at)),
                      static_cast<std::uint64_t>(which) << 32);
  for (Index k = 0; k < negatives_; ++k) candidates.push_back(draw_negative(random, candidates.front()));
  return {tokenizer_.decode(read), tokenizer_.decode(candidates), {}};
}

void WordContextTask::write_row(Batch& batch, Index row, std::span<const TokenId> text,
                                RandomStream& random) const {
  const ContextWindow window = draw_window(text, random);
  const auto word = [&](Index i) { return text[i]; };
  const auto source = batch.source.begin() + as_offset(row * batch.source_length);
  const auto candidates = batch.input.begin() + as_offset(row * batch.input_length);
  *candidates = word(guessed_place(window, cbow_ ? 0 : random.below(window.neighbours())));
  *source = word(window.at);
  for (Index i = 0; cbow_ && i < window.neighbours(); ++i) source[as_offset(i)] = word(window.neighbour(i));
  for (Index k = 1; k <= negatives_; ++k) candidates[as_offset(k)] = draw_negative(random, *candidates);
  batch.target[row * batch.target_length] = 1;
  batch.source_lengths[row] = cbow_ ? window.neighbours() : 1;
}

void WordContextTask::sample(Split split, RandomStream& random, Index count, Batch& batch) const {
  batch.resize(count, max_source_length(), 1 + negatives_, 1 + negatives_);
  std::ranges::fill(batch.source, tokenizer_.pad());
  std::ranges::fill(batch.target, 0);
  std::ranges::fill(batch.input_lengths, 1 + negatives_);
  for (Index row = 0; row < count; ++row)
    write_row(batch, row, texts_[static_cast<std::size_t>(split)], random);
}

std::vector<Example> WordContextTask::validation_examples(Index count) const {
  RandomStream random(kContextExamplesKey);
  Batch batch;
  sample(Split::Validation, random, std::max<Index>(count, 0), batch);
  std::vector<Example> examples;
  for (Index row = 0; row < batch.size; ++row) {
    const auto length = batch.source_lengths[row];
    const auto part = [row](const std::vector<TokenId>& ids, Index width, Index size) {
      return std::span(ids).subspan(row * width, size);
    };
    examples.push_back({tokenizer_.decode(part(batch.source, batch.source_length, length)),
                        tokenizer_.decode(part(batch.input, batch.input_length, batch.input_length)),
                        {}});
  }
  return examples;
}

}  // namespace

extern const TaskKind kWordContextTask = {.name = "word_context",
                                          .title = tr_mark("word context"),
                                          .options = kWordContextOptions,
                                          .make = make_as<WordContextTask>};

}  // namespace attnlab
