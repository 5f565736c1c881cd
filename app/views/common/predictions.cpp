// Top-1 predictions, and pieces as text.
#include "app/views/common/predictions.h"

#include <algorithm>
#include <limits>

#include "app/base/unknown_remark.h"
#include "app/widgets/base/frame_share.h"
#include "app/widgets/heat_map/row_facts.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/ops/loss/cross_entropy.h"

namespace attnlab {
namespace {

constexpr std::string_view kReturn = "↵";

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
    result.append(text.substr(0, at)).append(to);
    text.remove_prefix(at + from.size());
  }
  return result.append(text);
}

/// Predictions where each candidate has its own probability.
std::vector<Prediction> candidate_predictions(const Trace& trace, std::span<const Real> near) {
  std::vector<Prediction> all;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const bool is_near = near[i] > Real(0.5);
    all.push_back({is_near ? 1 : 0, float(is_near ? near[i] : 1 - near[i]), trace.batch().target.at(i)});
  }
  return all;
}

}  // namespace

bool has_task(const ViewModel& model) { return model.training.state != TrainingView::State::None; }

const char* how_to_train(const ViewModel& model) {
  const bool further = model.format == Format::Stream || model.format == Format::Masked;
  return model.trace && further ? tr("Open a text file to continue training this model from its weights.")
                                : tr("To train, open a preset or a text file.");
}

bool is_learnt(const ViewModel& model, std::size_t position) {
  if (model.format == Format::Stream)
    return !model.asks || static_cast<Index>(position) + 1 >= model.trace->question;
  const std::vector<TokenId>& source = model.trace->batch().source;
  if (position >= source.size()) return true;
  if (model.format == Format::Masked)
    return !has_task(model) || source[position] == model.vocabularies->source->mask();
  if (model.format != Format::Labels || model.labelled.empty()) return true;
  return std::ranges::find(model.labelled, source[position]) != model.labelled.end();
}

std::string prediction_words(Format format, const Tokenizer& tokenizer, TokenId token) {
  if (format == Format::WordContext) return token > 0 ? tr("near") : tr("far");
  return tokenizer.entry(token);
}

bool add_predictions(const Trace& trace, std::size_t& cells_left, std::vector<Prediction>& all) {
  const TraceTensor* output = trace.find("output.probabilities");
  if (!output || output->shape.rank() < 2) return true;
  if (format_of(trace.config()) == Format::WordContext) {
    all = candidate_predictions(trace, output->value);
    return true;
  }
  const auto rows = static_cast<std::size_t>(output->shape.last(1)),
             columns = static_cast<std::size_t>(output->shape.last());
  while (all.size() < rows && cells_left > 0) {
    const std::size_t row = all.size();
    const auto probabilities = output->value.subspan(row * columns, columns);
    const std::size_t best = first_largest(probabilities);
    Prediction p{static_cast<TokenId>(best), float(probabilities[best])};
    if (row < trace.batch().target.size()) p.wanted = trace.batch().target[row];
    all.push_back(p);
    cells_left -= std::min(cells_left, measured_cells(columns));
  }
  return all.size() == rows;
}

std::vector<Prediction> predictions(const Trace& trace) {
  std::vector<Prediction> all;
  std::size_t cells = std::numeric_limits<std::size_t>::max();
  add_predictions(trace, cells, all);
  return all;
}

std::string on_one_line(std::string_view text) { return replaced(text, "\n", kReturn); }
std::string with_line_ends(std::string_view text) { return replaced(text, kReturn, "\n"); }

std::string unknown_remark(const std::vector<Piece>& pieces) {
  std::vector<std::string> unknown;
  for (const Piece& piece : pieces)
    if (!piece.known) unknown.push_back("“" + display_token(piece.text) + "”");
  return unknown_remark(unknown);
}

}  // namespace attnlab
