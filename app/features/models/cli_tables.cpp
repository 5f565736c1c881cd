// What models prints: making the tables.
#include "app/features/models/cli_tables.h"

#include "core/models/architecture_kind.h"

namespace attnlab::models {
namespace {

std::string spoken_token(const TwoModels& two, const Vocabularies& words, Index token) {
  if (format_of(two.mine->config()) == Format::WordContext) return token > 0 ? "near" : "far";
  return words.target.entry(static_cast<TokenId>(token));
}

std::string label_of(const MatchedHead& head) { return head.attention + "#" + std::to_string(head.head); }

TableCell label_at(const std::vector<MatchedHead>& heads, Index head) {
  return head < 0 ? TableCell() : TableCell(label_of(heads[static_cast<std::size_t>(head)]));
}

TableCell overlap_at(const HeadMatches& m, Index mine, Index other) {
  return other < 0 ? TableCell() : TableCell(m.at(mine, other));
}

Table predictions_table(const TwoModels& two, const Vocabularies& words) {
  Table table("predictions",
              {"position", token_column("right"), token_column("this"), "this_probability", "this_loss",
               token_column("other"), "other_probability", "other_loss", "divergence"});
  const auto spoken = [&](Index token) { return spoken_token(two, words, token); };
  Index position = 0;
  for (const TwoPredictions& p : two.predictions)
    table.add({position++, p.counts() ? TableCell(spoken(p.wanted)) : TableCell(),
               spoken(p.mine.best[0].token), p.mine.best[0].probability, p.mine.loss,
               spoken(p.other.best[0].token), p.other.best[0].probability, p.other.loss, p.divergence});
  return table;
}

Table heads_table(const HeadMatches& m) {
  Table table("heads",
              {"head", "most_alike", "most_alike_overlap", "mutual", "same_place", "same_place_overlap"});
  for (Index i = 0; i < static_cast<Index>(m.mine.size()); ++i) {
    const Index best = m.best_other(i), same = m.same_other(i);
    table.add({label_at(m.mine, i), label_at(m.others, best), overlap_at(m, i, best),
               best >= 0 && m.best_mine(best) == i, label_at(m.others, same), overlap_at(m, i, same)});
  }
  return table;
}

Table distance_table(const char* name, const AlignedTensors& aligned) {
  Table table(name, {"tensor", "difference", "relative", "cosine", "largest"});
  for (const AlignedTensor& tensor : aligned.tensors) {
    const VectorDistance& d = tensor.distance;
    table.add({tensor.name, d.difference, d.relative(), d.cosine, d.largest});
  }
  return table;
}

}  // namespace

std::vector<Table> tables(const TwoModels& two, const Vocabularies& words) {
  if (!two.other) return {distance_table("weights", two.parameters)};
  return {predictions_table(two, words), heads_table(two.heads), distance_table("weights", two.parameters),
          distance_table("pass", two.passes)};
}

}  // namespace attnlab::models
