// Model rows: one object a row.
#include "app/features/models/cli_rows.h"

#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

using ModelsJson = nlohmann::ordered_json;
constexpr int kModelsDecimals = 4;

TokenTable models_table(std::string name, ModelsJson rows) {
  return {std::move(name), std::make_shared<const ModelsJson>(std::move(rows)), kModelsDecimals};
}

std::string spoken_token(const TwoModels& two, const Vocabularies& words, Index token) {
  if (format_of(two.mine->config()) == Format::WordContext) return token > 0 ? "near" : "far";
  return words.target.entry(static_cast<TokenId>(token));
}

void add_said(ModelsJson& row, const std::string& prefix, const std::string& word,
              const SaidAtPosition& said) {
  row[prefix] = word;
  row[prefix + "_probability"] = said.best[0].probability;
  row[prefix + "_loss"] = finite_or_null(said.loss);
}

std::string head_label(const MatchedHead& head) { return head.attention + "#" + std::to_string(head.head); }

void add_match(ModelsJson& row, const std::string& prefix, const HeadMatches& m, Index mine, Index other) {
  row[prefix] = other < 0 ? ModelsJson() : ModelsJson(head_label(m.others[static_cast<std::size_t>(other)]));
  row[prefix + "_overlap"] = other < 0 ? ModelsJson() : finite_or_null(m.at(mine, other));
}

}  // namespace

TokenTable prediction_rows(const TwoModels& two, const Vocabularies& words) {
  ModelsJson rows = ModelsJson::array();
  Index position = 0;
  for (const TwoPredictions& p : two.predictions) {
    ModelsJson row{{"position", position++}};
    row["right"] = p.counts() ? ModelsJson(spoken_token(two, words, p.wanted)) : ModelsJson();
    add_said(row, "this", spoken_token(two, words, p.mine.best[0].token), p.mine);
    add_said(row, "other", spoken_token(two, words, p.other.best[0].token), p.other);
    row["divergence"] = finite_or_null(p.divergence);
    rows.push_back(std::move(row));
  }
  return models_table("predictions", std::move(rows));
}

TokenTable head_rows(const TwoModels& two) {
  ModelsJson rows = ModelsJson::array();
  const HeadMatches& m = two.heads;
  for (Index i = 0; i < static_cast<Index>(m.mine.size()); ++i) {
    ModelsJson row{{"head", head_label(m.mine[static_cast<std::size_t>(i)])}};
    const Index best = m.best_other(i);
    add_match(row, "most_alike", m, i, best);
    row["mutual"] = best >= 0 && m.best_mine(best) == i;
    add_match(row, "same_place", m, i, m.same_other(i));
    rows.push_back(std::move(row));
  }
  return models_table("heads", std::move(rows));
}

TokenTable distance_rows(const std::string& name, const AlignedTensors& aligned) {
  ModelsJson rows = ModelsJson::array();
  for (const AlignedTensor& tensor : aligned.tensors) {
    const VectorDistance& d = tensor.distance;
    rows.push_back({{"tensor", tensor.name},
                    {"difference", d.difference},
                    {"relative", finite_or_null(d.relative())},
                    {"cosine", finite_or_null(d.cosine)},
                    {"largest", d.largest}});
  }
  return models_table(name, std::move(rows));
}

std::vector<TokenTable> model_tables(const TwoModels& two, const Vocabularies& words) {
  std::vector<TokenTable> tables;
  if (two.other) {
    tables.push_back(prediction_rows(two, words));
    tables.push_back(head_rows(two));
  }
  tables.push_back(distance_rows("weights", two.parameters));
  if (two.other) tables.push_back(distance_rows("pass", two.passes));
  return tables;
}

}  // namespace attnlab
