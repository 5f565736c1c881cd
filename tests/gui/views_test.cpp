// Every view in both themes and at three sizes: on a desk, alone on a small screen, on a projector.
//
// A view is one line in kViews. Its pictures: views-NAME-THEME-WIDTH.png.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "app/feature/features.h"
#include "tests/gui/played.h"
#include "tests/support/temp_folder.h"

namespace attnlab {
namespace {

/// A stored run, its text, and what is looked at beside the view.
struct Run {
  const char *name, *text;
  const char* inspected;  ///< a stored weight: the last digits of computed numbers depend on the processor
  const char* hovered;
};

constexpr Run kTranslate{"translate", "text.source the red house\ntext.target la maison rouge",
                         "decoder.layers.1.cross_attention.query.weight 3,4", "tokens.source"};
constexpr Run kExperts{"experts", "text.target Otto said it was in the morning",
                       "decoder.layers.1.self_attention.query.weight 3,4", "tokens.target"};

constexpr Run kBrackets{"brackets", "text.source ([]())[]",
                        "recurrent.layers.0.forget_gate.recurrent.weight 3,4", "tokens.source"};
constexpr Run kReversal{"alignment", "text.source gecab", "alignment.key.weight 3,4", "tokens.source"};
constexpr Run kDigits{"digits", "select.picture 2", "picture.projection.weight 3,4", "picture.query[0,0]"};

struct View {
  const char* name;
  const Run& run;
  const char* commands;  ///< from the run's text to the view; lines
};

void PrintTo(const View& view, std::ostream* out) { *out << view.name; }

constexpr View kViews[] = {
    {"steps", kTranslate, "walk.to encoder.layers.0.feed_forward_norm.output"},
    {"heads", kTranslate, "view heads\nselect.attention cross 1 2"},
    {"positions", kTranslate, "view positions\nchoose positions.position 7"},
    {"masks", kTranslate, "view masks\nselect.attention decoder_self 0 1"},
    {"norms", kTranslate, "view norms"},
    {"map", kTranslate, "view map"},
    {"recurrence", kBrackets, "view recurrence\nselect.tensor recurrent.layers.0.hidden 0,3,5"},
    {"alignment", kReversal, "view alignment\nalignment.at 1 3"},
    {"experts", kExperts, "view experts\nselect.attention decoder_self 0\nselect.query 2"},
    {"generation", kTranslate, "view generation\nchoose generation.temperature 1.5"},
    {"tokens", kTranslate,
     "view tokens\nchoose tokens.text source\nselect.attention cross 1 2\nselect.key 1"},
    {"vectors", kTranslate,
     "view vectors\nvectors.of source.embedding.weight\nvectors.word 12\nvectors.choose 12,20,31"},
    {"pictures", kDigits, "view pictures\nselect.attention encoder_self 1 1"},
    {"residual", kTranslate, "view residual\nresidual.look 4 2"},
    {"contributions", kTranslate, "view contributions\nselect.attention cross 1 2\nselect.query 1"},
    {"attribution", kTranslate, "view attribution\nattribution.at 1"},
    {"patching", kTranslate, "view patching"},
    {"circuits", kTranslate,
     "view circuits\nselect.attention decoder_self 1 2\nchoose circuits.part composition"},
    {"neurons", kTranslate, "view neurons\nselect.attention decoder_self 1\nchoose neurons.unit 7"},
    {"probes", kBrackets, "view probes\nchoose probes.label depth"},
    {"compare", kTranslate,
     "timeline.to 120\nwait_idle\nwalk.to encoder.layers.0.feed_forward.output\nview "
     "compare\ncompare.weights\nwait_idle\n"
     "timeline.newest"},
    {"models", kTranslate, "models.load translate\nchoose models.part heads\nselect.attention cross 1 2"},
    {"training", kTranslate, "view training\ntimeline.to 120"},
    {"landscape", kTranslate, "view landscape\nchoose landscape.size 9\ntimeline.to 120"},
    {"tiles", kTranslate,
     "view tiles\nselect.attention cross 1 2\nselect.query 1\nselect.key 0\nchoose tiles.block 2"},
    {"hand", kTranslate, "view hand\nhand.look hand.weights 0,0,2"},
    {"cost", kTranslate, "view cost\nchoose cost.part layers"},
};

struct Size {
  int width, height, text;
  bool alone;
  const char* theme;
};
/// A projector shows the light theme, screens the dark one.
const Size kSizes[] = {
    {1600, 1000, 100, false, "dark"}, {1280, 720, 100, true, "dark"}, {2560, 1440, 150, false, "light"}};

TEST(ViewPictures, AreOfAllViews) {
  std::vector<std::string_view> listed, pictured;
  for (const Feature* view : features()) listed.push_back(view->name);
  for (const View& view : kViews) pictured.emplace_back(view.name);
  EXPECT_EQ(pictured, listed);
}

std::string picture_name(const View& view, const Size& size) {
  return std::string("views-") + view.name + "-" + size.theme + "-" + std::to_string(size.width) + ".png";
}

std::string script_of(const View& view) {
  std::string s = "model.load " + std::string(view.run.name) + "\nwindow 1600 1000\nmotion off\nwait_idle\n" +
                  view.run.text + "\nwait_idle\n" + view.commands + "\nwait_idle\ninspect.here " +
                  view.run.inspected + "\nwait_idle\n";
  for (const Size& size : kSizes) {
    s += "window " + std::to_string(size.width) + " " + std::to_string(size.height) + "\ntext_size " +
         std::to_string(size.text) + "\nstage.alone " + (size.alone ? "on" : "off") + "\n";
    s += std::string("theme ") + size.theme + "\nwait_frames 3\nhover " + view.run.hovered +
         "\nwait_idle\nwait_frames 3\nexpect cut none\nscreenshot " + picture_name(view, size) + "\n";
  }
  return s + "quit\n";
}

class Views : public ::testing::TestWithParam<View> {};

TEST_P(Views, InBothThemesAtThreeSizes) {
  const testing::TempFolder folder;
  testing::write_bytes(folder / "view.txt", script_of(GetParam()));
  testing::expect_pictures(folder / "view.txt", folder.path());
}

INSTANTIATE_TEST_SUITE_P(Pictures, Views, ::testing::ValuesIn(kViews),
                         [](const auto& made) { return std::string(made.param.name); });

}  // namespace
}  // namespace attnlab
