// Attribution: which words or patches of the input a prediction comes from, by four methods beside each
// other.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/attribution/choice.h"
#include "app/features/attribution/results.h"
#include "app/features/attribution/view_frame.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

constexpr const char* kTheyDiffer =
    "The methods answer different questions, so they differ: one asks for the slope here, one for the whole "
    "way "
    "from the baseline, one for the loss of a single word, one for attention alone. Where they agree, the "
    "answer "
    "is worth more.";

/// An attribution of another pass may have other inputs than the trace on screen.
bool fits_pass(const Trace& trace, const Attributions& attribution) {
  const TraceTensor& logits = prediction_logits(trace);
  const ChosenPrediction& p = attribution.settings.prediction;
  if (p.position >= logits.shape.rows() || p.word >= logits.shape.last()) return false;
  for (const AttributedInput& input : attribution.inputs) {
    const TraceTensor* const tensor = trace.find(input.tensor);
    if (!tensor || tensor->shape[1] != input.rows()) return false;
  }
  return true;
}

void draw_attribution_content(const AttributionFrame& frame) {
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = em() * 1.5f;
  draw_attribution_pictures(frame, width);
  draw_attribution_table(frame, width);
  ImGui::Dummy({0, em() * 0.4f});
  const bool beside = width > em() * 62;
  const float left = beside ? std::floor(width - gap - em() * 26) : width;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImGui::BeginGroup();
  draw_attribution_sums(frame, left);
  draw_attribution_words(kTheyDiffer, left);
  ImGui::EndGroup();
  if (beside) move_cursor({start.x + left + gap, start.y});
  draw_attribution_agreement(frame, beside ? em() * 26 : std::min(width, em() * 34));
  ImGui::Dummy({0, em() * 0.4f});
}

void draw_attribution_page(const AttributionFrame& frame, const std::string& error) {
  draw_attribution_controls(frame);
  if (!error.empty()) return draw_attribution_words("This could not be worked out: " + error);
  if (!frame.attribution) return draw_attribution_words("The prediction is being shared out …");
  draw_attribution_content(frame);
}

void draw_attribution(const ViewModel& model, const Emit& emit) {
  const Trace& trace = *model.trace;
  if (!has_attributions(trace.config())) return empty_note("This model predicts no words.");
  const AttributionChoice& choice = model.state.choices.of<AttributionChoice>();
  const AttributionResults* const results = model.found<AttributionResults>();
  AttributionFrame frame{model,  emit, trace, choice, attributed_prediction(choice, trace), patch_grid(trace),
                         nullptr};
  if (results && results->attribution && fits_pass(trace, *results->attribution))
    frame.attribution = results->attribution;
  ImGui::BeginChild("attribution content", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_attribution_page(frame, results ? results->error : "");
  ImGui::EndChild();
}

std::string attribution_title(const ViewModel& model) {
  if (!model.trace || !model.vocabularies || !has_attributions(model.trace->config())) return "Attribution";
  const ChosenPrediction now =
      attributed_prediction(model.state.choices.of<AttributionChoice>(), *model.trace);
  return "Attribution of “" + display_token(model.vocabularies->target.entry(now.word)) + "”";
}

/// "2 of 7": the place of a value among the magnitudes of its method.
std::string place_by_magnitude(const MethodValues& method, double value) {
  const auto larger =
      std::ranges::count_if(method.values, [&](double other) { return std::abs(other) > std::abs(value); });
  return std::to_string(larger + 1) + " of " + std::to_string(method.values.size());
}

}  // namespace

std::string AttributionFrame::word(TokenId id) const {
  return model.vocabularies ? model.vocabularies->target.entry(id) : std::to_string(id);
}

ColourScale attribution_scale() { return {.scale = Scale::Diverging, .mode = RangeMode::PerRow}; }

void draw_attribution_words(const std::string& text, float width) {
  wrapped_text(fonts().ui, theme().palette.text_dim, text, width);
}

void draw_attribution_tip(const AttributionFrame&, const MethodValues& method, const AttributedRow& row) {
  const double value = method.values[row.value];
  begin_tooltip();
  value_line(row.input->picture ? "patch" : "word", display_token(row.text()));
  value_line("position", std::to_string(row.position()));
  value_line("method", method.method->title);
  value_line("value", format_number(value, widgets().digits), Role::Output);
  value_line("formula", method.method->formula);
  value_line("by magnitude", place_by_magnitude(method, value));
  dim_text(!method.method->is_signed ? "A share: how much of this input attention brings here."
           : value > 0               ? "Above zero: it speaks for the prediction."
           : value < 0               ? "Below zero: it speaks against the prediction."
                                     : "Zero: the prediction does not depend on it.");
  end_tooltip();
}

namespace attribution {
extern const ViewPage kPage = {.draw = draw_attribution, .figure_title = attribution_title};
}

}  // namespace attnlab
