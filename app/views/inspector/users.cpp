// The users of a number: the tensors computed from it, and their cells by how much they depend on it.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/tensor_words.h"
#include "app/views/inspector/frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/popup_place.h"
#include "core/language/messages.h"
#include "core/models/model_sites.h"

namespace attnlab {

namespace {

/// The most listed cells of a group.
constexpr std::size_t kListed = 12;

struct ListedUser {
  CellName cell;
  double slope = 0;
};

/// The cells of the open group, the cells that change most first; computed again when anything changes. The
/// inspector's trace may be older than the one on screen.
struct OpenUsers {
  TraceKey trace;
  CellName cell;
  std::string tensor;
  std::vector<ListedUser> users;
};

const std::vector<ListedUser>& open_users(const InspectorFrame& frame, const UserGroup& group) {
  OpenUsers& cache = frame.model.remembered<OpenUsers>();
  const TraceKey trace{&frame.trace, frame.model.trace_version};
  const CellName& own = frame.derivation.cell;
  if (cache.trace == trace && cache.cell == own && cache.tensor == group.tensor) return cache.users;
  cache = {trace, own, group.tensor, {}};
  for (const CellName& user : group.cells) cache.users.push_back({user, frame.trace.slope(user, own)});
  std::ranges::stable_sort(cache.users, [](const ListedUser& a, const ListedUser& b) {
    return std::abs(a.slope) > std::abs(b.slope);
  });
  return cache.users;
}

std::string chip_words(const InspectorFrame& frame, const UserGroup& group) {
  const bool gradient = is_gradient(group.tensor);
  const std::string title = gradient ? "∂ " + cell_title(frame.trace, value_name(group.tensor))
                                     : cell_title(frame.trace, group.tensor);
  return group.cells.size() == 1 ? title : title + " × " + format_count(count_of(group.cells));
}

/// One tensor as a small button; true when pressed.
bool draw_chip(const InspectorFrame& frame, const UserGroup& group, std::size_t i, const ImVec2& size) {
  const std::string name = "inspector.users[0," + std::to_string(i) + "]";
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(name.c_str(), size);
  const Box box = box_at(at, size);
  mark(name, box);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  const Palette& p = theme().palette;
  const Role role = tensor_role(frame.trace, group.tensor);
  const Canvas canvas = window_canvas();
  const Colour hot = role == Role::None ? p.raised_hover : role_tint(role);
  canvas.fill(box, hovered ? hot : p.raised, em() * 0.25f);
  draw_text_in(canvas, fonts().small, box, role == Role::None ? p.text : role_text(role, hovered),
               chip_words(frame, group), Align::Centre, Cut::Meant);
  tip(group.cells.size() == 1 ? group.cells[0].text() : tr("{1}: show its cells", group.tensor));
  return pressed;
}

/// One cell that is computed from the inspected one; true when pressed.
bool draw_user(const InspectorFrame& frame, const ListedUser& user, std::size_t i, float width) {
  const std::string name = "inspector.user[" + std::to_string(i) + ",0]";
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{width, std::ceil(em() * 1.45f)};
  const bool pressed = ImGui::InvisibleButton(name.c_str(), size);
  const Box box = box_at(at, size);
  mark(name, box);
  const Canvas canvas = window_canvas();
  const Role role = tensor_role(frame.trace, user.cell.tensor);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) canvas.fill(box, role_tint(role), em() * 0.2f);
  const std::string number = format_small(user.slope, widgets().digits + 1);
  const float left = box.max.x - text_size(fonts().mono, number).x - em() * 0.3f;
  std::string words = index_words(frame.trace, user.cell, frame.model.vocabularies.get());
  if (words.empty()) words = user.cell.text();
  draw_text_in(canvas, fonts().ui, {{box.min.x + em() * 0.3f, box.min.y}, {left - em() * 0.5f, box.max.y}},
               theme().palette.text, words);
  draw_text_in(canvas, fonts().mono, {{left - 1, box.min.y}, {box.max.x - em() * 0.2f, box.max.y}},
               role_text(role, hovered), number, Align::Right);
  return pressed;
}

/// The cells of one tensor, each a link.
void draw_popup(const InspectorFrame& frame, const UserGroup& group) {
  if (key_pressed(parse_key("Escape").key, false)) ImGui::CloseCurrentPopup();
  const std::string place = tensor_place(frame.trace, group.tensor);
  dim_text(tensor_title(frame.trace, group.tensor) + (place.empty() ? "" : " · " + place));
  dim_text(tr("and how much each cell changes per unit of this number"));
  const std::vector<ListedUser>& users = open_users(frame, group);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  for (std::size_t i = 0; i < std::min(users.size(), kListed); ++i) {
    if (!draw_user(frame, users[i], i, em() * 26)) continue;
    frame.emit(inspect_command(users[i].cell));
    ImGui::CloseCurrentPopup();
  }
  ImGui::PopStyleVar();
  if (users.size() <= kListed) return;
  const auto others = static_cast<Index>(users.size() - kListed);
  dim_text(tr_plural("and {1} that changes less", "and {1} that change less", others, format_count(others)));
}

/// Draws the chip, and below it the list that it opens, within the window's width.
void draw_group(const InspectorFrame& frame, std::size_t i, const ImVec2& size, float right) {
  const UserGroup& group = frame.users[i];
  const std::string popup = "users " + group.tensor;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (draw_chip(frame, group, i, size)) {
    if (group.cells.size() == 1) {
      frame.emit(inspect_command(group.cells[0]));
    } else {
      ImGui::OpenPopup(popup.c_str());
    }
  }
  place_next_popup({at, {right, at.y + size.y}});
  if (!ImGui::BeginPopup(popup.c_str())) return;
  draw_popup(frame, group);
  ImGui::EndPopup();
}

const char* none_words(const InspectorFrame& frame) {
  if (frame.gradient()) return tr("no other gradient: it ends here");
  return frame.tensor.is(model_sites::kMeanLoss) ? tr("nothing: this is the end of the forward pass")
                                                 : tr("nothing in this text");
}

}  // namespace

std::vector<UserGroup> grouped(const std::vector<CellName>& users) {
  std::vector<UserGroup> groups;
  for (const CellName& user : users) {
    const auto found = std::ranges::find(groups, user.tensor, &UserGroup::tensor);
    UserGroup& group = found == groups.end() ? groups.emplace_back(UserGroup{user.tensor, {}}) : *found;
    group.cells.push_back(user);
  }
  return groups;
}

void draw_inspector_users(const InspectorFrame& frame) {
  const char* const label = frame.gradient() ? tr("passed on to") : tr("used by");
  const float height = std::ceil(em() * 1.45f), gap = em() * 0.25f;
  ImGui::Dummy({0, em() * 0.1f});
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + ImGui::GetContentRegionAvail().x;
  const float indent = text_size(fonts().small, label).x + em() * 0.5f;
  const Canvas canvas = window_canvas();
  const Palette& p = theme().palette;
  draw_text_in(canvas, fonts().small, {start, {right, start.y + height}}, p.text_dim, label);
  ImVec2 at{start.x + indent, start.y};
  if (frame.users.empty())
    draw_text_in(canvas, fonts().small, {at, {right, at.y + height}}, p.text_dim, none_words(frame));
  for (std::size_t i = 0; i < frame.users.size(); ++i) {
    const UserGroup& group = frame.users[i];
    const float most = right - start.x - indent;
    const ImVec2 size{std::min(text_size(fonts().small, chip_words(frame, group)).x + em() * 0.8f, most),
                      height};
    if (at.x + size.x > right) at = {start.x + indent, at.y + height + gap};
    move_cursor(at);
    draw_group(frame, i, size, right);
    at.x += size.x + gap;
  }
  move_cursor(start);
  ImGui::Dummy({right - start.x, at.y + height - start.y});
}

}  // namespace attnlab
