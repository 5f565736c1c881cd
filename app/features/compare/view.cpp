// Compare: this pass and another, tensor by tensor, with the difference as a map of its own.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/compare/choice.h"
#include "app/features/compare/view_frame.h"
#include "app/state/made_commands.h"
#include "app/state/made_edits.h"
#include "app/views/common/predictions.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/stage_text.h"
#include "app/views/common/stale.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/layers/position_scheme.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

using With = Comparison::With;

/// Edits to begin with, each of which takes a part of this model away.
void draw_first_edits(const ViewModel& model, const Emit& emit) {
  wrapped_text(fonts().ui, theme().palette.text,
               "Nothing is edited yet. Take a part away, and see what every number becomes without it:");
  ImGui::Dummy({0, em() * 0.4f});
  const ModelConfig& config = model.trace->config();
  if (!attentions_of(config).empty()) {
    const Selection& s = model.state.selection;
    dim_text(breadcrumb(s, config.causal));
    if (text_button("compare.first.head", "Take head " + std::to_string(s.head) + " out"))
      emit(edit_command(head_edit(s, HeadEdit::How::Zero, config.heads)));
    if (text_button("compare.first.scaling", "Do not divide scores by √d"))
      emit(edit_command(scaling_edit(s)));
    if (hides_keys(*model.trace, attention_prefix(s)) &&
        text_button("compare.first.mask", "Take the mask away"))
      emit(edit_command(mask_edit(s)));
    if (position_scheme(config.positions).encodes_positions() &&
        text_button("compare.first.positions", "Take the positions away"))
      emit(edit_command(SwitchOff{SwitchOff::What::Positions}));
  }
  if (text_button("compare.first.number", "Change a number…")) emit({"panel", {"edits", "on"}});
  ImGui::Dummy({0, em() * 0.4f});
  dim_text("Or choose above to compare with another text, or with weights of another step.");
}

/// The note where there is no comparison yet: why, and what to do.
void draw_no_comparison(const ViewModel& model, const Emit& emit) {
  if (is_stale(model)) return;  // the stage says why
  if (!model.comparison.error.empty())
    return empty_note("The other pass cannot be made: " + model.comparison.error,
                      "Change what it is made of above.");
  if (model.state.comparison.with == With::Edits && model.state.edits.empty())
    return draw_first_edits(model, emit);
  empty_note("The other pass is being recorded …");
}

/// The likeliest tokens up to the predicted end.
std::vector<TokenId> until_end(const Tokenizer& words, const std::vector<Prediction>& all) {
  std::vector<TokenId> ids;
  for (const Prediction& p : all) {
    if (words.has_special_tokens() && p.token == words.eos()) break;
    ids.push_back(p.token);
  }
  return ids;
}

/// "le chat noir", or "positive 83 %": the output of a pass as a whole; "" for an output at each token.
std::string said(const ViewModel& model, const Trace& trace) {
  const Tokenizer& words = model.vocabularies->target;
  const std::vector<Prediction> all = predictions(trace);
  if (writes_answer(model.format))
    return "“" + on_one_line(escaped_text(words.decode(until_end(words, all)))) + "”";
  if (all.empty() || !gives_class(model.format)) return "";
  return "“" + prediction_words(model.format, words, all[0].token) + "” " +
         format_percent(static_cast<double>(all[0].probability), 0);
}

/// The effect of the difference, in one line.
std::string result_text(const ViewModel& model, const TraceDiff& diff) {
  const std::string effect = effect_text(model, diff);
  if (model.state.comparison.with != With::Text || !model.vocabularies) return effect;
  const std::string before = said(model, diff.before()), after = said(model, diff.after());
  if (before.empty()) return effect;
  const SideNames names = side_names(model);
  return names.before + ": " + before + " · " + names.after + ": " + after;
}

/// The cell to compare. Gradients are not compared: the value stands for its gradient.
CellName looked_at(const AppState& state) {
  const CellName cell = chosen_cell(state);
  return is_gradient(cell.tensor) ? value_cell(cell) : cell;
}

struct ComparedDifference {
  CachedMatrix<float> cells;
};

CompareFrame frame_of(const ViewModel& model, const Emit& emit, const TraceTensor& tensor, Index head) {
  return {model,
          emit,
          *model.comparison.diff,
          side_names(model),
          looked_at(model.state),
          sides_of(model.remembered<ComparedDifference>().cells, model, tensor, head)};
}

/// The list beside the maps where both fit, else below them.
void draw_parts(const CompareFrame& frame) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float list = std::clamp(std::floor(room.x * 0.3f), em() * 17, em() * 30), gap = em() * 1.5f;
  if (room.x - list - gap >= em() * 26) {
    draw_compare_list(frame, {list, 0});
    ImGui::SameLine(0, gap);
    return draw_compare_maps(frame, {0, 0});
  }
  const float maps = std::max(std::floor(room.y * 0.68f), em() * 16);
  draw_compare_maps(frame, {0, maps});
  draw_compare_list(frame, {0, std::max(room.y - maps - em() * 0.5f, em() * 9)});
}

void draw_compare(const ViewModel& model, const Emit& emit) {
  if (!model.figure) draw_compare_choice(model, emit);
  if (!model.comparison.diff) return draw_no_comparison(model, emit);
  // The bar of edits shows the effect of edits.
  if (model.figure || model.state.comparison.with != With::Edits)
    wrapped_text(fonts().ui, role_text(Role::Gradient), result_text(model, *model.comparison.diff));
  ImGui::Dummy({0, em() * 0.3f});
  const CellName cell = looked_at(model.state);
  const TraceTensor* tensor = model.trace->find(cell.tensor);
  if (!tensor) return empty_note("This model has no " + cell.tensor + ".", "Choose another one in the map.");
  draw_parts(frame_of(model, emit, *tensor, head_of(cell)));
}

}  // namespace

namespace compare {
extern const ViewPage kPage = {.draw = draw_compare};
}

}  // namespace attnlab
