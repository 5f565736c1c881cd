// The fixed vector: what the encoder passes to the decoder, whatever the length of the source, and what a
// decoder with attention can read in addition.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/alignment/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// "Decoder layer 0, hidden state: 64 numbers, from the last encoder state, at token 7."
std::string handed_words(const AlignmentFrame& frame, const HandedState& state) {
  const std::string layer = std::to_string(state.layer),
                    size = format_count(static_cast<std::int64_t>(state.made.values().size()));
  if (state.reverse.tensor)
    return state.is_cell ? tr("Decoder layer {1}, cell state: {2} numbers, from the last states of both "
                              "directions, at the last and the first token.",
                              layer, size)
                         : tr("Decoder layer {1}, hidden state: {2} numbers, from the last states of both "
                              "directions, at the last and the first token.",
                              layer, size);
  const std::string last = std::to_string(frame.pass.sources());
  return state.is_cell
             ? tr("Decoder layer {1}, cell state: {2} numbers, from the last encoder state, at token {3}.",
                  layer, size, last)
             : tr("Decoder layer {1}, hidden state: {2} numbers, from the last encoder state, at token {3}.",
                  layer, size, last);
}

/// The model with its alignment, or with additive attention if it does not have any.
ModelConfig looking_back(ModelConfig config) {
  if (!alignment_kind(config.alignment).looks_back()) config.alignment = LengthSettings().alignment;
  return config;
}

/// What both decoders can read, by the length of the source.
struct ReadableNumbers {
  std::vector<double> lengths, fixed, attention;

  explicit ReadableNumbers(const ModelConfig& config) {
    const ModelConfig with = looking_back(config);
    for (Index tokens = 1; tokens <= config.context; ++tokens) {
      const SourceNumbers numbers = source_numbers(with, tokens);
      lengths.push_back(double(tokens));
      fixed.push_back(double(numbers.handed));
      attention.push_back(double(numbers.handed + numbers.states));
    }
  }
};

void draw_handed(const AlignmentFrame& frame, float width) {
  const std::vector<HandedState> states = handed_states(frame.trace);
  for (std::size_t k = 0; k < states.size(); ++k) {
    const std::string target = "alignment.handed" + std::to_string(k);
    wrapped_text(fonts().ui, theme().palette.text, handed_words(frame, states[k]), width);
    draw_state_strip(frame, target.c_str(), states[k].made, width);
    ImGui::Dummy({0, em() * 0.3f});
  }
}

void draw_differences(const AlignmentFrame& frame, float width) {
  const ModelConfig& config = frame.trace.config();
  const SourceNumbers numbers = source_numbers(looking_back(config), frame.pass.sources());
  const std::string handed = format_count(numbers.handed), states = format_count(numbers.states),
                    tokens = std::to_string(frame.pass.sources());
  const Colour dim = theme().palette.text_dim;
  wrapped_text(fonts().ui, dim,
               frame.looks_back()
                   ? tr("The decoder starts from these {3} numbers. For each token it also reads a context, "
                        "computed from the {1} numbers in the {2} encoder states. Without attention, it "
                        "would know nothing else about the source.",
                        states, tokens, handed)
                   : tr("These {1} numbers are all that the decoder knows about the source of "
                        "{2} tokens; a source that is twice as long must fit into the same {1} numbers. With "
                        "attention, the decoder would "
                        "also read, for each token, a new "
                        "context computed from the {3} numbers in the {2} encoder states.",
                        handed, tokens, states),
               width);
}

void draw_sizes(const AlignmentFrame& frame, ImVec2 size) {
  const ReadableNumbers numbers(frame.trace.config());
  const std::vector<Series> series{{.name = tr("fixed vector"),
                                    .x = numbers.lengths,
                                    .y = numbers.fixed,
                                    .colour = series_colour(0),
                                    .thickness = 2.4f},
                                   {.name = tr("fixed vector and encoder states"),
                                    .x = numbers.lengths,
                                    .y = numbers.attention,
                                    .colour = series_colour(1),
                                    .thickness = 2.4f}};
  line_plot("sizes", series,
            {.x_title = tr("source tokens, including <eos>"),
             .y_title = tr("numbers that the decoder can read"),
             .size = size,
             .x_values = AxisValues::Whole,
             .y_lo = 0,
             .rules = {{double(frame.pass.sources()), tr("this source")}},
             .target = "alignment.sizes"});
}

}  // namespace

void draw_alignment_fixed(const AlignmentFrame& frame) {
  ImGui::BeginChild("fixed", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.5f;
  const bool beside = room.x > em() * 56;
  const float width = beside ? std::floor((room.x - gap) * 0.52f) : room.x - ImGui::GetStyle().ScrollbarSize;
  ImGui::BeginGroup();
  draw_handed(frame, width);
  draw_differences(frame, width);
  ImGui::EndGroup();
  if (beside) {
    move_cursor({start.x + width + gap, start.y});
  } else {
    ImGui::Dummy({0, em() * 0.4f});
  }
  const float plot = beside ? std::clamp(room.y - em() * 0.5f, em() * 12, em() * 26) : em() * 16;
  draw_sizes(frame, {beside ? room.x - width - gap : width, plot});
  ImGui::EndChild();
}

}  // namespace attnlab
