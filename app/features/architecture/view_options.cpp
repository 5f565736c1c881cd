// The model's options beside its map, with changed options marked, and buttons to train or discard the draft.
// Script names: option.NAME; option.NAME.less and .more of a number; options.more (button).
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/features/architecture/view_frame.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// An option with its label and the heading above it.
struct ShownOption {
  std::string_view name;
  const char* label;
  const char* group;
};

constexpr std::array kOptions{
    ShownOption{"layers", tr_mark("layers"), tr_mark("Size")},
    ShownOption{"width", tr_mark("width"), tr_mark("Size")},
    ShownOption{"heads", tr_mark("heads"), tr_mark("Size")},
    ShownOption{"key_value_heads", tr_mark("key/value heads"), tr_mark("Size")},
    ShownOption{"feed_forward", tr_mark("feed-forward"), tr_mark("Size")},
    ShownOption{"norm", tr_mark("norm"), tr_mark("Norms")},
    ShownOption{"norm_kind", tr_mark("kind"), tr_mark("Norms")},
    ShownOption{"positions", tr_mark("positions"), tr_mark("Attention")},
    ShownOption{"scaled_scores", tr_mark("÷ √d_k"), tr_mark("Attention")},
    ShownOption{"causal", tr_mark("causal mask"), tr_mark("Attention")},
    ShownOption{"window", tr_mark("window"), tr_mark("Attention")},
    ShownOption{"sinks", tr_mark("sinks"), tr_mark("Attention")},
    ShownOption{"activation", tr_mark("activation"), tr_mark("Feed-forward")},
    ShownOption{"experts", tr_mark("experts"), tr_mark("Feed-forward")},
    ShownOption{"cell", tr_mark("cell"), tr_mark("Cells")},
    ShownOption{"bidirectional", tr_mark("bidirectional"), tr_mark("Cells")},
    ShownOption{"alignment", tr_mark("alignment"), tr_mark("Cells")},
    ShownOption{"importance", tr_mark("importance"), tr_mark("Features")},
    ShownOption{"tied_output", tr_mark("tied output"), tr_mark("Output")},
};

/// Width of the labels of the usual options and of the others, in em().
constexpr float kLabelWidth = 7.2f, kOtherLabelWidth = 8.6f;

struct OptionRow {
  const MapFrame& frame;
  const ShownOption& option;
  const Field& field;    ///< of the shown model
  std::string own, now;  ///< the value in training, and the shown one
  float label_width = kLabelWidth;

  bool changed() const { return own != now; }
  std::string id() const { return "option." + std::string(option.name); }
  void set(const std::string& value) const { frame.emit({"model.set", {std::string(option.name), value}}); }
};

void draw_values(const OptionRow& row) {
  std::vector<const char*> labels;
  int chosen = 0;
  for (std::size_t i = 0; i < row.field.choices.size(); ++i) {
    labels.push_back(tr(row.field.choices[i].title.data()));
    if (row.field.choices[i].name == row.now) chosen = static_cast<int>(i);
  }
  const std::string id = row.id();
  const auto value = [&](int i) { return std::string(row.field.choices[i].name); };
  if (segmented_width(labels) <= ImGui::GetContentRegionAvail().x) {
    if (segmented(id.c_str(), labels, chosen)) row.set(value(chosen));
    return;
  }
  const std::string list = id + ".list";
  if (text_button(list.c_str(), Icon::ChevronDown, labels[chosen])) ImGui::OpenPopup(list.c_str());
  if (!ImGui::BeginPopup(list.c_str())) return;
  for (int i = 0; i < static_cast<int>(labels.size()); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {widest(labels, em() * 8), ImGui::GetFontSize()});
    if (ImGui::Selectable((labels[i] + ("###" + value(i))).c_str(), i == chosen, 0, box.size()))
      row.set(value(i));
    mark(id + "." + value(i), box);
  }
  ImGui::EndPopup();
}

/// The number, or what 0 means.
std::string option_number(const OptionRow& row) {
  if (row.now != "0") return row.now;
  const Index usual = usual_number(row.frame.shown.config, row.option.name);
  return usual > 0 ? std::to_string(usual) : row.option.name == "window" ? tr("all") : tr("none");
}

void draw_number(const OptionRow& row) {
  const std::string id = row.id();
  const auto button = [&](const char* suffix, Icon icon, bool up) {
    const Index now = *std::get<Index*>(row.field.value);
    const Index next = next_value(row.frame.shown.config, row.field, up);
    if (icon_button((id + suffix).c_str(), icon, nullptr, {.enabled = next != now, .plain = true}))
      row.set(std::to_string(next));
  };
  button(".less", Icon::Minus, false);
  ImGui::SameLine(0, 0);
  const Box number = reserve({em() * 3, ImGui::GetFrameHeight()});
  draw_text_in(control_canvas(), fonts().mono, number, theme().palette.text, option_number(row),
               Align::Centre);
  ImGui::SameLine(0, 0);
  button(".more", Icon::Plus, true);
}

void draw_slider(const OptionRow& row) {
  const double now = *std::get<double*>(row.field.value);
  float value = float(now);
  if (slider(row.id().c_str(), "", value, float(row.field.minimum), float(row.field.maximum), "%.2f",
             em() * 6))
    row.set(format_exact(std::round(value * 100) / 100));
}

/// Whether the values lie close enough together for a slider of hundredths.
bool fits_slider(const Field& field) {
  return field.maximum <= 10 && (field.minimum == 0 || field.minimum >= 0.01);
}

/// The number that is being typed.
struct TypedNumber {
  std::string option, text;
};

void draw_typed_number(const OptionRow& row) {
  TypedNumber& typed = row.frame.model.remembered<TypedNumber>();
  const bool own = typed.option == row.option.name;
  std::string text = own ? typed.text : row.now;
  text_field(row.id().c_str(), text, "", em() * 6);
  const bool entered = ImGui::IsItemDeactivatedAfterEdit();
  if (ImGui::IsItemActive())
    typed = {std::string(row.option.name), text};
  else if (own)
    typed = {};
  if (entered) row.set(typed_number(text));
}

void draw_value(const OptionRow& row) {
  if (std::holds_alternative<std::string*>(row.field.value)) return draw_values(row);
  if (std::holds_alternative<Index*>(row.field.value)) return draw_number(row);
  if (std::holds_alternative<double*>(row.field.value))
    return fits_slider(row.field) ? draw_slider(row) : draw_typed_number(row);
  bool on = row.now == "true";
  if (toggle(row.id().c_str(), "", on)) row.set(on ? "true" : "false");
}

void draw_label(const OptionRow& row) {
  const Palette& p = theme().palette;
  const Box label = reserve({em() * row.label_width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), row.changed() ? fonts().ui_bold : fonts().ui, label,
               row.changed() ? p.accent : p.text_dim, tr(row.option.label));
  if (!ImGui::IsWindowHovered() || !label.contains(ImGui::GetIO().MousePos)) return;
  begin_tooltip();
  ImGui::TextUnformatted(std::string(tr(row.field.help)).c_str());
  value_line(tr("option"), std::string(row.option.name));
  if (row.changed()) value_line(tr("in training"), row.own);
  end_tooltip();
}

/// Whether the option has a row of its own above the others; errors of the other options are shown at the
/// end.
bool is_shown(std::string_view name) {
  return std::ranges::find(kOptions, name, &ShownOption::name) != kOptions.end();
}

void draw_row(const OptionRow& row) {
  draw_label(row);
  ImGui::SameLine(0, 0);
  draw_value(row);
  const Draft& draft = row.frame.draft;
  if (!draft.error.empty() && draft.field == row.option.name && is_shown(row.option.name))
    wrapped_text(fonts().small, role_text(Role::Gradient), draft.error);
}

std::string parameters_words(const MapFrame& frame) {
  const std::string now = format_count(frame.open.all_parameters);
  if (!frame.is_draft() || frame.shown.all_parameters < 0)
    return tr_plural("{1} parameter", "{1} parameters", frame.open.all_parameters, now);
  return tr_plural("{1} → {2} parameter", "{1} → {2} parameters", frame.shown.all_parameters, now,
                   format_count(frame.shown.all_parameters));
}

void draw_buttons(const MapFrame& frame) {
  const bool possible = frame.draft.error.empty() && has_task(frame.model) && !frame.model.loading;
  if (possible) {
    if (text_button("map.retrain", Icon::Play, tr("Train this model"),
                    tr("Opens the same task with this model, untrained"), {.primary = true}))
      frame.emit({"model.retrain", {}});
    ImGui::SameLine(0, em() * 0.5f);
  }
  if (text_button("map.discard", Icon::Undo, tr("Discard"),
                  tr("Discard the changes and show the model in training")))
    frame.emit({"model.discard", {}});
}

/// The part below the options, which does not scroll.
void draw_end(const MapFrame& frame, float top) {
  const Box edge = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 0.5f)});
  window_canvas().fill({{edge.min.x, top}, {edge.max.x, top + 1}}, theme().palette.border);
  const Palette& p = theme().palette;
  if (!frame.is_draft())
    return wrapped_text(
        fonts().small, p.text_dim,
        has_task(frame.model)
            ? tr("Change an option to see the resulting model on the map. You can then train that model.")
            : tr("Change an option to see the resulting model on the map."));
  const Draft& draft = frame.draft;
  if (!draft.error.empty() && !is_shown(draft.field))
    wrapped_text(fonts().small, role_text(Role::Gradient), draft.error);
  else if (draft.error.empty() && !has_task(frame.model))
    wrapped_text(fonts().small, p.text_dim,
                 tr("This model came without its task, so it cannot be trained here."));
  else
    wrapped_text(fonts().small, p.text_dim, parameters_words(frame));
  ImGui::Dummy({0, em() * 0.1f});
  draw_buttons(frame);
}

/// Whether the options that few models change are shown.
struct OtherOptions {
  bool shown = false;
};

void draw_other_button(OtherOptions& others) {
  ImGui::Dummy({0, em() * 0.3f});
  if (text_button("options.more", others.shown ? Icon::ChevronUp : Icon::ChevronDown,
                  others.shown ? tr("Fewer options") : tr("More options"),
                  tr("Options that are used mainly by models from other programs")))
    others.shown = !others.shown;
}

/// The options without a row in kOptions, by their names. While closed, only the changed ones.
void draw_other_rows(const MapFrame& frame, const Fields& own, const Fields& fields) {
  if (std::ranges::all_of(fields, [](const Field& f) { return is_shown(f.name); })) return;
  OtherOptions& others = frame.model.remembered<OtherOptions>();
  draw_other_button(others);
  for (const Field& field : fields) {
    if (is_shown(field.name)) continue;
    std::string label(field.name);
    std::ranges::replace(label, '_', ' ');
    const ShownOption option{field.name, label.c_str(), ""};
    const OptionRow row{frame,           option, field, option_text(own, field.name), field_text(field),
                        kOtherLabelWidth};
    if (others.shown || row.changed()) draw_row(row);
  }
}

void draw_rows(const MapFrame& frame) {
  ModelConfig open = frame.open.config, shown = frame.shown.config;
  const Fields own = model_fields(open), fields = draft_fields(shown);
  const char* group = "";
  for (const ShownOption& option : kOptions) {
    const auto field = std::ranges::find(fields, option.name, &Field::name);
    if (field == fields.end()) continue;
    if (std::string_view(group) != option.group) group_label(tr(group = option.group));
    draw_row({frame, option, *field, option_text(own, option.name), field_text(*field)});
  }
  draw_other_rows(frame, own, fields);
}

}  // namespace

void draw_map_options(const MapFrame& frame, const Box& box) {
  const float end = std::min(std::ceil(em() * 4.6f), box.height() / 2);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {em() * 0.3f, em() * 0.12f});
  move_cursor(box.min);
  ImGui::BeginChild("options", {box.width(), box.height() - end}, false, ImGuiWindowFlags_NoBackground);
  draw_rows(frame);
  ImGui::EndChild();
  move_cursor({box.min.x, box.max.y - end});
  ImGui::BeginChild("options end", {box.width(), end}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
  draw_end(frame, box.max.y - end);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace attnlab
