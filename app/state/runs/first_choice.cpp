// First choice: the examples of a task, and text, picture, row and cell with which a model is first looked
// at.
#include "app/state/runs/first_choice.h"

#include <algorithm>
#include <cctype>

#include "app/state/tensor_groups.h"
#include "core/tasks/base/encode.h"
#include "core/tasks/base/hidden_token.h"
#include "core/tasks/base/question.h"
#include "core/tasks/pictures/figures.h"

namespace attnlab {

namespace {

constexpr Index kExamples = 12;
/// The most tokens of the first text shown, so that its matrices are legible.
constexpr std::size_t kFirstTokens = 16;

/// The beginning of a text's first line: at most `most` tokens, cut between words where possible.
std::string shortened(const Tokenizer& tokenizer, const std::string& text, std::size_t most) {
  const std::string line = text.substr(0, text.find('\n'));
  std::size_t fits = 0;
  for (std::size_t end = line.find(' ', 1); fits < line.size(); end = line.find(' ', end + 1)) {
    end = std::min(end, line.size());
    if (tokenizer.encode(line.substr(0, end)).size() > most) break;
    fits = end;
  }
  if (fits > 0) return line.substr(0, fits);
  std::vector<TokenId> ids = tokenizer.encode(line);
  ids.resize(std::min(ids.size(), most));
  return tokenizer.decode(ids);
}

/// The first selection: the cross-attention of an encoder–decoder, where translations align; for a class
/// token, the query of that token.
Selection first_selection(const ModelConfig& config) {
  const std::vector<AttentionKind> attentions = attentions_of(config);
  Selection selection;
  if (!attentions.empty()) selection.attention = attentions.back();
  selection.layer = layers_of(config, selection.attention) - 1;
  if (config.key_value_heads > 0) selection.heads_per_key = config.heads / config.key_value_heads;
  selection.query = has_class_token(config) ? 0 : 1;
  return selection;
}

/// The row to begin at: the usual one, or where nothing counts there, the last that counts for the answer.
Index first_query(const OpenModel& model, const Example& example) {
  const Format format = format_of(model.experiment.preset.model);
  const Index usual = model.start.selection.query;
  if (gives_class(format) || format == Format::WordContext) return usual;
  const std::vector<TokenId> targets = encode_example(format, *model.experiment.vocabularies, example).target;
  const auto counts = [](TokenId target) { return target != kIgnoredTarget; };
  if (usual < count_of(targets) && counts(targets[usual])) return usual;
  const auto last = std::find_if(targets.rbegin(), targets.rend(), counts);
  return last == targets.rend() ? usual : static_cast<Index>(targets.rend() - last) - 1;
}

/// Whether an entry of another program's tokenizer is a word or a part of one, and no sign or name of a
/// token.
bool is_of_letters(const TokenPipeline& pipeline, TokenId id) {
  const std::string text = pipeline.bytes(id);
  const std::size_t first = text.find_first_not_of(' ');
  return text.size() > first + 1 && std::isalpha(static_cast<unsigned char>(text[first]));
}

/// A text for a model without its task: a sentence where the vocabulary has its words, else the first words
/// of the vocabulary; where it has none, the sentence in what it has.
std::string some_text(const Tokenizer& tokenizer, Index context) {
  constexpr std::string_view kSentence = "the cat sat on the mat";
  constexpr std::size_t kTokens = 4, kSentenceTokens = 9;
  const std::size_t most = std::min(kFirstTokens, static_cast<std::size_t>(std::max<Index>(context - 2, 2)));
  if (tokenizer.byte_pairs()) return shortened(tokenizer, std::string(kSentence), most);
  const std::vector<Piece> pieces = tokenizer.pieces(kSentence);
  if (pieces.size() <= std::min(kSentenceTokens, most) && std::ranges::all_of(pieces, &Piece::known))
    return std::string(kSentence);
  std::vector<TokenId> ids;
  for (TokenId id = tokenizer.first_entry(); id < tokenizer.size() && ids.size() < kTokens; ++id)
    if (!tokenizer.pipeline() || is_of_letters(*tokenizer.pipeline(), id)) ids.push_back(id);
  return ids.empty() ? shortened(tokenizer, std::string(kSentence), most) : tokenizer.decode(ids);
}

/// A figure in the middle of a picture as the model reads them.
Example picture_of(std::size_t figure, const ModelConfig& config) {
  static const Figures figures;
  constexpr Real kPaper = Real(0.9), kInk[] = {Real(0.8), Real(0.3), Real(0.2)};
  const Index side = config.picture_size, channels = config.picture_channels;
  const double half = double(side) / 2, radius = half * 0.7;
  Picture picture{channels, side, side, std::vector<Real>(channels * side * side)};
  const auto from_middle = [&](Index at) { return (double(at) + 0.5 - half) / radius; };
  for (Index i = 0; i < channels * side * side; ++i) {
    const Point p{from_middle(i % side), from_middle(i / side % side)};
    const Real share = pixel_share(radius * figures.edge_distance(figure, p));
    picture.pixels[i] = kPaper + share * (kInk[i / (side * side)] - kPaper);
  }
  return {"", "", std::make_shared<const Picture>(std::move(picture))};
}

/// Starts a model without its task on some text of its vocabulary, where it finds hidden tokens on one, or on
/// pictures of figures.
void choose_without_task(OpenModel& model) {
  const Vocabularies& v = *model.experiment.vocabularies;
  const ModelConfig& config = model.experiment.preset.model;
  const Format format = format_of(config);
  model.start.generate_target = v.source || format != Format::Stream;
  if (has_picture(format)) {
    std::vector<Example> pictures;
    for (std::size_t i = 0; i < Figures::names().size(); ++i) pictures.push_back(picture_of(i, config));
    model.pictures = std::make_shared<const std::vector<Example>>(std::move(pictures));
  }
  if (format == Format::Picture) return;
  (v.source ? model.start.source : model.start.target) =
      some_text(v.source ? *v.source : v.target, config.context);
  if (format != Format::Masked || hidden_token(*v.source).empty()) return;
  model.start.source += " " + hidden_token(*v.source);
}

/// Starts a model of pictures on the first, with what is right for it.
void choose_picture(OpenModel& model, const std::vector<Example>& examples) {
  model.pictures = std::make_shared<const std::vector<Example>>(examples);
  if (!writes_answer(format_of(model.experiment.preset.model))) return;
  model.start.target = examples.front().target;
  model.start.selection.query = first_query(model, examples.front());
}

}  // namespace

void choose_first(OpenModel& model) {
  const Experiment& experiment = model.experiment;
  const Format format = format_of(experiment.preset.model);
  model.start.selection = first_selection(experiment.preset.model);
  model.start.chosen.stage = Stage::Softmax;
  if (attentions_of(experiment.preset.model).empty())
    model.start.chosen.shown = {default_tensor(experiment.preset.model), {0, 0, 0}};
  model.pictures = std::make_shared<const std::vector<Example>>();
  if (!experiment.task) return choose_without_task(model);
  model.start.generate_target =
      false;  // the right answer from the first step on: the attention to it sharpens
  const std::vector<Example> examples = experiment.task->validation_examples(kExamples);
  if (has_picture(format)) return choose_picture(model, examples);
  // A text to continue may be long; a question is shown completely, with its answer after it.
  const Tokenizer& tokenizer = experiment.vocabularies->target;
  const auto whole = [&](const Example& e) {
    return e.source.empty() ? shortened(tokenizer, e.target, kFirstTokens) : whole_text(tokenizer, e);
  };
  const Example first = experiment.task->sample_example();
  model.questions = questions_of(*experiment.task, kExamples);
  model.labelled = labelled_tokens(format, *experiment.vocabularies, examples);
  const bool source = has_source(format);
  const auto shown = [&](const Example& e) { return source ? e : Example{"", whole(e), {}}; };
  for (const Example& example : examples) model.examples.push_back(shown(example));
  model.start.source = shown(first).source;
  model.start.answered = model.start.source;
  model.start.target = shown(first).target;
  const bool asks = format == Format::Stream && !first.source.empty();
  model.start.selection.query = first_query(model, asks ? first : shown(first));
}

}  // namespace attnlab
