// Where a query attends in the picture: one head large, every head of the attention small, and a small
// picture for each token. Also the rollout over the layers.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/pictures/view_frame.h"
#include "app/state/limits.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr const char* kRolloutSentence = tr_mark(
    "Attention rollout: in each layer, the mean attention of the heads and the residual path count half "
    "each; then the matrices of all layers are multiplied. Feed-forward networks are left out.");

/// "Largest share: patch 1,2 with 21.0 %. [CLS], which is not a patch, has 40.0 %."
std::string share_words(const PicturesFrame& frame, const std::vector<double>& shares) {
  const auto patches = std::span(shares).subspan(frame.grid.first);
  const auto best = std::ranges::max_element(patches) - patches.begin();
  std::string words = tr("Largest share: patch {1} with {2}.",
                         position_name(frame.grid, frame.grid.first + best), format_percent(patches[best]));
  if (frame.grid.first > 0)
    words += " " + tr("[CLS], which is not a patch, has {1}.", format_percent(shares[0]));
  return words;
}

/// Layer by layer, the first on the left. Returns the clicked layer; −1: none.
Index draw_layers(const PicturesFrame& frame, const PictureResults& results, Index chosen, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float side = std::ceil(em() * 8), gap = em() * 0.6f, line = std::ceil(em() * 1.3f);
  double most = 0;
  for (const std::vector<double>& shares : results.rollout)
    most = std::max(most, largest_of_patches(frame.grid, shares));
  Index pressed = -1;
  ImVec2 at = start;
  for (Index layer = 0; layer < std::ssize(results.rollout); ++layer) {
    if (layer > 0 && at.x + side > start.x + width) at = {start.x, at.y + side + line + gap};
    const std::string number = std::to_string(layer);
    if (draw_small_picture(frame.face, {frame.grid, results.rollout[layer], most},
                           box_at({at.x, at.y + line}, {side, side}),
                           {"pictures.layer[0," + number + "]",
                            tr("Show the rollout after layer {1}", number), layer == chosen}))
      pressed = layer;
    draw_text_in(window_canvas(), fonts().small, box_at(at, {side, line}), theme().palette.text_dim,
                 tr("after layer {1}", number), Align::Centre);
    at.x += side + gap;
  }
  const Box legend = draw_cover_legend({start.x, at.y + line + side + em() * 0.3f}, most,
                                       tr("one scale for all layers"), width);
  move_cursor(start);
  ImGui::Dummy({width, legend.max.y - start.y + em() * 0.4f});
  return pressed;
}

const PictureAttention* attention_of_patches(const PicturesFrame& frame) {
  const auto found = std::ranges::find(frame.attentions, true, &PictureAttention::asked_by_patches);
  return found == frame.attentions.end() ? nullptr : &*found;
}

}  // namespace

void draw_picture_rollout(const PicturesFrame& frame) {
  const PictureAttention* const patches = attention_of_patches(frame);
  if (!patches)
    return empty_note(tr("Patches do not attend to each other in this model."),
                      tr("Rollout follows self-attention through the layers."));
  if (!frame.results || frame.results->rollout.empty() || frame.results->grid != frame.grid)
    return empty_note(tr("Computing the rollout…"));
  const PictureResults& results = *frame.results;
  draw_asking(frame, results.followed, true);
  ImGui::SameLine(0, em());
  const std::string made = tr("rollout: {1}", asking_words(frame, *patches, results.followed));
  const Box title =
      reserve({std::min(text_size(fonts().ui_bold, made).x + 2, ImGui::GetContentRegionAvail().x),
               ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, made);
  tip_term("attention rollout", title);
  ImGui::BeginChild("pictures rollout", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const bool beside = room.x > em() * 40;
  const float gap = em() * 1.5f;
  const float side = std::floor(std::clamp(
      beside ? std::min(room.y - em() * 2.2f, room.x * 0.5f - gap) : std::min(room.x - gap, room.y * 0.6f),
      em() * 10, em() * 34));
  const Index layer = clamp_index(frame.model.state.selection.layer, count_of(results.rollout));
  const std::vector<double>& shares = results.rollout[layer];
  const PatchCover cover{frame.grid, shares, largest_of_patches(frame.grid, shares)};
  const Box box = box_at({at.x + 1, at.y + em() * 0.3f}, {side, side});
  const PickedPatch picked = draw_large_picture(
      frame,
      {"pictures.followed", cover, results.followed.all ? -1 : results.followed.query, tr_mark("share")},
      box);
  if (picked.clicked) frame.follow(frame.grid.position(*picked.clicked));
  draw_cover_legend({box.min.x, box.max.y + em() * 0.3f}, cover.most,
                    tr("share, after layer {1}", std::to_string(layer)), side);
  move_cursor(beside ? ImVec2{box.max.x + gap, at.y} : ImVec2{at.x, box.max.y + em() * 2});
  ImGui::BeginGroup();
  const float width = (beside ? room.x - side - gap : room.x) - ImGui::GetStyle().ScrollbarSize;
  draw_picture_note(share_words(frame, shares), width);
  ImGui::Dummy({0, em() * 0.2f});
  const Index pressed = draw_layers(frame, results, layer, width);
  if (pressed >= 0) frame.emit({"select.layer", {std::to_string(pressed)}});
  ImGui::Dummy({0, em() * 0.3f});
  draw_picture_note(tr(kRolloutSentence), width);
  ImGui::EndGroup();
  ImGui::EndChild();
}

namespace {

/// The weights of every head of one kind of attention, for one query.
struct HeadPictures {
  struct One {
    const PictureAttention* attention;
    Index head;
    std::vector<double> weights;
  };
  std::vector<One> all;
  std::vector<const PictureAttention*> layers;  ///< the last layer first
  double most = 0;                              ///< the largest weight of a patch
};

HeadPictures head_pictures(const PicturesFrame& frame, const AskedBy& by) {
  HeadPictures pictures;
  for (const PictureAttention& attention : frame.attentions) {
    if (attention.asked_by_patches != frame.attention->asked_by_patches) continue;
    pictures.layers.insert(pictures.layers.begin(), &attention);
    for (Index head = 0; head < attention.heads(); ++head) {
      pictures.all.push_back({&attention, head, weights_of(attention, frame.grid, head, by)});
      pictures.most = std::max(pictures.most, largest_of_patches(frame.grid, pictures.all.back().weights));
    }
  }
  return pictures;
}

/// An alignment does not have heads.
bool is_of_heads(const PictureAttention& attention) { return attention.weights->shape.rank() == 4; }

/// "head 2 of layer 1", or "alignment".
std::string head_words(const PictureAttention& attention, Index head) {
  if (!is_of_heads(attention)) return tr("alignment");
  return tr("head {1} of layer {2}", std::to_string(head), std::to_string(attention.layer()));
}

std::string show_words(const PictureAttention& attention, Index head) {
  if (!is_of_heads(attention)) return tr("Show the alignment");
  return tr("Show head {1} of layer {2}", std::to_string(head), std::to_string(attention.layer()));
}

/// A choice between the kinds of attention, if there are several.
void draw_kinds(const PicturesFrame& frame) {
  const auto of = [&](bool by_patches) {
    return std::ranges::find(frame.attentions, by_patches, &PictureAttention::asked_by_patches);
  };
  const auto words = of(false), patches = of(true);
  if (words == frame.attentions.end() || patches == frame.attentions.end()) return;
  const std::string names[] = {attention_words(frame, *words), attention_words(frame, *patches)};
  const char* const titles[] = {names[0].c_str(), names[1].c_str()};
  int chosen = frame.attention->asked_by_patches ? 1 : 0;
  if (segmented("pictures.kind", titles, chosen)) {
    const PictureAttention& wanted = chosen == 1 ? *patches : *words;
    if (wanted.weights->place.kind() == PartKind::Attention)
      frame.emit({"select.attention",
                  {std::string(attention_name(attention_of(wanted.weights->place))),
                   std::to_string(frame.model.state.selection.layer)}});
  }
  ImGui::SameLine(0, em());
}

void select_head(const PicturesFrame& frame, const PictureAttention& attention, Index head) {
  if (attention.weights->place.kind() != PartKind::Attention) return;
  frame.emit({"select.attention",
              {std::string(attention_name(attention_of(attention.weights->place))),
               std::to_string(attention.layer()), std::to_string(head)}});
}

/// "Largest weight: patch 1,2 with 0.31. [CLS], which is not a patch, has 0.05."
std::string most_words(const PicturesFrame& frame, const std::vector<double>& weights) {
  const auto patches = std::span(weights).subspan(frame.grid.first);
  const auto best = std::ranges::max_element(patches) - patches.begin();
  std::string words =
      tr("Largest weight: patch {1} with {2}.", position_name(frame.grid, frame.grid.first + best),
         format_number(patches[best], widgets().digits));
  if (frame.grid.first > 0)
    words += " " + tr("[CLS], which is not a patch, has {1}.", format_number(weights[0], widgets().digits));
  return words;
}

/// The head on the stage, large, with its legend. Returns a sentence about it.
std::string draw_head(const PicturesFrame& frame, const AskedBy& by, const Box& box) {
  const Index head = frame.head();
  const std::vector<double> weights = weights_of(*frame.attention, frame.grid, head, by);
  const PatchCover cover{frame.grid, weights, largest_of_patches(frame.grid, weights)};
  const bool by_patches = frame.attention->asked_by_patches;
  const PickedPatch picked =
      draw_large_picture(frame, {"pictures.picture", cover, by_patches && !by.all ? by.query : -1}, box);
  if (picked.clicked) {
    const Index at = frame.grid.position(*picked.clicked);
    if (by_patches) {
      frame.ask(at);
    } else if (!by.all) {
      const CellName cell = frame.attention->cell(head, by.query, at);
      std::string index;
      for (const Index i : cell.index) index += (index.empty() ? "" : ",") + std::to_string(i);
      frame.emit({"inspect.here", {cell.tensor, index}});
    }
  }
  draw_cover_legend({box.min.x, box.max.y + em() * 0.3f}, cover.most, tr("attention weight of this head"),
                    box.width());
  return most_words(frame, weights);
}

/// Rows of layers, the last on top, and columns of heads.
void draw_heads(const PicturesFrame& frame, const HeadPictures& pictures, float width, float height) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const auto heads = float(pictures.layers.front()->heads());
  const float label = text_size(fonts().small, tr("layer {1}", "00")).x + em() * 0.4f, gap = em() * 0.4f,
              line = std::ceil(em() * 1.3f);
  const float rows = float(pictures.layers.size()), low = line + em() * 2;
  const float fit = std::min((width - label) / heads, (height - low) / rows) - gap;
  const float side = std::floor(std::clamp(fit, em() * 3.2f, em() * 9));
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  for (Index h = 0; h < pictures.layers.front()->heads(); ++h)
    draw_text_in(canvas, fonts().small, box_at({at.x + label + float(h) * (side + gap), at.y}, {side, line}),
                 p.text_dim, side > em() * 3.4f ? tr("head {1}", std::to_string(h)) : std::to_string(h),
                 Align::Centre);
  for (const HeadPictures::One& one : pictures.all) {
    const auto row = std::ranges::find(pictures.layers, one.attention) - pictures.layers.begin();
    const ImVec2 corner{at.x + label + float(one.head) * (side + gap),
                        at.y + line + float(row) * (side + gap)};
    if (one.head == 0)
      draw_text_in(canvas, fonts().small, {{at.x, corner.y}, {at.x + label, corner.y + side}}, p.text_dim,
                   tr("layer {1}", std::to_string(one.attention->layer())));
    const bool selected = one.attention == frame.attention && one.head == frame.head();
    const std::string cell = std::to_string(one.attention->layer()) + "," + std::to_string(one.head);
    if (draw_small_picture(frame.face, {frame.grid, one.weights, pictures.most}, box_at(corner, {side, side}),
                           {"pictures.head[" + cell + "]", show_words(*one.attention, one.head), selected}))
      select_head(frame, *one.attention, one.head);
  }
  const float bottom = at.y + line + float(pictures.layers.size()) * (side + gap);
  const Box legend = draw_cover_legend({at.x, bottom}, pictures.most, tr("one scale for all heads"), width);
  move_cursor(at);
  ImGui::Dummy({width, legend.max.y - at.y + em() * 0.4f});
}

/// A small picture for each token, with what is read there and its target.
void draw_words(const PicturesFrame& frame, const AskedBy& by, float width) {
  const float side = std::ceil(em() * 6), gap = em() * 0.6f, line = std::ceil(em() * 1.2f);
  std::vector<std::vector<double>> all;
  double most = 0;
  for (Index q = 0; q < frame.attention->queries(); ++q) {
    all.push_back(weights_of(*frame.attention, frame.grid, frame.head(), {q, false}));
    most = std::max(most, largest_of_patches(frame.grid, all.back()));
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImVec2 at = start;
  for (Index q = 0; q < std::ssize(all); ++q) {
    if (q > 0 && at.x + side > start.x + width) at = {start.x, at.y + side + 2 * line + gap};
    const QueryWords words = query_words(frame, q);
    const Box box = box_at(at, {side, side});
    if (draw_small_picture(
            frame.face, {frame.grid, all[q], most}, box,
            {"pictures.word[0," + std::to_string(q) + "]",
             tr("reads “{1}”, target “{2}”", words.reads, words.target), !by.all && q == by.query}))
      frame.ask(q);
    const Palette& p = theme().palette;
    draw_text_in(window_canvas(), fonts().ui, box_at({at.x, box.max.y}, {side, line}), p.text,
                 words.target.empty() ? "–" : words.target, Align::Centre, Cut::Meant);
    draw_text_in(window_canvas(), fonts().small, box_at({at.x, box.max.y + line}, {side, line}), p.text_dim,
                 tr("after {1}", words.reads), Align::Centre, Cut::Meant);
    at.x += side + gap;
  }
  move_cursor(start);
  ImGui::Dummy({width, at.y + side + 2 * line + gap - start.y});
}

void draw_small_ones(const PicturesFrame& frame, const AskedBy& by, float width, float bottom) {
  const HeadPictures pictures = head_pictures(frame, by);
  if (!frame.attention->asked_by_patches) {
    group_label(tr("each token, {1}", head_words(*frame.attention, frame.head())));
    draw_words(frame, by, width);
  }
  if (pictures.all.size() < 2) return;
  group_label(tr("all layers and heads"));
  draw_heads(frame, pictures, width, bottom - ImGui::GetCursorScreenPos().y);
}

}  // namespace

void draw_picture_attention(const PicturesFrame& frame) {
  if (!frame.attention) return empty_note(tr("Nothing in this model attends to patches."));
  const AskedBy by = asked_by(frame.model.state, *frame.attention);
  draw_kinds(frame);
  draw_asking(frame, by, frame.attention->asked_by_patches);
  ImGui::SameLine(0, em());
  const std::string query = tr("query: {1} · {2}", asking_words(frame, *frame.attention, by),
                               head_words(*frame.attention, frame.head()));
  const float wide = text_size(fonts().ui_bold, query).x + 2;
  if (ImGui::GetContentRegionAvail().x < wide) ImGui::NewLine();
  const Box title = reserve({std::min(wide, ImGui::GetContentRegionAvail().x), ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, query);
  ImGui::BeginChild("pictures attention", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.5f, below = em() * 2.2f;
  const bool beside = room.x > em() * 40;
  const float side = std::floor(std::clamp(
      beside ? std::min(room.y - below, room.x * 0.5f - gap) : std::min(room.x - gap, room.y * 0.6f),
      em() * 10, em() * 34));
  const Box box = box_at({at.x + 1, at.y + em() * 0.3f}, {side, side});
  const std::string words = draw_head(frame, by, box);
  move_cursor(beside ? ImVec2{box.max.x + gap, at.y} : ImVec2{at.x, box.max.y + em() * 2});
  ImGui::BeginGroup();
  const float width = (beside ? room.x - side - gap : room.x) - ImGui::GetStyle().ScrollbarSize;
  draw_picture_note(words, width);
  draw_small_ones(frame, by, width, at.y + room.y);
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
