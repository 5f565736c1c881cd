// Attribution: which words or patches of the input a prediction comes from, by four methods beside each
// other. Also its controls.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/base/noun.h"
#include "app/features/attribution/choice.h"
#include "app/features/attribution/view_frame.h"
#include "app/views/common/position_strip.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {
namespace {

constexpr std::size_t kLikelyWords = 6;

/// What the strips show, worked out again for another pass or position.
struct PredictionStrips {
  TraceKey of{};
  Index position = -1;
  std::vector<std::string> said;  ///< the most probable word at each position
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
                                                {.label = "says",
                                                 .selected = static_cast<int>(frame.prediction.position),
                                                 .positions = false,
                                                 .width = ImGui::GetContentRegionAvail().x - em(),
                                                 .target = "attribution.position"});
  if (strip.clicked >= 0) frame.emit({"attribution.at", {std::to_string(strip.clicked)}});
}

/// The words to choose from: the most probable ones, the right one, and the one that is chosen.
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

/// Returns the word that was clicked; −1: none.
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
  const TokenStripResult strip = token_strip(label, names,
                                             {.label = label,
                                              .strength = strengths,
                                              .strength_name = "probability",
                                              .selected = selected,
                                              .role = Role::Output,
                                              .positions = false,
                                              .target = target});
  return strip.clicked >= 0 ? words[static_cast<std::size_t>(strip.clicked)].word : -1;
}

void draw_words_to_choose(const AttributionFrame& frame, const PredictionStrips& strips) {
  const ChosenPrediction& p = frame.prediction;
  const std::string label(said_noun(frame.model.format).one);
  const TokenId word = draw_word_strip(frame, label.c_str(), "attribution.word",
                                       offered_words(frame, strips, p.word, -1), p.word);
  if (word >= 0) frame.choose("word", std::to_string(word));
  if (!metric_kind(frame.choice.metric).subtracts) return;
  const TokenId against = draw_word_strip(frame, "and not", "attribution.against",
                                          offered_words(frame, strips, p.against, p.word), p.against);
  if (against >= 0) frame.choose("against", std::to_string(against));
}

/// A choice between rows with a title, behind its label, on the same line where there is room.
template <typename Rows>
void choose_attribution_row(const AttributionFrame& frame, const char* option, const char* label,
                            const Rows& rows, const std::string& now) {
  std::vector<const char*> titles;
  int at = 0;
  for (const auto& row : rows) {
    if (row.name == now) at = static_cast<int>(titles.size());
    titles.push_back(row.title.data());
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
  constexpr const char* kTitles[] = {"16 steps", "64 steps", "256 steps"};
  next_on_line(segmented_width(kTitles), em());
  int at = static_cast<int>(std::ranges::find(kSteps, frame.choice.steps) - std::begin(kSteps));
  if (segmented("attribution.steps", kTitles, at)) frame.choose("steps", std::to_string(kSteps[at]));
}

/// "“maison” at position 2, after “la”", or "the class “7”".
std::string prediction_title(const AttributionFrame& frame) {
  const ChosenPrediction& p = frame.attribution->settings.prediction;
  const std::string word = "“" + display_token(frame.word(p.word)) + "”";
  std::string words = word;
  if (metric_kind(frame.attribution->settings.metric).subtracts)
    words += " minus “" + display_token(frame.word(p.against)) + "”";
  if (predictions_of(frame.trace) < 2) return words;
  words += " at position " + std::to_string(p.position);
  const bool follows = !frame.trace.input_pieces.empty();
  const std::vector<Piece>& read = follows ? frame.trace.input_pieces : frame.trace.source_pieces;
  const auto at = static_cast<std::size_t>(p.position);
  if (at >= read.size()) return words;
  return words + (follows ? ", after “" : ", of “") + display_token(read[at].text) + "”";
}

/// "f, the logit of “maison” at position 2, after “la”, is 5.10 (probability 98 %) at step 800, and 0.20 with
/// …".
std::string attribution_summary(const AttributionFrame& frame) {
  const Attributions& a = *frame.attribution;
  const int digits = widgets().digits;
  return "f, the " + std::string(metric_kind(a.settings.metric).title) + " of " + prediction_title(frame) +
         ", is " + format_number(a.metric, digits) + " (probability " + format_percent(a.probability) +
         ") at step " + format_count(a.step) + ", and " + format_number(a.baseline_metric, digits) +
         " with " + std::string(baseline_kind(a.settings.baseline).words) + " for every input.";
}

void draw_attribution_progress(const AttributionFrame& frame) {
  const Attributions& a = *frame.attribution;
  if (a.finished()) return;
  draw_attribution_words("Pass " + format_count(a.done) + " of " + format_count(a.passes) + " …");
}

/// The prediction and the ways to ask. Script names: attribution.position[0,i], attribution.word[0,i],
/// attribution.against[0,i], attribution.metric[0,i], attribution.baseline[0,i], attribution.steps[0,i].
void draw_attribution_controls(const AttributionFrame& frame) {
  if (!frame.model.figure) {
    const PredictionStrips& strips = prediction_strips(frame);
    draw_position_strip(frame, strips);
    draw_words_to_choose(frame, strips);
    choose_attribution_row(frame, "metric", "f", metric_kinds(), frame.choice.metric);
    ImGui::SameLine(0, em());
    choose_attribution_row(frame, "baseline", "baseline", baseline_kinds(), frame.choice.baseline);
    draw_integral_steps(frame);
  }
  if (!frame.attribution) return;
  draw_attribution_words(attribution_summary(frame));
  draw_attribution_progress(frame);
}

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
