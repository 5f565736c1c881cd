// Pictures: where a model that reads pictures looks, by which filters it sees, and what it says of a picture
// drawn by hand. Script names: pictures.part[0,i] are the parts.
#include "app/base/format.h"
#include "app/features/pictures/choice.h"
#include "app/features/pictures/view_frame.h"
#include "app/state/limits.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/hover.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/view_page.h"
#include "app/widgets/tokens/token_text.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {

namespace {

struct PicturesPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const PicturesFrame& frame);
  bool of_patches = true;  ///< says nothing where a picture is not read as patches
};
constexpr PicturesPart kPicturesParts[] = {{"attention", "attention", draw_picture_attention},
                                           {"rollout", "rollout", draw_picture_rollout},
                                           {"filters", "filters", draw_patch_filters},
                                           {"positions", "positions", draw_patch_positions},
                                           {"draw", "draw", draw_picture_pad, false}};

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
  if (model.trace->batch().pictures.empty()) return empty_note("This pass read no picture.");
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
  return model.state.choices.of<PicturesChoice>().part == "draw" ? "A drawn picture" : "Pictures";
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
  return attention.asked_by_patches ? "patches look at patches" : "words look at patches";
}

QueryWords query_words(const PicturesFrame& frame, Index query) {
  const auto at = static_cast<std::size_t>(query);
  const auto word = [&](const std::vector<Piece>& pieces) {
    return at < pieces.size() ? display_token(pieces[at].text) : std::string();
  };
  return {word(frame.trace.input_pieces), word(frame.trace.target_pieces)};
}

std::string asking_words(const PicturesFrame& frame, const PictureAttention& attention, const AskedBy& by) {
  if (by.all) return attention.asked_by_patches ? "all patches together" : "all words together";
  if (!attention.asked_by_patches) {
    const QueryWords words = query_words(frame, by.query);
    return "the decoder, which reads “" + words.reads + "”" +
           (words.says.empty() ? "" : " and is to say “" + words.says + "”");
  }
  const bool patch = frame.grid.patch_at(by.query).has_value();
  return (patch ? "patch " : "") + position_name(frame.grid, by.query);
}

void draw_patch_tip(const PicturesFrame& frame, PatchGrid::Place patch, const char* what, double weight) {
  begin_tooltip();
  value_line("patch", position_name(frame.grid, frame.grid.position(patch)));
  value_line("row", std::to_string(patch.row) + " from the top");
  value_line("column", std::to_string(patch.column) + " from the left");
  value_line(what, format_number(weight, widgets().digits), Role::Output);
  end_tooltip();
}

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
  draw_patch_tip(frame, *picked.hovered, large.what, large.cover.weights[static_cast<std::size_t>(at)]);
  return picked;
}

void draw_asking(const PicturesFrame& frame, const AskedBy& by, bool by_patches) {
  if (by_patches && frame.grid.first > 0) {
    if (text_button("pictures.class", "[CLS]", "The class vector asks: what does the class come from?",
                    {.toggled = !by.all && by.query == 0}))
      frame.follow(0);
    ImGui::SameLine(0, em() * 0.4f);
  }
  if (text_button("pictures.mean", by_patches ? "mean of the patches" : "mean of the words",
                  "All of them ask, and each counts as much", {.toggled = by.all}))
    frame.choose("mean", by.all ? "off" : "on");
}

void draw_picture_note(const std::string& text, float width) {
  wrapped_text(fonts().ui, theme().palette.text_dim, text, width);
}

namespace pictures {
extern const ViewPage kPage = {.draw = draw_pictures, .figure_title = pictures_title};
}

}  // namespace attnlab
