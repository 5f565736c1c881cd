// Generation: how the next token is chosen, the cache between passes, and beam search.
// Script names: generation.part[0,i], generation.temperature, generation.top_k, generation.top_p,
// generation.tokens, generation.beams, generation.length_penalty, generation.again, generation.take,
// generation.chips[0,i] (the generated tokens); more in generation_table.cpp, generation_cache.cpp and
// generation_beams.cpp.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/features/generation/choice.h"
#include "app/features/generation/results.h"
#include "app/features/generation/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/predictions.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_strip.h"

namespace attnlab {

std::size_t GenerationFrame::step() const {
  return std::min(static_cast<std::size_t>(choice.step), result.sampled.steps.size() - 1);
}

namespace {

struct GenerationPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const GenerationFrame& frame);
};
constexpr GenerationPart kGenerationParts[] = {{"token", "Next token", draw_token_choice},
                                               {"cache", "KV cache", draw_decoding_cache},
                                               {"beams", "Beam search", draw_beams}};

/// A number with a slider.
struct SliderOption {
  const char* field;
  const char* label;
  const char* brief;  ///< label where there is little room
  double now, lo, hi;
  bool whole;
};

std::vector<SliderOption> options_of(const GenerationChoice& c, Index vocabulary, Index most_tokens) {
  const auto number = [](Index value) { return static_cast<double>(value); };
  const double v = number(vocabulary), most = number(most_tokens);
  const SliderOption tokens{"tokens", "tokens", "tokens", std::min(number(c.tokens), most), 1, most, true};
  if (c.searches())
    return {{"beams", "beams", "beams", number(c.beams), 1, 8, true},
            {"length_penalty", "length penalty α", "α", c.length_penalty, 0, 2, false},
            tokens};
  return {{"temperature", "temperature T", "T", c.temperature, 0, 3, false},
          {"top_k", "top-k (0: all)", "top-k", std::min(number(c.top_k), v), 0, v, true},
          {"top_p", "top-p", "top-p", c.top_p, 0.05, 1, false},
          tokens};
}

void draw_option(const SliderOption& option, bool brief, float width, const Emit& emit) {
  const char* const label = brief ? option.brief : option.label;
  const float rail = width - text_size(fonts().ui, label).x - em() * 4.2f;
  auto value = static_cast<float>(option.now);
  const std::string name = std::string("generation.") + option.field;
  if (!slider(name.c_str(), label, value, static_cast<float>(option.lo), static_cast<float>(option.hi),
              option.whole ? "%.0f" : "%.2f", std::max(rail, em() * 2)))
    return;
  const double rounded = option.whole ? std::round(static_cast<double>(value))
                                      : std::round(static_cast<double>(value) * 100) / 100;
  if (rounded != option.now) emit({"choose", {name, format_exact(static_cast<float>(rounded))}});
}

/// Draws all options on one line, in equal widths.
void draw_options(const std::vector<SliderOption>& options, const Emit& emit) {
  const float gap = em() * 1.4f, room = ImGui::GetContentRegionAvail().x;
  const auto count = static_cast<float>(options.size());
  const float width = std::min((room - gap * (count - 1)) / count, em() * 15), left = ImGui::GetCursorPosX();
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (i) ImGui::SameLine(left + (width + gap) * static_cast<float>(i), 0);
    draw_option(options[i], width < em() * 13, width, emit);
  }
}

std::vector<TokenId> generated(const GenerationFrame& frame) {
  if (frame.choice.searches()) {
    const auto& best = frame.result.beams.best;
    if (best.empty()) return {};
    return best[std::min(static_cast<std::size_t>(frame.choice.hypothesis), best.size() - 1)].tokens;
  }
  std::vector<TokenId> ids;
  for (const DecodingStep& step : frame.result.sampled.steps) ids.push_back(step.token);
  return ids;
}

/// The button that makes the generated text the text on screen.
void draw_take(const GenerationFrame& frame) {
  const bool answers = writes_answer(frame.model.format);
  std::vector<TokenId> all = generated(frame);
  if (!answers)
    all.insert(all.begin(), frame.result.sampled.prompt.begin(), frame.result.sampled.prompt.end());
  if (text_button("generation.take", answers ? "Use as target" : "Use as text",
                  "Look at this text in all views"))
    frame.emit({"text.target", {on_one_line(frame.tokenizer.decode(all))}});
}

void draw_strip(const GenerationFrame& frame) {
  const auto& steps = frame.result.sampled.steps;
  std::vector<std::string> names;
  std::vector<float> chances;
  for (const DecodingStep& step : steps) {
    names.push_back(frame.name(step.token));
    chances.push_back(static_cast<float>(step.chance));
  }
  const TokenStripResult drawn = token_strip("generated", names,
                                             {.label = "generated",
                                              .strength = chances,
                                              .strength_name = "chance",
                                              .selected = static_cast<int>(frame.step()),
                                              .positions = ImGui::GetContentRegionAvail().y > em() * 22,
                                              .target = "generation.chips"});
  if (drawn.clicked < 0) return;
  frame.choose("step", std::to_string(drawn.clicked));
  frame.choose("rank", "0");
}

/// Draws the buttons at the right end of the line of parts.
void draw_buttons(const GenerationFrame& frame) {
  ImGui::SameLine(0, em() * 1.2f);
  if (!frame.choice.searches()) {
    if (text_button("generation.again", Icon::Reset, "Draw again", "The same chances, other random numbers"))
      frame.choose("seed", std::to_string(frame.choice.seed + 1));
    ImGui::SameLine(0, em() * 0.5f);
  }
  draw_take(frame);
}

void draw_result(const GenerationFrame& frame, const GenerationPart& part) {
  if (!frame.model.state.edits.empty())
    dim_text("The edits are not in effect here: the model generates as it is.");
  if (frame.choice.searches()) {
    if (frame.result.choice.searches()) part.draw(frame);
    return;
  }
  if (frame.result.sampled.steps.empty()) return;
  draw_strip(frame);
  ImGui::Dummy({0, em() * 0.1f});
  part.draw(frame);
}

void draw_generation(const ViewModel& model, const Emit& emit) {
  const GenerationChoice& choice = model.state.choices.of<GenerationChoice>();
  const GenerationPart& part =
      choose_row("generation.part", kGenerationParts, choice.part, [&](const std::string& name) {
        emit({"choose", {"generation.part", name}});
      });
  const ModelConfig& config = model.trace->config();
  const std::vector<SliderOption> options =
      options_of(choice, config.target_vocabulary, std::min<Index>(config.context, 128));
  if (!model.analyses->of<GenerationResult>()) {
    draw_options(options, emit);
    const std::string& error = model.analyses->error<GenerationResult>();
    return error.empty() ? empty_note("The model is writing …") : empty_note(error);
  }
  const GenerationFrame frame{model, emit, *model.analyses->of<GenerationResult>(), choice,
                              model.vocabularies->target};
  draw_buttons(frame);
  draw_options(options, emit);
  draw_result(frame, part);
}

}  // namespace

namespace generation {
extern const ViewPage kPage = {.draw = draw_generation};
}

}  // namespace attnlab
