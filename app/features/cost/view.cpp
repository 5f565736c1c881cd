// Cost: the parameters, work, memory and time of a model. Also the model that is counted, tables and sliders.
// Script names: cost.part[0,i] are the parts, cost.of[0,i] which model is counted, cost.known.NAME a model
// from the literature, cost.sizes takes a model's sizes; sliders have the names of options: cost.context,
// cost.width, cost.layers, cost.heads, cost.key_value_heads, cost.feed_forward, cost.vocabulary, cost.window;
// more in layers.cpp, attention.cpp and seconds.cpp.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/cost/choice.h"
#include "app/features/cost/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

struct CountedChoice {
  std::string_view name;  ///< in the option "of"
  const char* title;
};
constexpr CountedChoice kCountedChoices[] = {{"model", tr_mark("This model")},
                                             {"sizes", tr_mark("Custom sizes")},
                                             {"known", tr_mark("Well-known models")}};

std::vector<CostSlider> size_sliders(const CostFrame& frame) {
  const ModelSizes s = sizes_of(frame.config());
  return {
      {.option = "context",
       .label = "n",
       .now = s.context,
       .most = 65536,
       .tip = tr("Number of positions in the text")},
      {.option = "width", .label = "d", .now = s.width, .most = 16384, .tip = tr("Width of the model")},
      {.option = "layers", .label = tr("layers"), .now = s.layers, .most = 96},
      {.option = "heads",
       .label = tr("heads"),
       .now = s.heads,
       .most = std::min<Index>(s.width, 128),
       .tip = tr("Rounded down to a divisor of the width")},
      {.option = "key_value_heads",
       .label = tr("key/value heads"),
       .now = s.key_value_heads,
       .most = s.heads,
       .tip = tr("With fewer than one per head, several heads share keys and values")},
      {.option = "feed_forward",
       .label = "F",
       .now = s.feed_forward,
       .most = 65536,
       .at_least = 0,
       .tip = tr("Width of the feed-forward network; none at the left end")},
      {.option = "vocabulary",
       .label = "V",
       .now = s.vocabulary,
       .most = 1000000,
       .tip = tr("Size of the vocabulary")},
      {.option = "window",
       .label = tr("window"),
       .now = s.window == 0 ? s.context : std::min(s.window, s.context),
       .most = s.context,
       .at_most = 0,
       .tip = tr("Number of positions that a query sees, counting back from its own; all at the right end")}};
}

/// A button that gives the sliders the sizes of the counted model.
void draw_take_sizes(const CostFrame& frame) {
  const bool has_sizes = is_transformer(frame.config());
  const char* const label = tr("Change the sizes");
  const float width = text_size(fonts().ui, label).x + em() * 3,
              right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  if (ImGui::GetItemRectMax().x + width < right) ImGui::SameLine(0, em() * 1.2f);
  if (text_button("cost.sizes", label, tr("Starts a custom decoder-only Transformer with these sizes"),
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
  const std::string count = format_count(frame.cost().parameters);
  if (frame.choice.of == "sizes") return tr("{1} parameters", count);
  return tr("{1}: {2} parameters", frame.known ? std::string(frame.known->title) : frame.model.title, count);
}

/// "6,320,128 multiplications for 32 positions and a source of 32".
std::string work_of_pass(const CostFrame& frame) {
  const ModelCost& cost = frame.cost();
  const std::string work = format_whole(cost.multiplications()), positions = format_count(cost.positions);
  if (cost.source_positions == 0)
    return tr_plural("{1} multiplications for {2} position", "{1} multiplications for {2} positions",
                     cost.positions, work, positions);
  return tr_plural("{1} multiplications for {2} position and a source of {3}",
                   "{1} multiplications for {2} positions and a source of {3}", cost.positions, work,
                   positions, format_count(cost.source_positions));
}

/// Draws both on one line if there is room.
void draw_headline(const CostFrame& frame) {
  const std::string words = headline(frame), work = work_of_pass(frame);
  const float gap = em(), height = std::ceil(em() * 1.8f), room = ImGui::GetContentRegionAvail().x;
  const ImVec2 title = text_size(fonts().heading, words), detail = text_size(fonts().ui, work);
  const bool one_line = title.x + gap + detail.x < room;
  const Box box = reserve({one_line ? title.x + gap : std::min(title.x + 1, room), height});
  draw_text_in(window_canvas(), fonts().heading, box, theme().palette.text, words);
  tip(tr(architecture_of(frame.config()).title));
  if (one_line) ImGui::SameLine(0, 0);
  const Box after =
      reserve({std::min(detail.x + 1, ImGui::GetContentRegionAvail().x), one_line ? height : em() * 1.4f});
  draw_text_in(window_canvas(), fonts().ui, after, theme().palette.text_dim, work);
}

/// Draws the choice of the model that is counted, and its sizes.
void draw_cost_model(const CostFrame& frame) {
  choose_row("cost.of", kCountedChoices, frame.choice.of,
             [&](const std::string& name) { frame.choose("of", name); });
  if (frame.choice.of != "sizes") draw_take_sizes(frame);
  if (frame.known) draw_known_models(frame);
  if (frame.choice.of == "sizes") draw_cost_sliders(frame, size_sliders(frame));
  draw_headline(frame);
}

constexpr float kRowHeight = 1.45f, kColumnGap = 1.5f;  // em

ImFont* font_of(const CostTable& table, std::size_t column) {
  return column < table.texts ? fonts().ui : fonts().mono_small;
}

std::vector<float> column_widths(const CostTable& table) {
  std::vector<float> widths;
  for (std::size_t i = 0; i < table.heads.size(); ++i) {
    float width = text_size(fonts().small, table.heads[i]).x;
    for (const CostTable::Row& row : table.rows)
      width = std::max(width, text_size(font_of(table, i), row.cells[i]).x);
    widths.push_back(std::ceil(width) + 2);
  }
  return widths;
}

/// Draws one cell per column from `at` on.
template <typename Draw>
void draw_cells(const CostTable& table, ImVec2 at, const std::vector<float>& widths, const Draw& draw) {
  for (std::size_t i = 0; i < widths.size(); ++i) {
    draw(i, box_at(at, {widths[i], em() * kRowHeight}), i < table.texts ? Align::Left : Align::Right);
    at.x += widths[i] + em() * kColumnGap;
  }
}

void draw_table_row(const CostTable& table, const CostTable::Row& row, const Box& box,
                    const std::vector<float>& widths) {
  const Palette& p = theme().palette;
  if (row.sum) window_canvas().fill({box.min, {box.max.x, box.min.y + 1}}, p.border);
  draw_cells(table, box.min, widths, [&](std::size_t i, const Box& cell, Align align) {
    draw_text_in(window_canvas(), font_of(table, i), cell, i == 0 || row.sum ? p.text : p.text_dim,
                 row.cells[i], align);
  });
}

/// A round number: three binary digits, such as 12, 14, 16, 20.
Index round_size(double value) {
  const double step = std::exp2(std::max(0.0, std::floor(std::log2(std::max(value, 1.0))) - 3));
  return static_cast<Index>(std::llround(std::round(value / step) * step));
}

/// The chosen size if the slider is at `value`.
Index chosen_at(const CostSlider& s, float value) {
  const Index size = std::clamp(round_size(double(value)), s.least, s.most);
  if (size == s.least && s.at_least >= 0) return s.at_least;
  return size == s.most && s.at_most >= 0 ? s.at_most : size;
}

void draw_cost_slider(const CostFrame& frame, const CostSlider& s, float width) {
  const std::string name = std::string("cost.") + s.option;
  const auto least = float(s.least), most = float(std::max(s.most, s.least + 1));
  const float texts = text_size(fonts().ui, s.label).x + em() * 1.2f +
                      text_size(fonts().mono, std::to_string(std::max(s.most, s.least + 1))).x;
  auto value = float(s.now);
  if (slider(name.c_str(), s.label, value, least, most, "%.0f", std::max(width - texts, em() * 2), true))
    if (const Index chosen = chosen_at(s, value); chosen != s.now)
      frame.choose(s.option, std::to_string(chosen));
  if (!s.tip.empty()) tip(s.tip);
}

}  // namespace

void draw_cost_sliders(const CostFrame& frame, std::span<const CostSlider> sliders) {
  const float gap = em() * 1.4f, room = ImGui::GetContentRegionAvail().x, left = ImGui::GetCursorPosX();
  const auto most = float(sliders.size());
  const float columns =
      std::clamp(std::floor((room + gap) / (em() * 11.5f + gap)), 1.0f, std::min(most, 4.0f));
  const float width = std::min(std::floor((room - gap * (columns - 1)) / columns), em() * 20);
  for (std::size_t i = 0; i < sliders.size(); ++i) {
    const std::size_t column = i % static_cast<std::size_t>(columns);
    if (column > 0) ImGui::SameLine(left + (width + gap) * float(column), 0);
    draw_cost_slider(frame, sliders[i], width);
  }
}

void draw_cost_table(const CostTable& table) {
  const std::vector<float> widths = column_widths(table);
  float width = -em() * kColumnGap;
  for (const float column : widths) width += column + em() * kColumnGap;
  const float line = std::ceil(em() * kRowHeight);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_cells(table, at, widths, [&](std::size_t i, const Box& cell, Align align) {
    draw_text_in(window_canvas(), fonts().small, cell, theme().palette.text_dim, table.heads[i], align);
  });
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Box box = box_at({at.x, at.y + line * float(i + 1)}, {width, line});
    move_cursor(box.min);
    ImGui::Dummy(box.size());
    if (!table.rows[i].tip.empty()) tip(table.rows[i].tip);
    draw_table_row(table, table.rows[i], box, widths);
  }
  const Box all = box_at(at, {width, line * float(table.rows.size() + 1)});
  mark_part(table.name, table.title, all);
  move_cursor(at);
  ImGui::Dummy(all.size());
}

namespace {

/// Lines end before the edge, so that they never make the window scroll to the side.
void draw_cost_lines(ImFont* font, Colour colour, const std::string& text) {
  wrapped_text(font, colour, text, std::max(ImGui::GetContentRegionAvail().x - em() * 0.8f, em() * 8));
}

}  // namespace

void draw_cost_note(const std::string& text) {
  draw_cost_lines(fonts().small, theme().palette.text_dim, text);
}

void draw_cost_fact(const std::string& what, const std::string& value) {
  group_label(what);
  draw_cost_lines(fonts().ui, theme().palette.text, value);
}

std::string values_text(Index values) {
  const auto count = double(values);
  return tr("{1}: {2} in float32, {3} in 16 bits", format_count(values), format_bytes(4 * count),
            format_bytes(2 * count));
}

namespace {

struct CostPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const CostFrame& frame);
};
constexpr CostPart kCostParts[] = {{"parameters", tr_mark("Parameters"), draw_cost_parameters},
                                   {"layers", tr_mark("Layers"), draw_cost_layers},
                                   {"attention", tr_mark("Attention"), draw_cost_attention},
                                   {"seconds", tr_mark("Seconds"), draw_cost_seconds}};

/// The counts of the model that was counted last.
struct LastCounted {
  const KnownModel* known = nullptr;
  std::optional<CountedModel> counted;
};

CountedModel count_model(const ModelConfig& config, const KnownModel* known) {
  const auto made = make_model(config);
  CountedModel counted{config, count_cost(config, made->parameters(), config.context),
                       parameter_lines(config, made->parameters()), 0, count_pass(config, config.context)};
  if (known && !known->agrees(counted.cost.parameters))
    counted.fitting_vocabulary = vocabulary_for(config, known->parameters);
  return counted;
}

const CountedModel& counted_of(const ViewModel& model, const ModelConfig& config, const KnownModel* known) {
  LastCounted& last = model.remembered<LastCounted>();
  if (!last.counted || last.known != known || last.counted->config != config)
    last = {known, count_model(config, known)};
  return *last.counted;
}

void draw_cost(const ViewModel& model, const Emit& emit) {
  const CostChoice& choice = model.state.choices.of<CostChoice>();
  const KnownModel* known = choice.of == "known" ? &known_model(choice.known) : nullptr;
  const CostFrame frame{model, emit, choice, known,
                        counted_of(model, counted_config(choice, model.trace->config()), known)};
  const CostPart& part = choose_row("cost.part", kCostParts, choice.part,
                                    [&](const std::string& name) { frame.choose("part", name); });
  draw_cost_model(frame);
  ImGui::BeginChild("cost", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  part.draw(frame);
  ImGui::EndChild();
}

}  // namespace

namespace cost {
extern const ViewPage kPage = {.draw = draw_cost, .of_pass = false};
}

}  // namespace attnlab
