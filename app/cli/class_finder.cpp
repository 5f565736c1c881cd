// Classes from one forward pass of a saved model.
#include "app/cli/class_finder.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "app/cli/groups/example_options.h"
#include "app/cli/groups/given_text.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/ops/attention/softmax.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/base/hidden_token.h"
#include "core/tasks/base/question.h"
#include "core/tasks/pictures/picture_file.h"

namespace attnlab {
namespace {

/// Throws for a `format` without classes.
void check_format(Format format) {
  switch (format) {
    case Format::Class:
    case Format::Labels:
    case Format::Masked:
    case Format::Picture: return;
    case Format::WordContext:
      throw std::invalid_argument(
          tr("this model has word vectors and does not classify: see attention-lab similar"));
    case Format::Numbers:
      throw std::invalid_argument(
          tr("this model reproduces numbers and does not classify: see attention-lab trace"));
    case Format::Stream:
    case Format::Pairs:
    case Format::PictureText:
      throw std::invalid_argument(
          tr("this model writes text and does not classify: see attention-lab generate"));
  }
  no_such_kind("format");
}

Example example_for(const ClassifiedInput& input, const ModelConfig& config) {
  const bool pictures = has_picture(format_of(config));
  if (pictures && !input.image) throw std::invalid_argument(tr("this model reads images: give --image FILE"));
  if (!pictures && !input.text) throw std::invalid_argument(tr("this model reads texts: give --text TEXT"));
  if (!pictures) check_utf8("--text", *input.text);
  if (!pictures) return {*input.text, ""};
  return {"", "",
          std::make_shared<const Picture>(
              read_picture(*input.image, config.picture_size, config.picture_channels))};
}

void check_length(const Batch& batch, Index context) {
  if (batch.source_length <= context) return;
  throw std::invalid_argument(tr("the text has {1} tokens, but the model's context is {2}: shorten it",
                                 std::to_string(batch.source_length), std::to_string(context)));
}

std::vector<Finding::Choice> best_of(std::span<const Real> probabilities, const Tokenizer& names, Index top) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order,
                           [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
  order.resize(std::min(order.size(), static_cast<std::size_t>(top)));
  std::vector<Finding::Choice> choices;
  for (const std::size_t i : order)
    choices.push_back({names.entry(static_cast<TokenId>(i)), static_cast<double>(probabilities[i])});
  return choices;
}

/// The probabilities [rows,V] that the model outputs.
std::vector<Real> probabilities_of(const Checkpoint& model, const Batch& batch) {
  Tape tape(Mode::Infer);
  tape.bind(model.model->parameters(), model.state->snapshot->weights.data(), nullptr);
  const Variable probabilities = softmax(tape, model.model->logits(tape, batch));
  return {probabilities.data(), probabilities.data() + probabilities.size()};
}

/// The tokens whose labels the model learned, if it did not learn all.
std::vector<TokenId> labelled_by(const Checkpoint& model, Format format) {
  const std::unique_ptr<const Task> task = format == Format::Labels ? known_task(model.preset) : nullptr;
  if (!task) return {};
  return labelled_tokens(format, *model.vocabularies, task->validation_examples(kKnownExamples));
}

/// Whether the model learned to predict this row: every row of a class, masked tokens, labeled tokens.
bool is_asked(const Batch& batch, std::size_t row, Format format, const Vocabularies& v,
              const std::vector<TokenId>& labelled) {
  if (format == Format::Masked) return batch.source[row] == v.source->mask();
  if (format != Format::Labels || labelled.empty()) return true;
  return std::ranges::find(labelled, batch.source[row]) != labelled.end();
}

/// The texts of the tokens that the model reads, or the entries of special tokens around them; none of an
/// image.
std::vector<std::string> token_names(const Batch& batch, const Vocabularies& v, const Example& example) {
  if (!v.source) return {};
  const std::vector<Piece> pieces = v.source->pieces(example.source);
  const std::size_t before = v.source->frame().before.size();
  std::vector<std::string> names;
  for (const TokenId id : batch.source) names.push_back(v.source->entry(id));
  for (std::size_t i = 0; i < pieces.size() && before + i < names.size(); ++i)
    if (!pieces[i].text.empty()) names[before + i] = pieces[i].text;
  return names;
}

[[noreturn]] void refuse_nothing_asked(Format format, const Vocabularies& v,
                                       const std::vector<TokenId>& labelled) {
  if (format == Format::Masked) refuse_nothing_hidden(*v.source, tr("the text"));
  throw std::invalid_argument(tr("the text does not contain a token that this model labels, such as \"{1}\"",
                                 v.source->entry(labelled.front())));
}

}  // namespace

std::vector<Finding> find_classes(const ClassifiedInput& input, const Checkpoint& model, Index top) {
  const ModelConfig& config = model.model->config();
  const Vocabularies& v = *model.vocabularies;
  const Format format = format_of(config);
  check_format(format);
  const Example example = example_for(input, config);
  const Batch batch = encode_example(format, v, example);
  check_length(batch, config.context);
  if (v.source) note_unknown(v.source->pieces(example.source));
  const std::vector<std::string> tokens = token_names(batch, v, example);
  const std::vector<Real> all = probabilities_of(model, batch);
  const std::size_t width = all.size() / static_cast<std::size_t>(batch.target_length);
  const std::vector<TokenId> labelled = labelled_by(model, format);
  std::vector<Finding> findings;
  for (std::size_t row = 0; row * width < all.size(); ++row) {
    if (!is_asked(batch, row, format, v, labelled)) continue;
    const bool whole = gives_class(format);
    findings.push_back({static_cast<Index>(row), whole ? "" : tokens.at(row),
                        best_of(std::span(all).subspan(row * width, width), v.target, top)});
  }
  if (findings.empty()) refuse_nothing_asked(format, v, labelled);
  return findings;
}

}  // namespace attnlab
