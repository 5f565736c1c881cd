// Vector sets, found by the sites of parameters and tensors.
#include "core/analysis/vectors/vector_set.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"
#include "core/layers/position_scheme.h"
#include "core/models/architecture_kind.h"
#include "core/models/transformer_parts.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

constexpr std::string_view kComputedPositions = "positions";

bool has_axes(const Site& site, Axis rows, Axis columns) {
  return site.axes.size() == 2 && site.axes[0] == rows && site.axes[1] == columns;
}

/// Whether what is predicted is read off the embedding of the predicted text.
bool embedding_is_output(const Model& model, const Parameter& table) {
  const ModelConfig& config = model.config();
  const Axes& logits = output_sites(config).logits.axes;
  if (!config.tied_output || config.output != "tokens" || logits[logits.size() - 1] != Axis::Vocabulary)
    return false;
  const auto& all = model.parameters().all();
  const auto is_output = [](const Parameter& p) { return p.site == &model_sites::kOutputWeight; };
  if (std::ranges::any_of(all, is_output)) return false;
  const auto embeds = [](const Parameter& p) { return p.site == &input_sites::kEmbeddingWeight; };
  const auto of_target = [&](const Parameter& p) { return embeds(p) && p.place.text() == Text::Target; };
  return of_target(table) || std::ranges::none_of(all, of_target);
}

/// The kind of a parameter's rows; null for a parameter that is no table of vectors.
const VectorKind* kind_of(const Parameter& p) {
  if (p.site == &input_sites::kPositionsWeight) return &kPositionVectors;
  if (p.site == &model_sites::kFeatureWeight) return &kFeatureVectors;
  if (has_axes(*p.site, Axis::Vocabulary, Axis::Feature)) return &kEmbeddingVectors;
  if (has_axes(*p.site, Axis::Vocabulary, Axis::Column)) return &kOutputVectors;
  return nullptr;
}

VectorTable parameter_table(const Model& model, const Parameter& p, const VectorKind& kind) {
  const bool positions = &kind == &kPositionVectors || &kind == &kFeatureVectors;
  VectorTable table{.kind = &kind,
                    .of = positions ? VectorTable::Of::Positions : VectorTable::Of::Entries,
                    .name = p.name,
                    .title = std::string(tr(kind.title)),
                    .source = p.place.text() == Text::Source,
                    .learned = true,
                    .count = p.shape[0],
                    .of_padding = &kind == &kPositionVectors && model.config().padding_token >= 0 ? 1 : 0};
  if (&kind != &kOutputVectors) table.title += " · " + p.place.title();
  if (&kind == &kEmbeddingVectors && embedding_is_output(model, p))
    table.title = tr("{1}, also output vectors", table.title);
  return table;
}

bool are_states(const TraceTensor& tensor) {
  const Axes& axes = tensor.site->axes;
  return !tensor.before_edits && tensor.site->role == Role::Residual && axes.size() == 3 &&
         axes[1] == Axis::Token && axes[2] == Axis::Feature && tensor.shape.last(1) > 1 &&
         tensor.site->shown_by.empty();
}

/// Whether the tensor stands before the layers, or behind all of them.
bool is_around_layers(const TraceTensor& tensor) {
  return tensor.is(input_sites::kInput) ||
         (tensor.place.kind() == PartKind::Norm && layer_around(tensor.place).empty());
}

VectorTable state_table(const TraceTensor& tensor) {
  const Place layer = layer_around(tensor.place);
  std::string where = layer.empty() ? tensor.place.title() : layer.title();
  if (tensor.is(input_sites::kInput)) where = tr("{1} input", where);
  return {.kind = &kStateVectors,
          .of = VectorTable::Of::Tokens,
          .name = tensor.name,
          .title = std::string(tr(kStateVectors.title)) + " · " + where,
          .source = tensor.place.text() == Text::Source,
          .learned = false,
          .count = tensor.shape.last(1)};
}

void append_states(const Trace& trace, std::vector<VectorTable>& tables) {
  const std::vector<TraceTensor>& all = trace.tensors();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!are_states(all[i])) continue;
    const Place layer = layer_around(all[i].place);
    const auto goes_on = [&](const TraceTensor& later) {
      return are_states(later) && layer_around(later.place) == layer;
    };
    const bool last =
        !layer.empty() && std::none_of(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end(), goes_on);
    if (last || is_around_layers(all[i])) tables.push_back(state_table(all[i]));
  }
}

/// The codes of all positions of a model without a table of them: [T,C], on a tape of their own.
std::shared_ptr<const AlignedBuffer> computed_positions(const ModelConfig& config) {
  ParameterLayout layout;
  const Index positions = longest_sequence(config);
  const InputPositionsSize size{positions, config.width, Initializer::zeros(), sine_layout(config)};
  const auto made = position_scheme(config.positions).input(ParameterScope(layout), size);
  Tape tape(Mode::Infer);
  const Variable rows = made->rows(tape, 0, positions);
  return std::make_shared<const AlignedBuffer>(rows.data(), rows.data() + positions * config.width);
}

bool computes_positions(const Model& model) {
  const ModelConfig& config = model.config();
  const auto& all = model.parameters().all();
  return is_transformer(config) && position_scheme(config.positions).where == PositionScheme::Where::Input &&
         std::ranges::find(all, &input_sites::kPositionsWeight, &Parameter::site) == all.end();
}

const TraceTensor& states_in(const TracePtr& trace, const VectorTable& table) {
  if (!trace)
    throw std::invalid_argument(
        tr("there is no forward pass yet that contains these vectors: {1}", table.title));
  return trace->at(table.name);
}

std::vector<std::string> names_of(const Vocabularies& vocabularies, const VectorTable& table, Index count,
                                  const TracePtr& trace) {
  std::vector<std::string> names;
  const Tokenizer& tokenizer = vocabularies.of(table.source);
  const TraceTensor* const states = table.of == VectorTable::Of::Tokens ? &states_in(trace, table) : nullptr;
  for (Index i = 0; i < count; ++i) switch (table.of) {
      case VectorTable::Of::Entries: names.push_back(tokenizer.entry(static_cast<TokenId>(i))); break;
      case VectorTable::Of::Positions:
        names.push_back(i < table.of_padding ? std::string("padding") : std::to_string(i - table.of_padding));
        break;
      case VectorTable::Of::Tokens:
        names.push_back(axis_pieces(*trace, *states, 1)
                            .at(static_cast<std::size_t>(i + first_piece(*trace, *states)))
                            .text);
        break;
    }
  return names;
}

std::string in_lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

Index row_number(std::string_view word, Index count) {
  Index row = -1;
  const auto [end, error] = scan_number(word.data() + 1, word.data() + word.size(), row);
  const bool read = error == std::errc() && end == word.data() + word.size();
  return read && row >= 0 && row < count ? row : -1;
}

}  // namespace

std::vector<VectorTable> vector_tables(const Model& model, const Trace* trace) {
  std::vector<VectorTable> tables;
  for (const VectorKind* kind : kVectorKinds) {
    for (const Parameter& p : model.parameters().all())
      if (kind_of(p) == kind) tables.push_back(parameter_table(model, p, *kind));
    if (kind == &kPositionVectors && computes_positions(model))
      tables.push_back({.kind = kind,
                        .of = VectorTable::Of::Positions,
                        .name = std::string(kComputedPositions),
                        .title = std::string(tr(kind->title)) + " · " + tr("by formula"),
                        .source = architecture_of(model.config()).reads_pictures(),
                        .learned = false,
                        .count = longest_sequence(model.config())});
  }
  if (trace) append_states(*trace, tables);
  return tables;
}

const VectorTable& table_named(const std::vector<VectorTable>& tables, std::string_view name) {
  if (tables.empty()) throw std::invalid_argument(tr("this model does not have vectors to show"));
  if (name.empty()) return tables.front();
  std::vector<std::string> names;
  for (const VectorTable& table : tables) {
    if (table.name == name || table.kind->name == name) return table;
    if (names.empty() || names.back() != table.kind->name) names.emplace_back(table.kind->name);
  }
  for (const VectorTable& table : tables) names.push_back(table.name);
  throw std::invalid_argument(tr("this model does not have vectors {1}", name) + did_you_mean(name, names));
}

KeptRows kept_rows(const Model& model, const VectorTable& table, const SnapshotPtr& snapshot,
                   const TracePtr& trace) {
  if (table.learned) {
    const auto found = model.parameters().find(table.name);
    if (!found) throw std::invalid_argument(tr("this model does not have a parameter {1}", table.name));
    return {rows_of(model.parameters()[*found], snapshot->weights), snapshot};
  }
  if (table.of == VectorTable::Of::Tokens) {
    const TraceTensor& states = states_in(trace, table);
    return {{states.value, states.shape.last()}, trace};
  }
  const auto codes = computed_positions(model.config());
  return {{*codes, model.config().width}, codes};
}

VectorSet vector_set(const Model& model, const Vocabularies& vocabularies, const VectorTable& table,
                     const SnapshotPtr& snapshot, const TracePtr& trace) {
  KeptRows kept = kept_rows(model, table, snapshot, trace);
  std::vector<std::string> names = names_of(vocabularies, table, kept.rows.count(), trace);
  return {table, kept.rows, std::move(names), std::move(kept.owner)};
}

Index find_row(const VectorSet& set, std::string_view word) {
  const std::string lower = in_lower_case(word);
  for (const std::string& form : {std::string(word), lower, " " + std::string(word), " " + lower}) {
    const auto found = std::ranges::find(set.names, form);
    if (found != set.names.end()) return found - set.names.begin();
  }
  return word.starts_with('#') ? row_number(word, set.rows.count()) : -1;
}

Index row_named(const VectorSet& set, std::string_view word) {
  const Index row = find_row(set, word);
  if (row >= 0) return row;
  throw std::invalid_argument(tr("there is no vector of \"{1}\"", word) + did_you_mean(word, set.names));
}

Index position_of_row(const Trace& trace, const VectorTable& table, Index row) {
  if (table.of != VectorTable::Of::Tokens) return row;
  const TraceTensor* const states = trace.find(table.name);
  return states ? row + first_piece(trace, *states) : row;
}

}  // namespace attnlab
