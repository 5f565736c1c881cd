// Scene: drawing the places, and painting.
#include "core/tasks/pictures/scene.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace attnlab {
namespace {

using Light = std::array<double, 3>;

constexpr std::array<std::string_view, 4> kColourNames = {"red", "green", "blue", "yellow"};
constexpr std::array<Light, 4> kColourLights = {
    {{0.88, 0.14, 0.14}, {0.16, 0.74, 0.24}, {0.24, 0.36, 0.92}, {0.9, 0.82, 0.16}}};
constexpr double kLightDiffers = 0.08, kLeastPaper = 0.04, kMostPaper = 0.14;

/// A figure as scenes draw it.
struct SceneFigure {
  std::string_view name;  ///< in Figures::names()
  double turn = 0;        ///< degrees, so that it stands upright
};
constexpr std::array<SceneFigure, 4> kSceneFigures = {{{"circle"}, {"square", 45}, {"triangle"}, {"cross"}}};
constexpr std::array<std::string_view, 4> kFigureWords = {kSceneFigures[0].name, kSceneFigures[1].name,
                                                          kSceneFigures[2].name, kSceneFigures[3].name};

/// From the second figure to the first.
struct Relation {
  std::string_view words;
  int right, down;
};
constexpr std::array<Relation, 4> kRelations = {
    {{"left of", -1, 0}, {"right of", 1, 0}, {"above", 0, -1}, {"below", 0, 1}}};
constexpr std::array<std::string_view, 4> kRelationWords = {kRelations[0].words, kRelations[1].words,
                                                            kRelations[2].words, kRelations[3].words};

// Shares of the picture's side.
constexpr double kLeastFirst = 0.23, kMostFirst = 0.26, kLeastSecond = 0.145, kMostSecond = 0.165,
                 kLeastGap = 0.02;
constexpr double kMostAcross = 0.4;  ///< of the way along the relation

double between(double least, double most, RandomStream& random) {
  return least + (most - least) * random.uniform();
}

/// Middles of both along the relation's axis, the one that comes first in the picture in front.
std::array<double, 2> places_along(double before, double after, RandomStream& random) {
  const double most = 1 - before - after, least = before + after + kLeastGap;
  const double way = between(least, most, random);
  const double start = before + (most - way) * random.uniform();
  return {start, start + way};
}

std::size_t place_of_figure(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(Figures::names(), name) - Figures::names().begin());
}

Light light_of(std::size_t colour, RandomStream& random) {
  Light light = kColourLights[colour];
  for (double& channel : light) channel += between(-kLightDiffers, kLightDiffers, random);
  return light;
}

std::string phrase(const SceneWords::Named& named) {
  return "a " + std::string(kColourNames[named.colour]) + " " + std::string(kFigureWords[named.figure]);
}

}  // namespace

std::span<const std::string_view> scene_colours() { return kColourNames; }
std::span<const std::string_view> scene_figures() { return kFigureWords; }
std::span<const std::string_view> scene_relations() { return kRelationWords; }

std::string SceneWords::text() const {
  return phrase(first) + " " + std::string(kRelationWords[relation]) + " " + phrase(second);
}

std::vector<SceneWords> all_scene_words() {
  std::vector<SceneWords::Named> named;
  for (std::size_t colour = 0; colour < kColourNames.size(); ++colour)
    for (std::size_t figure = 0; figure < kFigureWords.size(); ++figure) named.push_back({colour, figure});
  std::vector<SceneWords> all;
  for (const SceneWords::Named& first : named)
    for (const SceneWords::Named& second : named)
      for (std::size_t relation = 0; relation < kRelations.size(); ++relation)
        if (first.colour != second.colour) all.push_back({first, second, relation});
  return all;
}

Scene draw_scene(const SceneWords& words, double turn, RandomStream& random) {
  const Relation& relation = kRelations[words.relation];
  Scene scene{words, {}};
  auto& [first, second] = scene.standing;
  first.radius = between(kLeastFirst, kMostFirst, random);
  second.radius = between(kLeastSecond, kMostSecond, random);
  const bool leads = relation.right + relation.down < 0;
  const std::array<double, 2> along =
      places_along(leads ? first.radius : second.radius, leads ? second.radius : first.radius, random);
  const double reach = kMostAcross * (along[1] - along[0]);
  const double across = between(first.radius, 1 - first.radius, random);
  const double beside =
      between(std::max(second.radius, across - reach), std::min(1 - second.radius, across + reach), random);
  const double first_along = along[leads ? 0 : 1], second_along = along[leads ? 1 : 0];
  const bool flat = relation.down == 0;
  first.middle = flat ? Point{first_along, across} : Point{across, first_along};
  second.middle = flat ? Point{second_along, beside} : Point{beside, second_along};
  for (Scene::Standing& standing : scene.standing) standing.turn = between(-turn, turn, random);
  return scene;
}

/// A figure of a scene in pixels, ready to be painted.
struct ScenePainter::Standing {
  std::size_t kind;
  Point middle;
  double radius, cosine, sine;

  Standing(const Scene::Standing& standing, const SceneFigure& figure, double size)
      : kind(place_of_figure(figure.name)),
        middle{standing.middle.x * size, standing.middle.y * size},
        radius(standing.radius * size) {
    const double angle = standing.turn + figure.turn * std::numbers::pi / 180;
    cosine = std::cos(angle);
    sine = std::sin(angle);
  }
};

/// How much of the pixel around `pixel` the figure covers.
double ScenePainter::share_at(const Standing& figure, Point pixel) const {
  const double dx = (pixel.x - figure.middle.x) / figure.radius,
               dy = (pixel.y - figure.middle.y) / figure.radius;
  if (dx * dx + dy * dy > 4) return 0;  // far outside
  const Point turned{figure.cosine * dx + figure.sine * dy, figure.cosine * dy - figure.sine * dx};
  return double(pixel_share(figure.radius * figures_.edge_distance(figure.kind, turned)));
}

void ScenePainter::paint(const Scene& scene, Index size, RandomStream& random, std::span<Real> pixels) const {
  const double paper = between(kLeastPaper, kMostPaper, random);
  const std::array<Light, 2> lights = {light_of(scene.words.first.colour, random),
                                       light_of(scene.words.second.colour, random)};
  const auto side = double(size);
  const std::array<Standing, 2> figures = {
      Standing(scene.standing[0], kSceneFigures[scene.words.first.figure], side),
      Standing(scene.standing[1], kSceneFigures[scene.words.second.figure], side)};
  const auto plane = static_cast<std::size_t>(size * size);
  for (std::size_t i = 0; i < plane; ++i) {
    const auto row = static_cast<Index>(i) / size, column = static_cast<Index>(i) % size;
    const Point pixel{double(column) + 0.5, double(row) + 0.5};
    const std::array<double, 2> shares = {share_at(figures[0], pixel), share_at(figures[1], pixel)};
    for (std::size_t c = 0; c < 3; ++c) {
      double light = paper;
      for (std::size_t f = 0; f < 2; ++f) light += shares[f] * (lights[f][c] - paper);
      if (noise_ > 0) light += noise_ * random.normal();
      pixels[c * plane + i] = Real(std::clamp(light, 0.0, 1.0));
    }
  }
}

}  // namespace attnlab
