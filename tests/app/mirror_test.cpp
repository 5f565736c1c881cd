// The mirror: what is turned around, what keeps its direction, and where the pointer is.
#include "app/widgets/base/mirror.h"

#include <gtest/gtest.h>
#include <imgui.h>

#include <functional>
#include <vector>

#include "app/widgets/base/context.h"
#include "app/widgets/base/draw.h"
#include "tests/app/without_window.h"

namespace attnlab {
namespace {

constexpr float kWidth = 400;
constexpr Colour kInk = 0xff0000ff, kOther = 0xff00ff00;

class Mirrored : public ::testing::Test {
 protected:
  Mirrored() : context_(ImGui::CreateContext()), in_use_(widgets_) {
    testing::begin_without_window({kWidth, 300}, 1.0f / 60).Fonts->Build();
    ImGui::GetStyle().WindowPadding = {0, 0};
    ImGui::GetStyle().WindowBorderSize = 0;
    ImGui::GetStyle().AntiAliasedFill = ImGui::GetStyle().AntiAliasedLines = false;
    widgets_.mirror.on = true;
  }
  ~Mirrored() override { ImGui::DestroyContext(context_); }

  void frame(const std::function<void()>& draw) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({kWidth, 300});
    ImGui::Begin(
        "window", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    draw();
    ImGui::End();
    ImGui::Render();
    widgets_.mirror.show(*ImGui::GetDrawData());
  }

  /// The box around all that is shown in a colour.
  static Box shown(Colour colour) {
    Box box{{1e9f, 1e9f}, {-1e9f, -1e9f}};
    for (const ImDrawVert& v : vertices(colour)) {
      box.min = {std::min(box.min.x, v.pos.x), std::min(box.min.y, v.pos.y)};
      box.max = {std::max(box.max.x, v.pos.x), std::max(box.max.y, v.pos.y)};
    }
    return box;
  }

  static std::vector<ImDrawVert> vertices(Colour colour) {
    std::vector<ImDrawVert> found;
    for (int i = 0; i < ImGui::GetDrawData()->CmdListsCount; ++i)
      for (const ImDrawVert& v : ImGui::GetDrawData()->CmdLists[i]->VtxBuffer)
        if (v.col == colour) found.push_back(v);
    return found;
  }

  ImGuiContext* context_;
  WidgetContext widgets_;
  WidgetsInUse in_use_;
};

void fill(float from, float to, Colour colour) {
  ImGui::GetWindowDrawList()->AddRectFilled({from, 50}, {to, 60}, colour);
}

TEST_F(Mirrored, ShapesAreTurnedAround) {
  frame([] { fill(10, 30, kInk); });
  EXPECT_FLOAT_EQ(shown(kInk).min.x, 370);
  EXPECT_FLOAT_EQ(shown(kInk).max.x, 390);
}

TEST_F(Mirrored, WithoutAMirrorNothingMoves) {
  widgets_.mirror.on = false;
  frame([] { fill(10, 30, kInk); });
  EXPECT_FLOAT_EQ(shown(kInk).min.x, 10);
  EXPECT_EQ(widgets_.mirror.layout_point({7, 5}, false).x, 7);
}

TEST_F(Mirrored, WordsMoveAndStayReadable) {
  widgets_.mirror.on = false;
  const auto words = [] { ImGui::GetWindowDrawList()->AddText({20, 50}, kInk, "two words"); };
  frame(words);
  const Box before = shown(kInk);
  const std::vector<ImDrawVert> letters = vertices(kInk);
  widgets_.mirror.on = true;
  frame(words);
  EXPECT_NEAR(shown(kInk).min.x, kWidth - before.max.x, 0.01f);
  const std::vector<ImDrawVert> moved = vertices(kInk);
  ASSERT_EQ(moved.size(), letters.size());
  const float by = moved[0].pos.x - letters[0].pos.x;
  for (std::size_t i = 0; i < moved.size(); ++i) EXPECT_NEAR(moved[i].pos.x - letters[i].pos.x, by, 0.01f);
}

TEST_F(Mirrored, WhatKeepsItsDirectionMovesAsAWhole) {
  frame([] {
    KeepsDirection kept;
    kept.within({{100, 40}, {200, 80}});
    fill(100, 120, kInk);
    fill(190, 200, kOther);
  });
  EXPECT_FLOAT_EQ(shown(kInk).min.x, 200) << "the left end of the box is still its left end";
  EXPECT_FLOAT_EQ(shown(kOther).max.x, 300);
}

TEST_F(Mirrored, ClipsAreMirroredWithWhatTheyCut) {
  frame([] {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRect({10, 40}, {50, 80}, true);
    fill(0, 60, kInk);
    list.PopClipRect();
    KeepsDirection kept;
    kept.within({{300, 40}, {500, 80}});  // the window cuts it off at 400
    list.PushClipRect({300, 40}, {500, 80}, true);
    fill(300, 500, kOther);
    list.PopClipRect();
  });
  std::vector<ImVec4> clips;
  for (const ImDrawCmd& command : ImGui::GetDrawData()->CmdLists[0]->CmdBuffer)
    if (command.ElemCount > 0) clips.push_back(command.ClipRect);
  ASSERT_EQ(clips.size(), 2u);
  EXPECT_FLOAT_EQ(clips[0].x, 350);
  EXPECT_FLOAT_EQ(clips[0].z, 390);
  EXPECT_FLOAT_EQ(shown(kOther).min.x, -100);
  EXPECT_FLOAT_EQ(clips[1].x, 0) << "its right part is seen now";
  EXPECT_FLOAT_EQ(clips[1].z, 100);
}

TEST_F(Mirrored, ThePointerIsWhereTheLayoutHasWhatItPointsAt) {
  frame([] {
    fill(0, kWidth, kOther);
    KeepsDirection kept;
    kept.within({{100, 40}, {200, 80}});
    fill(100, 120, kInk);
  });
  Mirror& mirror = widgets_.mirror;
  EXPECT_FLOAT_EQ(mirror.layout_point({390, 55}, false).x, 10);
  EXPECT_FLOAT_EQ(mirror.layout_point({205, 55}, false).x, 105) << "inside of the part";
  EXPECT_FLOAT_EQ(mirror.layout_point({205, 55}, true).x, 105);
  EXPECT_FLOAT_EQ(mirror.layout_point({390, 55}, true).x, 290) << "dragged out of the part";
  EXPECT_FLOAT_EQ(mirror.layout_point({390, 55}, false).x, 10);
  EXPECT_FLOAT_EQ(mirror.shown_box({{105, 50}, {106, 60}}).min.x, 205);
  EXPECT_FLOAT_EQ(mirror.shown_box({{10, 50}, {12, 60}}).min.x, 388);
}

}  // namespace
}  // namespace attnlab
