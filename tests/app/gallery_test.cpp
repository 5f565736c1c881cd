// The gallery of widgets: what scripts say to it, and what it answers.
#include "app/widgets/gallery/gallery.h"

#include <gtest/gtest.h>

#include "app/widgets/base/context.h"
#include "tests/support/error_text.h"

namespace attnlab {
namespace {

TEST(Gallery, AnswersWhatScriptsAsk) {
  Gallery gallery;
  EXPECT_EQ(gallery.evaluate("page"), "1");
  EXPECT_EQ(gallery.evaluate("selected"), "3 1");
  EXPECT_EQ(gallery.evaluate("hovered_symbol"), "");
  EXPECT_EQ(gallery.evaluate("playing"), "false");
  EXPECT_EQ(gallery.evaluate("typed"), "the black cat sleeps");
  EXPECT_EQ(gallery.evaluate("clicks"), "0");
}

TEST(Gallery, DoesWhatScriptsSay) {
  WidgetContext context;
  const WidgetsInUse in_use(context);
  Gallery gallery;
  for (const char* line : {"page 99", "select 4 5", "theme light", "contrast on", "text 150", "motion off",
                           "digits 9", "zoom zoom.part 3"})
    gallery.command(line);
  EXPECT_EQ(gallery.evaluate("page"), "9") << "the last";
  EXPECT_EQ(gallery.evaluate("selected"), "4 5");
  EXPECT_EQ(gallery.look().theme, ThemeKind::Light);
  EXPECT_TRUE(gallery.look().high_contrast);
  EXPECT_EQ(gallery.look().text_percent, 150);
  EXPECT_FALSE(context.motion);
  EXPECT_EQ(context.digits, 7);
}

TEST(Gallery, RefusesOthersWithNearNames) {
  Gallery gallery;
  const auto said = [](const auto& call) { return testing::error_text<std::invalid_argument>(call); };
  EXPECT_TRUE(said([&] {
                gallery.evaluate("click");
              }).starts_with("there is no expression click; did you mean clicks"));
  EXPECT_TRUE(
      said([&] { gallery.command("pages 2"); }).starts_with("there is no command pages; did you mean page"));
  EXPECT_EQ(said([&] { gallery.command("theme grey"); }), "\"theme grey\" needs dark or light");
  EXPECT_EQ(said([&] { gallery.command("page two"); }), "\"page two\" needs a number");
}

}  // namespace
}  // namespace attnlab
