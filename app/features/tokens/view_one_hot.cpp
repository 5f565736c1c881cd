// One-hot times E: the chosen token's one-hot row beside the embedding table, and the row that it picks.
#include "app/features/tokens/view_one_hot.h"

#include "app/base/format.h"
#include "app/views/common/stage_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/tokens/token_text.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The row of the embeddings at the chosen position: a class vector comes in front of them later.
Index embedding_row(const TokensFrame& frame) {
  const EmbeddingTensors tensors = embedding_tensors(frame.trace, text_of_side(frame.text.side));
  return frame.position() - (tensors.embedding ? first_piece(frame.trace, *tensors.embedding) : 0);
}

const OneHotCache& one_hot_cache(const TokensFrame& frame) {
  OneHotCache& kept = frame.model.remembered<OneHotCache>();
  const Index row = embedding_row(frame);
  if (kept.trace == frame.model.trace_key() && kept.side == frame.text.side && kept.row == row) return kept;
  kept = {frame.model.trace_key(), frame.text.side, row, {}, {}};
  kept.product = one_hot_product(frame.trace, text_of_side(frame.text.side), row);
  if (kept.product)
    kept.scale = shared_scale(matrix_slice(kept.product->table, 0, frame.model.trace_version).view);
  return kept;
}

/// "Position 2 reads “the”, id 17: x is 1 there and 0 at the other 760 entries, so x E is row 17 of E."
std::string one_hot_words(const TokensFrame& frame, const OneHotProduct& p) {
  const std::string place = "Position " + std::to_string(frame.position());
  const auto entries = static_cast<std::int64_t>(p.one_hot.size());
  if (p.id < 0)
    return place + " reads what the vocabulary lacks: x is 0 at all " + format_count(entries) +
           " entries, so x E is 0.";
  const std::string id = std::to_string(p.id);
  return place + " reads “" + entry_words(frame, p.id) + "”, id " + id +
         ": x is 1 there and 0 at the other " + format_count(entries - 1) + " entries, so x E is row " + id +
         " of E" +
         (p.factor == 1 ? "." : ", and the model multiplies it by √C = " + format_number(p.factor, 4) + ".");
}

/// The check of the claim above.
std::string sum_words(const OneHotProduct& p) {
  const std::string all = "Summed over all " + format_count(static_cast<std::int64_t>(p.one_hot.size())) +
                          (p.factor == 1 ? " rows, x E " : " rows, √C · x E ");
  if (p.largest_difference == 0) return all + "is the embedding in the pass to the last bit.";
  return all + "differs from the embedding in the pass by at most " + format_small(p.largest_difference, 3) +
         ".";
}

Formula one_hot_formula(const OneHotProduct& p) {
  using namespace math;
  const Formula x = var("x"), e = var("E");
  std::vector<Formula> parts;
  const bool scaled = p.factor != 1;
  if (scaled) parts = {math::sqrt(var("C")), op("·")};
  parts.insert(parts.end(), {x, e, rel()});
  if (scaled) parts.insert(parts.end(), {math::sqrt(var("C")), op("·")});
  parts.push_back(sum(row({var("v"), rel(), number("0")}), number(std::to_string(p.one_hot.size() - 1)),
                      row({sub(x, "v"), sub(e, "v")})));
  parts.push_back(rel());
  if (scaled && p.id >= 0) parts.insert(parts.end(), {math::sqrt(var("C")), op("·")});
  parts.push_back(p.id < 0 ? number("0") : sub(e, number(std::to_string(p.id))));
  return row(parts);
}

}  // namespace

std::string entry_words(const TokensFrame& frame, TokenId id) {
  const Tokenizer& tokenizer = *frame.cut.levels.own().tokenizer;
  const std::string bytes = bytes_of_entry(tokenizer, id);
  return bytes.empty() ? tokenizer.entry(id) : display_token(bytes);
}

void draw_one_hot(const TokensFrame& frame) {
  const OneHotCache& cache = one_hot_cache(frame);
  if (!cache.product) return empty_note("The text on screen has no embeddings yet.", "Type a text above.");
  const OneHotProduct& p = *cache.product;
  ImGui::BeginChild("onehot", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  wrapped_text(fonts().ui, theme().palette.text, one_hot_words(frame, p));
  draw_formula("formula", one_hot_formula(p),
               {.size = 0.8f, .wrap_width = ImGui::GetContentRegionAvail().x, .target = "tokens.formula"});
  tip_term("one-hot");
  dim_text(sum_words(p) + " Press a number to see where it comes from.");
  ImGui::Dummy({0, em() * 0.2f});
  draw_one_hot_maps(frame, cache);
  ImGui::EndChild();
}

}  // namespace attnlab
