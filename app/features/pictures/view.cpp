// Pictures: where a model that reads pictures attends, the filters of its patches, and what it predicts for a
// picture drawn by hand. Also what the model outputs for its picture. Script names: pictures.part[0,i] are
// the parts.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/format.h"
#include "app/features/pictures/choice.h"
#include "app/features/pictures/view_frame.h"
#include "app/state/limits.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// The classes in their order; the most probable ones if not all fit.
std::vector<std::size_t> classes_that_fit(std::span<const Real> probabilities, std::size_t room) {
  std::vector<std::size_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() <= room) return order;
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return probabilities[i]; });
  order.resize(room);
  return order;
}

/// The width of the names left of the bars.
float name_width(const PicturesFrame& frame, std::span<const std::size_t> classes, float most) {
  float width = em() * 1.5f;
  for (const std::size_t i : classes)
    width = std::max(
        width, text_size(fonts().ui, frame.model.vocabularies->target.entry(static_cast<TokenId>(i))).x +
                   em() * 0.6f);
  return std::min(std::ceil(width), most);
}

void draw_class_bar(const PicturesFrame& frame, std::size_t id, double probability, const Box& box,
                    float names, bool best) {
  const std::string number = std::to_string(id), target = "pictures.class_bar[0," + number + "]";
  move_cursor(box.min);
  if (ImGui::InvisibleButton(target.c_str(), box.size()))
    frame.emit({"inspect.here", {"output.probabilities", "0,0," + number}});
  tip(tr("Explain this probability"));
  mark(target, box);
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float percent = text_size(fonts().mono_small, "100.0 %").x + em() * 0.6f,
              inset = std::floor(box.height() * 0.18f);
  const Box bar{{box.min.x + names, box.min.y + inset}, {box.max.x - percent, box.max.y - inset}};
  draw_text_in(canvas, best ? fonts().ui_bold : fonts().ui, {box.min, {bar.min.x - em() * 0.4f, box.max.y}},
               best ? p.text : p.text_dim, frame.model.vocabularies->target.entry(static_cast<TokenId>(id)),
               Align::Left, Cut::Meant);
  canvas.fill(bar, ImGui::IsItemHovered() ? p.raised_hover : p.raised, em() * 0.15f);
  const float end = bar.min.x + bar.width() * float(std::clamp(probability, 0.0, 1.0));
  canvas.fill({bar.min, {end, bar.max.y}}, best ? p.accent : faded(p.accent, 0.6f), em() * 0.15f);
  draw_text_in(canvas, fonts().mono_small, {{bar.max.x, box.min.y}, box.max}, best ? p.text : p.text_dim,
               format_percent(probability), Align::Right);
}

void draw_answer_title(const std::string& words, const Box& box) {
  draw_text_in(window_canvas(), fonts().ui_bold, box, theme().palette.text, words);
}

void draw_class_bars(const PicturesFrame& frame, const TraceTensor& output, const Box& box) {
  const float line = std::clamp(std::floor(box.height() / float(output.value.size() + 1)),
                                std::ceil(em() * 1.35f), std::ceil(em() * 1.7f));
  const auto best = static_cast<std::size_t>(std::ranges::max_element(output.value) - output.value.begin());
  draw_answer_title(
      tr("Prediction: “{1}”", frame.model.vocabularies->target.entry(static_cast<TokenId>(best))),
      box_at(box.min, {box.width(), line}));
  const auto room = static_cast<std::size_t>(std::max(box.height() / line - 1, 1.0f));
  const std::vector<std::size_t> classes = classes_that_fit(output.value, room);
  const float names = name_width(frame, classes, box.width() * 0.4f);
  for (std::size_t i = 0; i < classes.size(); ++i)
    draw_class_bar(frame, classes[i], double(output.value[classes[i]]),
                   box_at({box.min.x, box.min.y + line * float(i + 1)}, {box.width(), line - 2}), names,
                   classes[i] == best);
  move_cursor(box.min);
  ImGui::Dummy({box.width(), line * float(classes.size() + 1)});
}

}  // namespace

void draw_picture_answer(const PicturesFrame& frame, const Box& box) {
  const TraceTensor* const output = frame.trace.find("output.probabilities");
  if (output && output->site->axes[1] == Axis::One && frame.model.vocabularies)
    return draw_class_bars(frame, *output, box);
  move_cursor(box.min);
  std::string words;
  if (frame.trace.target_is_generated)
    for (const Piece& piece : frame.trace.target_pieces)
      if (!piece.text.empty()) words += (words.empty() ? "" : " ") + display_token(piece.text);
  draw_picture_note(
      words.empty() ? std::string(tr("This model does not classify pictures.")) : tr("Output: {1}", words),
      box.width());
}

namespace {

struct PicturesPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const PicturesFrame& frame);
  bool of_patches = true;  ///< offered only if the model reads a picture as patches
};
constexpr PicturesPart kPicturesParts[] = {{"attention", tr_mark("attention"), draw_picture_attention},
                                           {"rollout", tr_mark("rollout"), draw_picture_rollout},
                                           {"filters", tr_mark("filters"), draw_patch_filters},
                                           {"positions", tr_mark("positions"), draw_patch_positions},
                                           {"draw", tr_mark("draw"), draw_picture_pad, false}};

PicturesFrame pictures_frame(const ViewModel& model, const Emit& emit, const PatchGrid& grid) {
  PicturesFrame frame{model,
                      emit,
                      *model.trace,
                      model.state.choices.of<PicturesChoice>(),
                      grid,
                      picture_face(*model.trace),
                      picture_attentions(*model.trace)};
  frame.attention = attention_on_stage(model.state, frame.attentions);
  frame.results = model.found<PictureResults>();
  return frame;
}

void draw_pictures(const ViewModel& model, const Emit& emit) {
  if (model.trace->batch().pictures.empty())
    return empty_note(tr("This forward pass did not read a picture."));
  const std::optional<PatchGrid> grid = patch_grid(*model.trace);
  const PatchGrid whole{1, 1, model.trace->config().picture_size, 0};
  const PicturesFrame frame = pictures_frame(model, emit, grid.value_or(whole));
  const PicturesPart& part = choose_row(
      "pictures.part", kPicturesParts, frame.choice.part,
      [&](const std::string& name) { frame.choose("part", name); },
      [&](const PicturesPart& row) { return grid || !row.of_patches; });
  ImGui::Dummy({0, em() * 0.2f});
  part.draw(frame);
}

/// Ties the patches to the tokens of other views, and marks the one under the pointer in any view.
void tie_patches(const PicturesFrame& frame, const Box& box) {
  for (Index at = frame.grid.first; at < frame.grid.positions(); ++at) {
    const Box patch = patch_box(box, frame.grid, *frame.grid.patch_at(at));
    hover_grid({.box = patch, .query_source = true, .first_query = static_cast<int>(at)});
    if (hovered().on({true, static_cast<int>(at)}))
      window_canvas().frame(patch, theme().palette.text, 0, 1.5f);
  }
}

std::string pictures_title(const ViewModel& model) {
  return model.state.choices.of<PicturesChoice>().part == "draw" ? tr("A drawn picture") : tr("Pictures");
}

}  // namespace

void PicturesFrame::ask(Index query) const {
  if (choice.mean) choose("mean", "off");
  emit({"select.query", {std::to_string(query)}});
}

void PicturesFrame::follow(Index position) const {
  const Selection& s = model.state.selection;
  if (s.attention != AttentionKind::EncoderSelf)
    emit({"select.attention",
          {std::string(attention_name(AttentionKind::EncoderSelf)), std::to_string(s.layer)}});
  ask(position);
}

Index PicturesFrame::head() const {
  return attention ? clamp_index(model.state.selection.head, attention->heads()) : 0;
}

std::string attention_words(const PicturesFrame&, const PictureAttention& attention) {
  return attention.asked_by_patches ? tr("patches attend to patches") : tr("tokens attend to patches");
}

QueryWords query_words(const PicturesFrame& frame, Index query) {
  const auto at = static_cast<std::size_t>(query);
  const auto word = [&](const std::vector<Piece>& pieces) {
    return at < pieces.size() ? display_token(pieces[at].text) : std::string();
  };
  return {word(frame.trace.input_pieces), word(frame.trace.target_pieces)};
}

std::string asking_words(const PicturesFrame& frame, const PictureAttention& attention, const AskedBy& by) {
  if (by.all) return attention.asked_by_patches ? tr("mean of all patches") : tr("mean of all tokens");
  if (!attention.asked_by_patches) {
    const QueryWords words = query_words(frame, by.query);
    return words.target.empty() ? tr("decoder at “{1}”", words.reads)
                                : tr("decoder at “{1}”, target “{2}”", words.reads, words.target);
  }
  const std::string name = position_name(frame.grid, by.query);
  return frame.grid.patch_at(by.query) ? tr("patch {1}", name) : name;
}

namespace {

/// Tooltip of a patch: its row and column, and its weight.
void draw_patch_tip(const PicturesFrame& frame, PatchGrid::Place patch, const char* what, double weight) {
  begin_tooltip();
  value_line(tr("patch"), position_name(frame.grid, frame.grid.position(patch)));
  value_line(tr("row"), tr("{1} from the top", std::to_string(patch.row)));
  value_line(tr("column"), tr("{1} from the left", std::to_string(patch.column)));
  value_line(tr(what), format_number(weight, widgets().digits), Role::Output);
  end_tooltip();
}

}  // namespace

PickedPatch draw_large_picture(const PicturesFrame& frame, const LargePicture& large, const Box& box) {
  draw_face(frame.face, box);
  draw_cover(large.cover, box);
  draw_patch_lines(frame.grid, box);
  draw_cover_numbers(large.cover, box);
  const PickedPatch picked = pick_patch(large.name, box, frame.grid);
  tie_patches(frame, box);
  draw_patch_frame(box, frame.grid, large.framed, Role::Query);
  if (!picked.hovered) return picked;
  const Index at = frame.grid.position(*picked.hovered);
  draw_patch_tip(frame, *picked.hovered, large.what, large.cover.weights[at]);
  return picked;
}

void draw_asking(const PicturesFrame& frame, const AskedBy& by, bool by_patches) {
  if (by_patches && frame.grid.first > 0) {
    if (text_button("pictures.class", "[CLS]",
                    tr("Use the class vector as the query: which patches does the class come from?"),
                    {.toggled = !by.all && by.query == 0}))
      frame.follow(0);
    ImGui::SameLine(0, em() * 0.4f);
  }
  if (text_button("pictures.mean", by_patches ? tr("mean of the patches") : tr("mean of the tokens"),
                  tr("The mean over all queries, with equal weights"), {.toggled = by.all}))
    frame.choose("mean", by.all ? "off" : "on");
}

void draw_picture_note(const std::string& text, float width) {
  wrapped_text(fonts().ui, theme().palette.text_dim, text, width);
}

namespace pictures {
extern const ViewPage kPage = {.draw = draw_pictures, .figure_title = pictures_title};
}

}  // namespace attnlab
