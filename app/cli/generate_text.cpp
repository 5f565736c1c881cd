// Generated text: continuations, answers and beams.
#include "app/cli/generate_text.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/printable.h"
#include "app/cli/groups/given_text.h"
#include "app/cli/growing_text.h"
#include "app/cli/json_lines.h"
#include "core/language/messages.h"
#include "core/models/generation/next_token.h"
#include "core/tasks/base/encode.h"

namespace attnlab {
namespace {

using Json = nlohmann::ordered_json;

/// Why a text ends, as JSON names it.
constexpr const char *kSaidItsEnd = "end", *kStopString = "stop", *kMostTokens = "length";

constexpr Index kManyPasses =
    1000;  ///< so many passes over a whole context take so long that a note gives the reason

/// Prints for one prompt.
class GeneratedText {
 public:
  GeneratedText(const GenerateOptions& options, const Checkpoint& model, const GeneratePrompt& prompt,
                std::optional<Index> step, AttentionDevice* device)
      : options_(options),
        model_(model),
        tokenizer_(model.vocabularies->target),
        ends_(tokenizer_.ends()),
        prompt_(prompt.text),
        given_(prompt),
        step_(step),
        device_(device),
        random_(options.seed) {}

  /// Prints the prompt and then the generated text, token by token; it may be empty.
  void continue_text() {
    std::vector<TokenId> tokens = tokenizer_.frame().before;
    std::ranges::copy(tokenizer_.encode(prompt_), std::back_inserter(tokens));
    note_unknown(tokenizer_.pieces(prompt_));
    warn_of_long_prompt(tokens.size());
    if (options_.beams > 0) return search(batch_of(tokens), tokens, prompt_);
    const SamplingOptions how = sampling(1.0);  // throws before anything is printed
    note_whole_passes(tokens.size());
    if (!options_.json && !tokens.empty())
      std::fputs(printable_lines(prompt_).c_str(), stdout);  // an empty one is refused below
    GrowingText text(tokenizer_, tokens, options_.stops, [&](std::string_view piece) { show(piece); });
    const std::vector<TokenId> made =
        generate(*model_.model, weights(), tokens, options_.max_tokens, ends_, how, random_,
                 [&](TokenId token) { return text.add(token) && !std::ferror(stdout); }, {.device = device_});
    text.finish();
    if (!options_.json) std::putchar('\n');
    const bool said = !made.empty() && ends_.contains(made.back());
    print_object(text.text(), made.size(), text.stopped() ? kStopString : said ? kSaidItsEnd : kMostTokens);
  }

  /// The output for the prompt as source, or for the picture.
  void answer() {
    const Vocabularies& v = *model_.vocabularies;
    const Format format = format_of(model_.model->config());
    const Batch batch = encode_example(format, v, {prompt_, "", given_.picture});  // its input is <sos>
    check_length(batch.source_length);
    if (v.source) note_unknown(v.source->pieces(prompt_));
    if (options_.beams > 0) return search(batch, {}, "");
    const std::vector<TokenId> row =
        decode_sampled(*model_.model, weights(), batch, v.target.sos(), ends_, options_.max_tokens,
                       sampling(0.0), random_, {.device = device_})[0];
    std::string text = v.target.decode(row);
    const std::size_t stop = find_stop(text, options_.stops);
    const bool stopped = stop != std::string::npos;
    if (stopped) text.resize(stop);
    if (!options_.json) std::printf("%s\n", printable_lines(text).c_str());
    const Index most = most_new_tokens(model_.model->config(), 1, options_.max_tokens);
    const bool said = static_cast<Index>(row.size()) < most;
    print_object(text, row.size(), stopped ? kStopString : said ? kSaidItsEnd : kMostTokens);
  }

 private:
  std::span<const Real> weights() const { return model_.state->snapshot->weights; }

  SamplingOptions sampling(double temperature) const {
    SamplingOptions sampling = options_.sampling;
    sampling.temperature = options_.temperature.value_or(temperature);
    sampling.validate();
    return sampling;
  }

  void show(std::string_view piece) const {
    if (options_.json) return;
    std::fputs(printable_lines(piece).c_str(), stdout);
    std::fflush(stdout);
  }

  /// {"step", "prompt"}, or "picture" in its place.
  Json head() const {
    Json json = Json::object();
    if (step_) json["step"] = *step_;
    if (given_.picture) {
      json["picture"] = given_.name;
    } else {
      json["prompt"] = prompt_;
    }
    return json;
  }

  void print_object(const std::string& text, std::size_t tokens, const char* end) const {
    if (!options_.json) return;
    Json json = head();
    json.update({{"text", text}, {"tokens", tokens}, {"ends_by", end}});
    print_json_object(json);
  }

  /// Notes that a Transformer does not see what is further back than its context.
  void warn_of_long_prompt(std::size_t tokens) const {
    const ModelConfig& config = model_.model->config();
    if (!is_transformer(config) || static_cast<Index>(tokens) <= config.context) return;
    std::fprintf(stderr, "%s\n",
                 tr("note: the prompt has {1} tokens and the model's context is {2}: the model sees only the "
                    "last {2} tokens",
                    std::to_string(tokens), std::to_string(config.context))
                     .c_str());
  }

  /// Notes why a long text takes long.
  void note_whole_passes(std::size_t prompt) const {
    const ModelConfig& config = model_.model->config();
    const Index beyond = static_cast<Index>(prompt) + options_.max_tokens - config.context;
    if (!is_transformer(config) || reach_of(config) < config.context || beyond < kManyPasses) return;
    std::fprintf(stderr, "%s\n",
                 tr("note: beyond the model's context of {1} tokens, each token costs a complete forward "
                    "pass, because keys and values of earlier passes cannot be reused",
                    std::to_string(config.context))
                     .c_str());
  }

  void check_length(Index tokens) const {
    const Index context = model_.model->config().context;
    if (!is_transformer(model_.model->config()) || tokens <= context) return;
    throw std::invalid_argument(tr("the prompt has {1} tokens, but the model's context is {2}: shorten it",
                                   std::to_string(tokens), std::to_string(context)));
  }

  static Batch batch_of(std::span<const TokenId> prompt) {
    Batch batch;
    batch.resize(1, 0, static_cast<Index>(prompt.size()));
    std::ranges::copy(prompt, batch.input.begin());
    batch.input_lengths.assign(1, batch.input_length);
    return batch;
  }

  /// What `tokens` add to the text of `prompt`.
  std::string added(std::span<const TokenId> prompt, std::span<const TokenId> tokens) const {
    std::vector<TokenId> all(prompt.begin(), prompt.end());
    const std::size_t before = tokenizer_.decode(all).size();
    all.insert(all.end(), tokens.begin(), tokens.end());
    const std::string text = tokenizer_.decode(all);
    return text.substr(std::min(before, text.size()));
  }

  /// Prints the sequences that the search finds, the best first. `shown` is the text of the tokens `prompt`.
  void search(const Batch& batch, std::span<const TokenId> prompt, const std::string& shown) const {
    const BeamOptions how{options_.beams, options_.length_penalty, options_.max_tokens};
    const BeamResult found = beam_search(*model_.model, weights(), batch, ends_, how, {.device = device_});
    Json json = head();
    for (const Hypothesis& h : found.best) {
      const std::string text = added(prompt, h.tokens);
      if (options_.json)
        json["beams"].push_back({{"score", h.score}, {"text", text}, {"ended", h.ended}});
      else
        std::printf("%8.4f  %s%s%s\n", h.score, printable(shown).c_str(), printable(text).c_str(),
                    h.ended ? "" : " …");
    }
    if (options_.json) print_json_object(json);
  }

  const GenerateOptions& options_;
  const Checkpoint& model_;
  const Tokenizer& tokenizer_;
  StopTokens ends_;
  const std::string& prompt_;
  const GeneratePrompt& given_;
  std::optional<Index> step_;
  AttentionDevice* device_;
  RandomStream random_;
};

}  // namespace

void print_generated(const GenerateOptions& options, const Checkpoint& model, const GeneratePrompt& prompt,
                     std::optional<Index> step, AttentionDevice* device) {
  GeneratedText text(options, model, prompt, step, device);
  switch (format_of(model.model->config())) {
    case Format::Stream: return text.continue_text();
    case Format::Pairs:
    case Format::PictureText: return text.answer();
    case Format::WordContext:
      throw std::invalid_argument(
          tr("this model has word vectors and does not write text: see attention-lab similar"));
    case Format::Numbers:
      throw std::invalid_argument(
          tr("this model reproduces numbers and does not write text: see attention-lab trace"));
    case Format::Masked:
    case Format::Labels:
    case Format::Class:
    case Format::Picture:
      throw std::invalid_argument(
          tr("this model classifies and does not write text: see attention-lab classify"));
  }
}

}  // namespace attnlab
