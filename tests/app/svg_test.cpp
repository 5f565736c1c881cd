// Figures become well-formed SVG with the right elements.
#include "app/figure/svg.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "app/figure/bounds.h"
#include "app/figure/svg_text.h"
#include "tests/support/xml.h"

namespace attnlab {
namespace {

using testing::named;
using testing::read_xml;
using testing::XmlElement;

constexpr Colour kRedShape = 0xFF0000FFu, kBlue = 0xFFFF0000u, kVeil = 0x80FFFFFFu;
const Box kPage{{0, 0}, {200, 100}};

Figure figure_of(std::vector<FigureShape> shapes, const Box& clip = kPage) {
  Figure figure;
  for (FigureShape& shape : shapes) figure.items.push_back({std::move(shape), clip});
  return figure;
}

std::vector<XmlElement> elements_of(const Figure& figure, Colour background = 0) {
  return read_xml(svg(figure, {kPage, background, "A <title> & more"}));
}

FigureText text_at(ImVec2 at, std::string text) {
  return {std::move(text), Typeface::Mono, 12.5f, at, Align::Right, kBlue, 30};
}

TEST(Svg, NumbersAreShort) {
  EXPECT_EQ(svg_number(12), "12");
  EXPECT_EQ(svg_number(0.5f), "0.5");
  EXPECT_EQ(svg_number(-3.256f), "-3.26");
  EXPECT_EQ(svg_number(-0.001f), "0");
  EXPECT_EQ(svg_number(100), "100");
}

TEST(Svg, ColoursAndTheirOpacity) {
  EXPECT_EQ(svg_paint("fill", 0xFF3210ABu), " fill=\"#ab1032\"");
  EXPECT_EQ(svg_paint("stroke", 0x80000000u), " stroke=\"#000000\" stroke-opacity=\"0.5\"");
}

TEST(Svg, Base64OfEveryRest) {
  const unsigned char bytes[] = {'M', 'a', 'n', 'y'};
  EXPECT_EQ(base64({bytes, 4}), "TWFueQ==");
  EXPECT_EQ(base64({bytes, 3}), "TWFu");
  EXPECT_EQ(base64({bytes, 2}), "TWE=");
  EXPECT_EQ(base64({bytes, std::size_t{0}}), "");
}

TEST(Svg, AnEmptyFigureIsADocument) {
  const auto elements = elements_of({});
  EXPECT_EQ(elements[0].name, "svg");
  EXPECT_EQ(elements[0].attributes.at("viewBox"), "0 0 200 100");
  EXPECT_EQ(elements[1].text, "A <title> & more");
  EXPECT_TRUE(named(elements, "rect").empty());
  EXPECT_EQ(named(elements_of({}, kRedShape), "rect").at(0).attributes.at("fill"), "#ff0000");
}

TEST(Svg, TextStaysTextWhereItWas) {
  const auto elements = elements_of(figure_of({text_at({150, 40}, "<a> & \"b\" −0.5")}));
  const auto texts = named(elements, "text");
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].text, "<a> & \"b\" −0.5");
  EXPECT_EQ(texts[0].attributes.at("x"), "150");
  EXPECT_EQ(texts[0].attributes.at("y"), "40");
  EXPECT_EQ(texts[0].attributes.at("text-anchor"), "end");
  EXPECT_EQ(texts[0].attributes.at("font-size"), "12.5");
  EXPECT_EQ(texts[0].attributes.at("class"), "m");
  EXPECT_NE(named(elements, "style").at(0).text.find("JetBrains Mono"), std::string::npos);
}

TEST(Svg, SpacesStay) {
  const auto texts =
      named(elements_of(figure_of({text_at({90, 40}, "a  b"), text_at({90, 60}, "a b")})), "text");
  EXPECT_EQ(texts.at(0).attributes.at("xml:space"), "preserve");
  EXPECT_EQ(texts.at(1).attributes.count("xml:space"), 0u);
}

TEST(Svg, TextUpwardsIsTurned) {
  FigureText text = text_at({50, 60}, "up");
  text.upwards = true;
  const auto texts = named(elements_of(figure_of({text})), "text");
  EXPECT_EQ(texts.at(0).attributes.at("transform"), "translate(50 60)rotate(-90)");
}

TEST(Svg, EqualBoxesInARowAreOnePath) {
  const FigureFill a{{{0, 0}, {10, 10}}, kRedShape}, b{{{20, 0}, {30, 10}}, kRedShape},
      c{{{0, 20}, {5, 25}}, kBlue};
  const auto paths = named(elements_of(figure_of({a, b, c, a})), "path");
  ASSERT_EQ(paths.size(), 3u);
  EXPECT_EQ(paths[0].attributes.at("d"), "M0 0H10V10H0ZM20 0H30V10H20Z");
  EXPECT_EQ(paths[1].attributes.at("fill"), "#0000ff");
}

TEST(Svg, BoxesThatAreSeenThroughAreNotJoined) {
  const FigureFill veil{{{0, 0}, {10, 10}}, kVeil};
  EXPECT_EQ(named(elements_of(figure_of({veil, veil})), "path").size(), 2u);
}

TEST(Svg, WhatIsNotSeenIsLeftOut) {
  Figure figure = figure_of({FigureFill{{{0, 0}, {10, 10}}, kRedShape}, text_at({40, 12}, "gone")},
                            {{100, 50}, {200, 100}});
  figure.items.push_back({FigureDisc{{500, 500}, 3, kRedShape}, {{0, 0}, {999, 999}}});
  const auto elements = elements_of(figure);
  EXPECT_TRUE(named(elements, "path").empty());
  EXPECT_TRUE(named(elements, "text").empty());
  EXPECT_TRUE(named(elements, "circle").empty());
  EXPECT_TRUE(named(elements, "clipPath").empty());
}

TEST(Svg, BoxesAreCutAndOtherShapesClipped) {
  const Box clip{{0, 0}, {50, 50}};
  const Figure figure =
      figure_of({FigureFill{{{40, 40}, {80, 80}}, kRedShape}, FigureDisc{{50, 25}, 5, kRedShape},
                 FigureRing{{50, 35}, 5, kRedShape, 1}, FigureDisc{{20, 20}, 5, kBlue}},
                clip);
  const auto elements = elements_of(figure);
  EXPECT_EQ(named(elements, "path").at(0).attributes.at("d"), "M40 40H50V50H40Z");
  ASSERT_EQ(named(elements, "clipPath").size(), 1u);
  const auto circles = named(elements, "circle");
  ASSERT_EQ(circles.size(), 3u);
  EXPECT_EQ(elements[circles[0].parent].attributes.count("clip-path"), 1u);
  EXPECT_EQ(circles[0].parent, circles[1].parent);
  EXPECT_EQ(elements[circles[2].parent].name, "svg");
}

FigureImage image(int width, int height, const Box& box) {
  FigureImage picture{box, width, height, {}};
  for (int i = 0; i < width * height; ++i) picture.pixels.push_back(i % 2 ? kRedShape : kBlue);
  return picture;
}

TEST(Svg, SmallMatricesAreRectanglesOneColourAPath) {
  FigureImage small = image(3, 2, {{10, 20}, {40, 40}});
  small.pixels[1] = kBlue;  // joins its neighbours: one rectangle for all three
  const auto elements = elements_of(figure_of({small}));
  const auto paths = named(elements, "path");
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_TRUE(named(elements, "image").empty());
  EXPECT_EQ(elements[paths[0].parent].attributes.at("shape-rendering"), "crispEdges");
  EXPECT_EQ(paths[0].attributes.at("fill"), "#ff0000");
  EXPECT_EQ(paths[0].attributes.at("d"), "M10 30H20V40H10ZM30 30H40V40H30Z");
  EXPECT_EQ(paths[1].attributes.at("d"), "M10 20H40V30H10ZM20 30H30V40H20Z");
}

TEST(Svg, LargeMatricesArePictures) {
  for (const FigureImage& large : {image(65, 64, {{0, 0}, {200, 200}}), image(20, 20, {{0, 0}, {40, 40}})}) {
    const auto images = named(elements_of(figure_of({large})), "image");
    ASSERT_EQ(images.size(), 1u);
    EXPECT_TRUE(images[0].attributes.at("href").starts_with("data:image/png;base64,iVBORw0KGgo"));
    EXPECT_NE(images[0].attributes.at("style").find("pixelated"), std::string::npos);
  }
}

TEST(Svg, HatchingIsOnePatternForAll) {
  const FigureHatch a{{{0, 0}, {10, 10}}, 8, kRedShape}, b{{{20, 0}, {30, 10}}, 8, kRedShape};
  const auto elements = elements_of(figure_of({a, b}));
  const auto patterns = named(elements, "pattern");
  ASSERT_EQ(patterns.size(), 1u);
  const auto paths = named(elements, "path");
  EXPECT_EQ(paths.back().attributes.at("fill"), "url(#" + patterns[0].attributes.at("id") + ")");
}

TEST(Svg, GradientsCurvesAndFrames) {
  using Kind = PathStep::Kind;
  const FigurePath curve{
      {{Kind::Line, {0, 0}, {}, {}}, {Kind::Cubic, {30, 30}, {10, 0}, {20, 30}}}, kRedShape, 2};
  const auto elements = elements_of(figure_of({FigureGradient{{{0, 0}, {50, 5}}, {kRedShape, kVeil, kBlue}},
                                               curve, FigureFrame{{{1, 1}, {9, 9}}, kBlue, 2, 1.5f}}));
  const auto stops = named(elements, "stop");
  ASSERT_EQ(stops.size(), 3u);
  EXPECT_EQ(stops[1].attributes.at("offset"), "0.5");
  const FigureGradient even{{{0, 0}, {50, 5}}, {0xFF000000u, 0xFF101010u, 0xFF202020u, 0xFF303030u}};
  EXPECT_EQ(named(elements_of(figure_of({even})), "stop").size(), 2u);
  EXPECT_EQ(named(elements, "path").at(0).attributes.at("d"), "M0 0C10 0 20 30 30 30");
  EXPECT_EQ(named(elements, "rect").back().attributes.at("stroke-width"), "1.5");
}

TEST(Figure, ContentBoxHoldsWhatIsSeen) {
  Figure figure = figure_of(
      {FigureFill{{{10, 10}, {20, 20}}, kRedShape}, FigureFrame{{{30, 5}, {40, 15}}, kRedShape, 0, 2}});
  figure.items.push_back({FigureFill{{{0, 0}, {500, 500}}, kRedShape}, {{50, 50}, {60, 70}}});
  figure.items.push_back({FigureFill{{{0, 0}, {5, 5}}, kRedShape}, {{50, 50}, {60, 70}}});
  const Box box = content_box(figure);
  EXPECT_FLOAT_EQ(box.min.x, 10);
  EXPECT_FLOAT_EQ(box.min.y, 4);
  EXPECT_FLOAT_EQ(box.max.x, 60);
  EXPECT_FLOAT_EQ(box.max.y, 70);
}

TEST(Xml, TheCheckRefusesWhatIsNotWellFormed) {
  for (const char* wrong : {"<a>", "<a></b>", "<a/><b/>", "<a b=c/>", "<a b=\"1\" b=\"2\"/>", "<a>&nbsp;</a>",
                            "<a b=\"1\"c=\"2\"/>", "<a b=\"<\"/>", "text"})
    EXPECT_THROW(read_xml(wrong), std::runtime_error) << wrong;
}

}  // namespace
}  // namespace attnlab
