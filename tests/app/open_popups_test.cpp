// How open popups lie in the window, and that one which nobody draws does no harm.
#include "app/widgets/base/open_popups.h"

#include <gtest/gtest.h>
// ImGui's main header comes before its internal one.
#include <imgui_internal.h>

#include <functional>
#include <vector>

#include "tests/app/without_window.h"

namespace attnlab {
namespace {

/// An ImGui without a window, of 400 by 300 pixels.
class OpenPopups : public ::testing::Test {
 protected:
  OpenPopups() : context_(ImGui::CreateContext()) {
    testing::begin_without_window({400, 300}, 0.02f).Fonts->Build();
  }
  ~OpenPopups() override { ImGui::DestroyContext(context_); }

  void frame(const std::function<void()>& draw) {
    forget_undrawn_popups();
    ImGui::NewFrame();
    ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoSavedSettings);
    draw();
    ImGui::End();
    ImGui::EndFrame();
  }
  /// Opens a popup with this content at (100, 50), and draws some frames.
  void show(const std::function<void()>& content, ImVec2 at = {100, 50}, ImGuiWindowFlags flags = 0) {
    for (int i = 0; i < 4; ++i)
      frame([&] {
        if (i == 0) ImGui::OpenPopup("list");
        ImGui::SetNextWindowPos(at);
        ImGui::SetNextWindowSizeConstraints({0, 0}, {200, 200});
        if (!ImGui::BeginPopup("list", flags)) return;
        content();
        ImGui::EndPopup();
      });
  }

  ImGuiContext* context_;
};

TEST_F(OpenPopups, NoneIsOpen) {
  frame([] {});
  EXPECT_TRUE(open_popups().empty());
  EXPECT_EQ(popups_text({}), "none");
}

TEST_F(OpenPopups, OneWithinTheWindowIsWell) {
  show([] { ImGui::Dummy({60, 40}); });
  const std::vector<OpenPopup> popups = open_popups();
  ASSERT_EQ(popups.size(), 1u);
  EXPECT_EQ(popups[0].box.min.x, 100);
  EXPECT_EQ(popups_text(popups), "within");
}

TEST_F(OpenPopups, OneBeyondTheWindowSaysByHowMuch) {
  show([] { ImGui::Dummy({60, 40}); }, {370, 50});
  EXPECT_NE(popups_text(open_popups()).find("px beyond the right edge"), std::string::npos)
      << popups_text(open_popups());
}

TEST_F(OpenPopups, ContentThatIsTooWideIsCut) {
  show([] { ImGui::Dummy({230, 40}); });
  EXPECT_NE(popups_text(open_popups()).find("px of its width cut"), std::string::npos)
      << popups_text(open_popups());
}

TEST_F(OpenPopups, ContentThatIsTooWideInAPartOfItIsCut) {
  show([] {
    ImGui::BeginChild("part", {100, 60});
    ImGui::Dummy({130, 40});
    ImGui::EndChild();
  });
  EXPECT_EQ(popups_text(open_popups()), "30 px of its width cut");
}

TEST_F(OpenPopups, HeightThatScrollsIsNotCut) {
  show([] { ImGui::Dummy({60, 280}); });
  EXPECT_EQ(popups_text(open_popups()), "within") << "it scrolls";
}

TEST_F(OpenPopups, HeightWithoutAScrollbarIsCut) {
  show([] { ImGui::Dummy({60, 280}); }, {100, 50}, ImGuiWindowFlags_NoScrollbar);
  EXPECT_NE(popups_text(open_popups()).find("px of its height cut"), std::string::npos)
      << popups_text(open_popups());
}

TEST_F(OpenPopups, OneThatNobodyDrawsIsForgotten) {
  frame([] { ImGui::OpenPopup("lost"); });
  EXPECT_EQ(context_->OpenPopupStack.Size, 1);
  frame([] {});
  EXPECT_EQ(context_->OpenPopupStack.Size, 1) << "the next frame may draw it";
  frame([] {});
  EXPECT_EQ(context_->OpenPopupStack.Size, 0);
}

TEST_F(OpenPopups, EscapeComesAtOnceAndDoesNoHarm) {
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  frame([] { ImGui::OpenPopup("lost"); });
  set_key(parse_key("Escape").key, true);
  frame([] {});
  EXPECT_EQ(context_->OpenPopupStack.Size, 0);
}

}  // namespace
}  // namespace attnlab
