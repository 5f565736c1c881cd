// The model that the Cost view counts: the open one, one of sizes to choose, or one from the literature.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/cost/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/widgets/base/controls.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

struct CountedChoice {
  std::string_view name;  ///< in the option "of"
  const char* title;
};
constexpr CountedChoice kCountedChoices[] = {
    {"model", "This model"}, {"sizes", "Sizes to choose"}, {"known", "Well-known models"}};

std::vector<CostSlider> size_sliders(const CostFrame& frame) {
  const ModelSizes s = sizes_of(frame.config());
  return {
      {.option = "context", .label = "n", .now = s.context, .most = 65536, .tip = "Positions of the text"},
      {.option = "width", .label = "d", .now = s.width, .most = 16384, .tip = "Width of the model"},
      {.option = "layers", .label = "layers", .now = s.layers, .most = 96},
      {.option = "heads",
       .label = "heads",
       .now = s.heads,
       .most = std::min<Index>(s.width, 128),
       .tip = "The next lower number that divides the width"},
      {.option = "key_value_heads",
       .label = "key/value heads",
       .now = s.key_value_heads,
       .most = s.heads,
       .tip = "Fewer than the heads: several of them share keys and values"},
      {.option = "feed_forward",
       .label = "F",
       .now = s.feed_forward,
       .most = 65536,
       .at_least = 0,
       .tip = "Width of the feed-forward network; at the left end there is none"},
      {.option = "vocabulary", .label = "V", .now = s.vocabulary, .most = 1000000, .tip = "Vocabulary"},
      {.option = "window",
       .label = "window",
       .now = s.window == 0 ? s.context : std::min(s.window, s.context),
       .most = s.context,
       .at_most = 0,
       .tip = "Positions that a query sees back from its own; at the right end all"}};
}

/// A button that makes the counted model's sizes those of the sliders.
void draw_take_sizes(const CostFrame& frame) {
  const bool has_sizes = is_transformer(frame.config());
  constexpr std::string_view kWords = "Change its sizes";
  const float width = text_size(fonts().ui, kWords).x + em() * 3,
              right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + width < right) ImGui::SameLine(0, em() * 1.2f);
  if (text_button("cost.sizes", kWords, "A decoder-only Transformer of these sizes, to be changed",
                  {.enabled = has_sizes}))
    frame.emit({"cost.sizes", {frame.known ? std::string(frame.known->name) : "model"}});
}

void draw_known_models(const CostFrame& frame) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (const KnownModel& known : known_models()) {
    const float width = text_size(fonts().ui, known.title).x + em() * 1.8f;
    if (&known != known_models().data() && ImGui::GetItemRectMax().x + em() * 0.4f + width < right)
      ImGui::SameLine(0, em() * 0.4f);
    if (text_button(("cost.known." + std::string(known.name)).c_str(), known.title, nullptr,
                    {.toggled = &known == frame.known}))
      frame.choose("known", std::string(known.name));
  }
}

std::string headline(const CostFrame& frame) {
  const std::string count = format_count(frame.cost().parameters) + " parameters";
  if (frame.choice.of == "sizes") return count;
  return (frame.known ? std::string(frame.known->title) : frame.model.title) + ": " + count;
}

/// "6,320,128 multiplications for 32 positions and 32 of the source".
std::string work_of_pass(const CostFrame& frame) {
  const ModelCost& cost = frame.cost();
  std::string text = format_whole(cost.multiplications()) + " multiplications for " +
                     format_count(cost.positions) + (cost.positions == 1 ? " position" : " positions");
  if (cost.source_positions > 0) text += " and " + format_count(cost.source_positions) + " of the source";
  return text;
}

/// Draws both in one line where there is room.
void draw_headline(const CostFrame& frame) {
  const std::string words = headline(frame), work = work_of_pass(frame);
  const float gap = em(), height = std::ceil(em() * 1.8f), room = ImGui::GetContentRegionAvail().x;
  const ImVec2 title = text_size(fonts().heading, words), detail = text_size(fonts().ui, work);
  const bool one_line = title.x + gap + detail.x < room;
  const Box box = reserve({one_line ? title.x + gap : std::min(title.x + 1, room), height});
  draw_text_in(window_canvas(), fonts().heading, box, theme().palette.text, words);
  tip(architecture_of(frame.config()).title);
  if (one_line) ImGui::SameLine(0, 0);
  const Box after =
      reserve({std::min(detail.x + 1, ImGui::GetContentRegionAvail().x), one_line ? height : em() * 1.4f});
  draw_text_in(window_canvas(), fonts().ui, after, theme().palette.text_dim, work);
}

}  // namespace

void draw_cost_model(const CostFrame& frame) {
  choose_row("cost.of", kCountedChoices, frame.choice.of,
             [&](const std::string& name) { frame.choose("of", name); });
  if (frame.choice.of != "sizes") draw_take_sizes(frame);
  if (frame.known) draw_known_models(frame);
  if (frame.choice.of == "sizes") draw_cost_sliders(frame, size_sliders(frame));
  draw_headline(frame);
}

}  // namespace attnlab
