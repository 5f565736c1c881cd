// Figure requests: words are read or refused.
#include "app/state/figure_request.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace attnlab {
namespace {

std::string refusal(std::vector<std::string> words) {
  try {
    parse_figure_request(words);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(FigureRequest, WordsInAnyOrder) {
  const std::vector<std::string> words{"a b.png", "transparent", "800x600", "3",
                                       "only",    "stage.left",  "dark"};
  const FigureRequest r = parse_figure_request(words);
  EXPECT_EQ(r.file, "a b.png");
  EXPECT_FALSE(r.is_svg());
  EXPECT_EQ(r.width, 800);
  EXPECT_EQ(r.height, 600);
  EXPECT_FALSE(r.grows);
  EXPECT_EQ(r.scale, 3);
  EXPECT_TRUE(r.transparent);
  EXPECT_TRUE(r.dark);
  EXPECT_EQ(r.only, "stage.left");
}

TEST(FigureRequest, IsAPlainLightFigureOtherwise) {
  const std::vector<std::string> words{"a.svg"};
  const FigureRequest r = parse_figure_request(words);
  EXPECT_TRUE(r.is_svg());
  EXPECT_FALSE(r.transparent || r.dark);
}

TEST(FigureRequest, RefusalsSayWhatIsPossible) {
  EXPECT_NE(refusal({}).find("NAME.svg"), std::string::npos);
  EXPECT_NE(refusal({"a.pdf"}).find("not \"a.pdf\""), std::string::npos);
  EXPECT_NE(refusal({"a.svg", "5"}).find("from 1 to 4"), std::string::npos);
  EXPECT_NE(refusal({"a.svg", "0.5"}).find("from 1 to 4"), std::string::npos);
  EXPECT_NE(refusal({"a.svg", "nan"}).find("from 1 to 4"), std::string::npos);
  EXPECT_NE(refusal({"a.svg", "100x600"}).find("100x600"), std::string::npos);
  EXPECT_NE(refusal({"a.svg", "x"}).find("\"x\""), std::string::npos);
  EXPECT_NE(refusal({"a.svg", "blue"}).find("\"blue\""), std::string::npos);
}

}  // namespace
}  // namespace attnlab
