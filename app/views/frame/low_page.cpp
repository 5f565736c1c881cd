// Scrolls a low pane to what its view shows.
#include "app/views/frame/low_page.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "app/widgets/base/context.h"
#include "app/widgets/base/figure.h"

namespace attnlab {
namespace {

/// Heights in em: of a pane that is low, and of the page that it scrolls over.
constexpr float kLowPane = 12, kPage = 34;
/// Frames after which a view's parts have their places.
constexpr int kFramesToSettle = 4;

/// What a pane has begun to show: a change of it begins anew.
struct Begun {
  const Feature* view = nullptr;
  float width = 0, height = 0, em = 0;
  int settled = 0;  ///< frames in which there were parts

  bool shows(const Begun& other) const {
    return view == other.view && width == other.width && height == other.height && em == other.em;
  }
};

struct BegunOfPanes {
  std::array<Begun, 2> panes;
};

/// The first matrix above `bottom`, where the page ends, or else the first part of all: some matrices lie
/// further down in a list that scrolls by itself.
const FigurePart& first_content(std::span<const FigurePart> parts, float bottom) {
  const auto matrix = std::ranges::find_if(parts, [&](const FigurePart& part) {
    return part.kind == FigurePartKind::Matrix && part.box.min.y < bottom;
  });
  return matrix == parts.end() ? parts.front() : *matrix;
}

}  // namespace

LowPage::LowPage(const Feature& view, Pane pane, const ViewModel& model)
    : view_(view),
      pane_(pane),
      model_(model),
      low_(!model.figure && ImGui::GetWindowHeight() < kLowPane * em()) {
  if (!low_) return;
  if (widgets().parts) parts_before_ = widgets().parts->size();
  ImGui::BeginChild("page", {ImGui::GetContentRegionAvail().x, kPage * em()}, false,
                    ImGuiWindowFlags_NoBackground);
}

LowPage::~LowPage() {
  if (!low_) return;
  ImGui::EndChild();
  begin_at_content();
}

void LowPage::begin_at_content() const {
  Begun& begun = model_.remembered<BegunOfPanes>().panes[pane_ == Pane::Second];
  const Begun now{&view_, ImGui::GetWindowWidth(), ImGui::GetWindowHeight(), em()};
  if (!begun.shows(now)) begun = now;
  if (begun.settled >= kFramesToSettle || !widgets().parts || widgets().parts->size() <= parts_before_)
    return;
  ++begun.settled;
  const std::span parts = std::span(*widgets().parts).subspan(parts_before_);
  const float top = first_content(parts, ImGui::GetItemRectMax().y).box.min.y;
  ImGui::SetScrollY(top - ImGui::GetWindowPos().y + ImGui::GetScrollY());
  widgets().animating = true;
}

}  // namespace attnlab
