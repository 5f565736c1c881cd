// Scene: two figures of different colors, and the one sentence that describes them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tasks/pictures/figures.h"
#include "core/tensor/random.h"

namespace attnlab {

/// Names of what scenes are made of, in the order of the numbers in SceneWords.
std::span<const std::string_view> scene_colours();
std::span<const std::string_view> scene_figures();
std::span<const std::string_view> scene_relations();

/// What is said of a scene: the larger figure first, and where it stands. The figures have different colors.
struct SceneWords {
  struct Named {
    std::size_t colour = 0, figure = 0;
    bool operator==(const Named&) const = default;
  };
  Named first, second;
  std::size_t relation = 0;
  bool operator==(const SceneWords&) const = default;

  /// "a red circle left of a blue square".
  std::string text() const;
};

/// Everything that can be said, each once.
std::vector<SceneWords> all_scene_words();

/// Where the two figures of a scene stand, as shares of the picture's side; y grows downwards.
struct Scene {
  struct Standing {
    Point middle;
    double radius = 0, turn = 0;  ///< turn: radians
  };
  SceneWords words;
  std::array<Standing, 2> standing;  ///< of the first and the second
};

/// A scene of which `words` are true and no other words are: the first figure has at least 1.35 times the
/// second's radius, they do not touch, and from one to the other the way leads more than twice as far along
/// the relation as across it. Figures are turned by up to `turn` radians to either side.
Scene draw_scene(const SceneWords& words, double turn, RandomStream& random);

/// Paints scenes: bright figures on dark paper, red, green and blue, with smooth edges.
class ScenePainter {
 public:
  /// `noise`: standard deviation of each pixel's normal noise.
  explicit ScenePainter(double noise) : noise_(noise) {}

  /// Fills `pixels` [3,size,size], 0 to 1. The light of paper and colors differs a little each time.
  void paint(const Scene& scene, Index size, RandomStream& random, std::span<Real> pixels) const;

 private:
  struct Standing;
  double share_at(const Standing& figure, Point pixel) const;

  double noise_;
  Figures figures_;
};

}  // namespace attnlab
