// Attribution: which tokens or patches of the input a prediction comes from, by four methods side by side.
// Also the controls.
#include <algorithm>
#include <cmath>

#include "app/base/by_prediction.h"
#include "app/base/format.h"
#include "app/features/attribution/choice.h"
#include "app/features/attribution/view_frame.h"
#include "app/views/common/position_strip.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr std::size_t kLikelyWords = 6;

/// The content of the strips, computed again for another forward pass or position.
struct PredictionStrips {
  TraceKey of{};
  Index position = -1;
  std::vector<std::string> said;  ///< the most probable token at each position
  std::vector<LikelyWord> likely;
  TokenId right = kIgnoredTarget;
};

const PredictionStrips& prediction_strips(const AttributionFrame& frame) {
  PredictionStrips& strips = frame.model.remembered<PredictionStrips>();
  const Index position = frame.prediction.position;
  if (strips.of == frame.model.trace_key() && strips.position == position) return strips;
  strips = {frame.model.trace_key(), position, {}, likely_words(frame.trace, position, kLikelyWords + 1)};
  for (const Prediction& prediction : predictions(frame.trace)) {
    if (static_cast<Index>(strips.said.size()) == position) strips.right = prediction.wanted;
    strips.said.push_back(frame.word(prediction.token));
  }
  return strips;
}

void draw_position_strip(const AttributionFrame& frame, const PredictionStrips& strips) {
  if (strips.said.size() < 2) return;
  const TokenStripResult strip = position_strip(frame.model, "positions", strips.said,
                                                {.label = tr("predicts"),
                                                 .selected = static_cast<int>(frame.prediction.position),
                                                 .positions = false,
                                                 .width = ImGui::GetContentRegionAvail().x - em(),
                                                 .target = "attribution.position"});
  if (strip.clicked >= 0) frame.emit({"attribution.at", {std::to_string(strip.clicked)}});
}

/// The tokens to choose from: the most probable ones, the correct one, and the chosen one.
std::vector<LikelyWord> offered_words(const AttributionFrame& frame, const PredictionStrips& strips,
                                      TokenId chosen, TokenId not_this) {
  std::vector<LikelyWord> words;
  for (const LikelyWord& likely : strips.likely)
    if (likely.word != not_this && words.size() < kLikelyWords) words.push_back(likely);
  for (const TokenId more : {strips.right, chosen}) {
    if (more < 0 || more == not_this || std::ranges::count(words, more, &LikelyWord::word)) continue;
    const double log_probability = metric_of(frame.trace, metric_kind("log_probability"),
                                             {.position = frame.prediction.position, .word = more});
    words.push_back({more, std::exp(log_probability)});
  }
  return words;
}

/// Returns the token that was clicked; −1: none.
TokenId draw_word_strip(const AttributionFrame& frame, const char* label, const char* target,
                        const std::vector<LikelyWord>& words, TokenId chosen) {
  std::vector<std::string> names;
  std::vector<float> strengths;
  int selected = -1;
  for (const LikelyWord& likely : words) {
    if (likely.word == chosen) selected = static_cast<int>(names.size());
    names.push_back(display_token(frame.word(likely.word)) + "  " + format_percent(likely.probability, 0));
    strengths.push_back(static_cast<float>(likely.probability));
  }
  const TokenStripResult strip = token_strip(target, names,
                                             {.label = label,
                                              .strength = strengths,
                                              .strength_name = tr("probability"),
                                              .selected = selected,
                                              .role = Role::Output,
                                              .positions = false,
                                              .target = target});
  return strip.clicked >= 0 ? words[static_cast<std::size_t>(strip.clicked)].word : -1;
}

void draw_words_to_choose(const AttributionFrame& frame, const PredictionStrips& strips) {
  const ChosenPrediction& p = frame.prediction;
  const char* const label = by_prediction(frame.model.format, tr("token"), tr("label"), tr("class"));
  const TokenId word =
      draw_word_strip(frame, label, "attribution.word", offered_words(frame, strips, p.word, -1), p.word);
  if (word >= 0) frame.choose("word", std::to_string(word));
  if (!metric_kind(frame.choice.metric).subtracts) return;
  const TokenId against = draw_word_strip(frame, tr("minus"), "attribution.against",
                                          offered_words(frame, strips, p.against, p.word), p.against);
  if (against >= 0) frame.choose("against", std::to_string(against));
}

/// A choice between rows with a title, after its label, on the same line if there is room.
template <typename Rows>
void choose_attribution_row(const AttributionFrame& frame, const char* option, const char* label,
                            const Rows& rows, const std::string& now) {
  std::vector<const char*> titles;
  int at = 0;
  for (const auto& row : rows) {
    if (row.name == now) at = static_cast<int>(titles.size());
    titles.push_back(tr(row.title.data()));
  }
  const float width = text_size(fonts().ui, label).x + em() * 0.5f;
  if (ImGui::GetContentRegionAvail().x < width + segmented_width(titles)) ImGui::NewLine();
  const Box box = reserve({width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, label);
  ImGui::SameLine(0, 0);
  if (segmented((std::string("attribution.") + option).c_str(), titles, at))
    frame.choose(option, std::string(rows[static_cast<std::size_t>(at)].name));
}

void draw_integral_steps(const AttributionFrame& frame) {
  constexpr Index kSteps[] = {16, 64, 256};
  const char* const titles[] = {tr("16 steps"), tr("64 steps"), tr("256 steps")};
  next_on_line(segmented_width(titles), em());
  int at = static_cast<int>(std::ranges::find(kSteps, frame.choice.steps) - std::begin(kSteps));
  if (segmented("attribution.steps", titles, at)) frame.choose("steps", std::to_string(kSteps[at]));
}

/// "“maison” at position 2, after “la”", or "the class “7”".
std::string prediction_title(const AttributionFrame& frame) {
  const ChosenPrediction& p = frame.attribution->settings.prediction;
  const std::string word = display_token(frame.word(p.word));
  const std::string words = metric_kind(frame.attribution->settings.metric).subtracts
                                ? tr("“{1}” minus “{2}”", word, display_token(frame.word(p.against)))
                                : "“" + word + "”";
  if (predictions_of(frame.trace) < 2) return words;
  const std::string position = std::to_string(p.position);
  const bool follows = !frame.trace.input_pieces.empty();
  const std::vector<Piece>& read = follows ? frame.trace.input_pieces : frame.trace.source_pieces;
  const auto at = static_cast<std::size_t>(p.position);
  if (at >= read.size()) return tr("{1} at position {2}", words, position);
  const std::string token = display_token(read[at].text);
  return follows ? tr("{1} at position {2}, after “{3}”", words, position, token)
                 : tr("{1} at position {2}, of “{3}”", words, position, token);
}

/// "f, the logit of “maison” at position 2, after “la”, is 5.10 (probability 98 %) at step 800, and 0.20 with
/// …".
std::string attribution_summary(const AttributionFrame& frame) {
  const Attributions& a = *frame.attribution;
  const int digits = widgets().digits;
  return tr("f, the {1} of {2}, is {3} (probability {4}) at step {5}, and {6} with {7} for every input.",
            tr(metric_kind(a.settings.metric).title), prediction_title(frame),
            format_number(a.metric, digits), format_percent(a.probability), format_count(a.step),
            format_number(a.baseline_metric, digits), tr(baseline_kind(a.settings.baseline).words));
}

void draw_attribution_progress(const AttributionFrame& frame) {
  const Attributions& a = *frame.attribution;
  if (a.finished()) return;
  draw_attribution_words(
      tr("Computing: {1} of {2} passes through the model…", format_count(a.done), format_count(a.passes)));
}

/// The prediction and the settings. Script names: attribution.position[0,i], attribution.word[0,i],
/// attribution.against[0,i], attribution.metric[0,i], attribution.baseline[0,i], attribution.steps[0,i].
void draw_attribution_controls(const AttributionFrame& frame) {
  if (!frame.model.figure) {
    const PredictionStrips& strips = prediction_strips(frame);
    draw_position_strip(frame, strips);
    draw_words_to_choose(frame, strips);
    choose_attribution_row(frame, "metric", "f", metric_kinds(), frame.choice.metric);
    ImGui::SameLine(0, em());
    choose_attribution_row(frame, "baseline", tr("baseline"), baseline_kinds(), frame.choice.baseline);
    draw_integral_steps(frame);
  }
  if (!frame.attribution) return;
  draw_attribution_words(attribution_summary(frame));
  draw_attribution_progress(frame);
}

constexpr const char* kTheyDiffer = tr_mark(
    "The methods differ because they answer different questions: about the slope at the input, about the "
    "whole path from the baseline, about removing a single input, or only about attention. You can trust "
    "the answer more if they agree.");

/// An attribution of another forward pass may have other inputs than the trace on screen.
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
  draw_attribution_words(tr(kTheyDiffer), left);
  ImGui::EndGroup();
  if (beside) move_cursor({start.x + left + gap, start.y});
  draw_attribution_agreement(frame, beside ? em() * 26 : std::min(width, em() * 34));
  ImGui::Dummy({0, em() * 0.4f});
}

void draw_attribution_page(const AttributionFrame& frame, const std::string& error) {
  draw_attribution_controls(frame);
  if (!error.empty()) return draw_attribution_words(tr("Could not compute the attributions: {1}", error));
  if (!frame.attribution) return draw_attribution_words(tr("Computing attributions…"));
  draw_attribution_content(frame);
}

void draw_attribution(const ViewModel& model, const Emit& emit) {
  const Trace& trace = *model.trace;
  if (!has_attributions(trace.config())) return empty_note(tr("This model does not predict tokens."));
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
  if (!model.trace || !model.vocabularies || !has_attributions(model.trace->config()))
    return tr("Attribution");
  const ChosenPrediction now =
      attributed_prediction(model.state.choices.of<AttributionChoice>(), *model.trace);
  return tr("Attribution of “{1}”", display_token(model.vocabularies->target.entry(now.word)));
}

/// "2 of 7": the rank of a value among the magnitudes of its method.
std::string place_by_magnitude(const MethodValues& method, double value) {
  const auto larger =
      std::ranges::count_if(method.values, [&](double other) { return std::abs(other) > std::abs(value); });
  return tr("{1} of {2}", std::to_string(larger + 1), std::to_string(method.values.size()));
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
  value_line(row.input->picture ? tr("patch") : tr("token"), display_token(row.text()));
  value_line(tr("position"), std::to_string(row.position()));
  value_line(tr("method"), tr(method.method->title));
  value_line(tr("value"), format_number(value, widgets().digits), Role::Output);
  value_line(tr("formula"), method.method->formula);
  value_line(tr("rank by magnitude"), place_by_magnitude(method, value));
  dim_text(!method.method->is_signed
               ? tr("A share: how much of the attention of the prediction goes back to this input.")
           : value > 0 ? tr("Above zero: evidence for the prediction.")
           : value < 0 ? tr("Below zero: evidence against the prediction.")
                       : tr("Zero: no evidence for or against the prediction."));
  end_tooltip();
}

namespace attribution {
extern const ViewPage kPage = {.draw = draw_attribution, .figure_title = attribution_title};
}

}  // namespace attnlab
