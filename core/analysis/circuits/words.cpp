// Word circuits: folded readers and writers between embeddings and logits.
#include "core/analysis/circuits/words.h"

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "core/analysis/circuits/folded.h"
#include "core/language/messages.h"
#include "core/layers/output_layer_kind.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/transformer_parts.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {

namespace {

bool reads_words(const ModelConfig& config, const CircuitHead& head, HeadInput input) {
  return !reads_source_words(head, input) || !has_picture(format_of(config));
}

/// Whether the stack that the head writes to ends in the logits.
bool writes_to_logits(const ModelConfig& config, const CircuitHead& head) {
  return written_by(config, head).stack == &architecture_of(config).last_stack();
}

bool same_entries(const Tokenizer& a, const Tokenizer& b) {
  if (a.size() != b.size()) return false;
  for (TokenId id = 0; id < static_cast<TokenId>(a.size()); ++id)
    if (a.entry(id) != b.entry(id)) return false;
  return true;
}

/// Queries [n,D], as rotary positions turn them `distance` positions behind the key, with the gains of both.
void turn_queries(CircuitCells& queries, Index distance, const RotaryTurns& turns) {
  const Index size = queries.cols();
  for (Index pair = 0; 2 * pair + 1 < size; ++pair) {
    const double angle = rotary_angle(distance, pair, turns);
    const Eigen::VectorXd x = queries.col(2 * pair), y = queries.col(2 * pair + 1);
    const double gain = rotary_gain(pair, turns), c = gain * gain * std::cos(angle),
                 s = gain * gain * std::sin(angle);
    queries.col(2 * pair) = x * c - y * s;
    queries.col(2 * pair + 1) = x * s + y * c;
  }
}

CircuitCells projected(const FoldedWeights& folded, const CircuitHead& head, HeadInput input,
                       std::span<const TokenId> words) {
  const StreamReader reader = folded.reader(head, input);
  CircuitCells made = folded.embeddings(reads_source_words(head, input), words) * reader.weight.transpose();
  made.rowwise() += reader.bias.transpose();
  return made;
}

/// Of each row of `weight` [D,C] the column that makes most of its product with `x` [1,C].
std::vector<Index> largest_columns(const CircuitCells& weight, const CircuitCells& x) {
  std::vector<Index> largest;
  for (Index d = 0; d < weight.rows(); ++d) {
    Index column = 0;
    (weight.row(d).array() * x.row(0).array()).abs().maxCoeff(&column);
    largest.push_back(column);
  }
  return largest;
}

std::vector<Index> features_read(const FoldedWeights& folded, const CircuitHead& head, HeadInput input,
                                 TokenId word) {
  return largest_columns(folded.reader(head, input).weight,
                         folded.embeddings(reads_source_words(head, input), {&word, 1}));
}

/// `row` and `column` are [1,D].
WordPair pair_of(const CircuitCells& row, const std::vector<Index>& row_features, const CircuitCells& column,
                 const std::vector<Index>& column_features) {
  WordPair pair;
  for (Index d = 0; d < row.cols(); ++d) {
    const auto at = static_cast<std::size_t>(d);
    pair.terms.push_back({row(0, d), column(0, d), row_features[at], column_features[at]});
  }
  return pair;
}

WordCircuit word_circuit(std::span<const TokenId> rows, std::span<const TokenId> columns,
                         const CircuitCells& cells) {
  WordCircuit made{{rows.begin(), rows.end()}, {columns.begin(), columns.end()}, {}};
  made.cells.reserve(cells.size());
  for (Index i = 0; i < cells.size(); ++i) made.cells.push_back(float(cells.data()[i]));
  return made;
}

void refuse_circuit(std::string_view why) {
  if (!why.empty()) throw std::invalid_argument(std::string(why));
}

double copying_of(const Eigenvalues& found) {
  double real = 0, magnitude = 0;
  for (const std::complex<double>& value : found.values) {
    real += value.real();
    magnitude += std::abs(value);
  }
  return magnitude > 0 ? real / magnitude : std::numeric_limits<double>::quiet_NaN();
}

/// The square matrix [D,D] whose eigenvalues are those of the words' circuit: A·Uᵀ·E·B has those of B·A·Uᵀ·E.
Copying copying_of_head(const FoldedWeights& folded, const CircuitHead& head, const CircuitCells& said) {
  StreamReader end{said.transpose(), Eigen::VectorXd::Zero(said.cols())};
  folded.fold_to_end(end, written_by(folded.config(), head));
  const CircuitCells square = folded.reader(head, HeadInput::Value).weight * end.weight * folded.writer(head);
  const Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> cells = square.cast<Real>();
  if (!cells.allFinite()) return {head, {}, std::numeric_limits<double>::quiet_NaN()};
  Copying made{head, eigenvalues_of({cells.data(), static_cast<std::size_t>(cells.size())}, cells.rows()), 0};
  made.score = copying_of(made.eigenvalues);
  return made;
}

}  // namespace

bool reads_source_words(const CircuitHead& head, HeadInput input) {
  return head.place.text() == Text::Source || (head.is_cross() && input != HeadInput::Query);
}

std::string_view why_no_looks(const ModelConfig& config, const CircuitHead& head) {
  if (!reads_words(config, head, HeadInput::Query))
    return tr("The queries of this head are patches of a picture, which are not entries of a vocabulary.");
  if (!reads_words(config, head, HeadInput::Key))
    return tr("The keys of this head are patches of a picture, which are not entries of a vocabulary.");
  return "";
}

std::string_view why_no_says(const ModelConfig& config, const CircuitHead& head) {
  if (!reads_words(config, head, HeadInput::Value))
    return tr("The values of this head are patches of a picture, which are not entries of a vocabulary.");
  if (!writes_to_logits(config, head))
    return tr("The encoder's heads do not predict tokens: the decoder's cross-attention reads their output.");
  if (output_layer_kind(config.output_layer).is_there())
    return tr(
        "This head does not write to the logits directly: an output layer with an activation is in between.");
  return "";
}

std::string_view why_no_copying(const ModelConfig& config, const Vocabularies& vocabularies,
                                const CircuitHead& head) {
  if (const std::string_view why = why_no_says(config, head); !why.empty()) return why;
  if (config.head_size() > kMostEigenUnits)
    return tr("Eigenvalues are computed only for heads with at most 256 features.");
  static_assert(kMostEigenUnits == 256, "a sentence says 256");
  if (!same_entries(vocabularies.of(reads_source_words(head, HeadInput::Value)), vocabularies.target))
    return tr("This head reads tokens of one vocabulary and predicts tokens of another, so it cannot copy.");
  return "";
}

WordCircuit looks_of(const Model& model, std::span<const Real> weights, const CircuitHead& head,
                     std::span<const TokenId> queries, std::span<const TokenId> keys, Index distance) {
  const ModelConfig& config = model.config();
  refuse_circuit(why_no_looks(config, head));
  const FoldedWeights folded(model, weights);
  CircuitCells asked = projected(folded, head, HeadInput::Query, queries);
  if (position_scheme(config.positions).rotations && !head.is_cross())
    turn_queries(asked, distance, rotary_turns(config));
  CircuitCells scores = asked * projected(folded, head, HeadInput::Key, keys).transpose();
  if (config.scaled_scores) scores /= std::sqrt(double(config.head_size()));
  return word_circuit(queries, keys, scores);
}

WordCircuit says_of(const Model& model, std::span<const Real> weights, const CircuitHead& head,
                    std::span<const TokenId> read, std::span<const TokenId> said) {
  refuse_circuit(why_no_says(model.config(), head));
  const FoldedWeights folded(model, weights);
  const CircuitCells values = folded.embeddings(reads_source_words(head, HeadInput::Value), read) *
                              folded.reader(head, HeadInput::Value).weight.transpose();
  const StreamReader logits = folded.unembedding(said, written_by(model.config(), head));
  return word_circuit(read, said, values * folded.writer(head).transpose() * logits.weight.transpose());
}

double WordPair::value() const {
  double sum = 0;
  for (const Term& term : terms) sum += term.row * term.column;
  return scale * sum;
}

WordPair looks_pair(const Model& model, std::span<const Real> weights, const CircuitHead& head, TokenId query,
                    TokenId key, Index distance) {
  const ModelConfig& config = model.config();
  refuse_circuit(why_no_looks(config, head));
  const FoldedWeights folded(model, weights);
  CircuitCells asked = projected(folded, head, HeadInput::Query, {&query, 1});
  if (position_scheme(config.positions).rotations && !head.is_cross())
    turn_queries(asked, distance, rotary_turns(config));
  const CircuitCells seen = projected(folded, head, HeadInput::Key, {&key, 1});
  WordPair pair = pair_of(asked, features_read(folded, head, HeadInput::Query, query), seen,
                          features_read(folded, head, HeadInput::Key, key));
  if (config.scaled_scores) pair.scale = 1 / std::sqrt(double(config.head_size()));
  return pair;
}

WordPair says_pair(const Model& model, std::span<const Real> weights, const CircuitHead& head, TokenId read,
                   TokenId said) {
  refuse_circuit(why_no_says(model.config(), head));
  const FoldedWeights folded(model, weights);
  const CircuitCells values = folded.embeddings(reads_source_words(head, HeadInput::Value), {&read, 1}) *
                              folded.reader(head, HeadInput::Value).weight.transpose();
  const CircuitCells logit = folded.unembedding({&said, 1}, written_by(model.config(), head)).weight;
  const CircuitCells writer = folded.writer(head);
  return pair_of(values, features_read(folded, head, HeadInput::Value, read), logit * writer,
                 largest_columns(writer.transpose(), logit));
}

std::vector<Copying> copying_scores(const Model& model, const Vocabularies& vocabularies,
                                    std::span<const Real> weights, const std::function<bool()>& goes_on) {
  const FoldedWeights folded(model, weights);
  std::optional<CircuitCells> said[2];  // of the target's words, and of the source's
  std::vector<Copying> found;
  for (const CircuitHead& head : circuit_heads(model)) {
    if (!why_no_copying(model.config(), vocabularies, head).empty()) continue;
    const bool source = reads_source_words(head, HeadInput::Value);
    if (!said[source]) said[source] = folded.said_by_read(source, goes_on);
    if (!goes_on()) return found;
    found.push_back(copying_of_head(folded, head, *said[source]));
  }
  return found;
}

}  // namespace attnlab
