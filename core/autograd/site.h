// Site: what a named tensor of a pass is. A layer declares each of its tensors once, beside its own code.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace attnlab {

/// What one axis of a tensor counts.
enum class Axis {
  Batch,
  Head,
  Query,
  Key,
  Token,
  One,  ///< one place for all: a row for a whole text or picture, a number for a whole vector
  HeadFeature,
  Feature,
  PatchPixel,  ///< of a patch, row by row
  Pixel,       ///< of a whole picture, channel by channel and row by row
  Vocabulary,
  Expert,
  Choice,   ///< of the experts that a token goes through, the best first
  Row,      ///< of a weight: one feature that it makes
  HeadRow,  ///< of a weight whose rows belong to heads, D to each
  Column,   ///< of a weight: one feature that it reads
  Channel,
  PixelRow,     ///< from the top
  PixelColumn,  ///< from the left
  Bucket,       ///< of distances that share a number
  Segment,      ///< a text of a pair
  Property,     ///< one of the features that a toy model keeps
  Dimension,    ///< of the space in which it keeps them
};

/// The axes of a tensor, from the outermost; at most four.
struct Axes {
  std::array<Axis, 4> axis{};
  std::size_t count = 0;

  constexpr Axes() = default;
  constexpr Axes(std::initializer_list<Axis> list) {
    for (const Axis each : list) axis[count++] = each;
  }
  constexpr Axis operator[](std::size_t i) const { return axis[i]; }
  constexpr std::size_t size() const { return count; }
};

/// What a tensor does in attention and around it; each role has a color of its own on screen.
enum class Role { None, Query, Key, Value, Output, Residual, Gradient, Masked };

/// Which values a tensor's cells can have.
enum class Values {
  Signed,    ///< any
  Shares,    ///< from 0 to 1
  Positive,  ///< from 0 upwards
};

/// One named tensor, or parameter, of a part of a model. Sites are constants: code that meets a tensor
/// compares the address of its site.
struct Site {
  std::string_view name;        ///< within its part: "scores"; "" where the part is this one tensor
  Axes axes{};                  ///< as many as the tensor has
  std::string_view cell{};      ///< what one cell is called: "Attention score"
  std::string_view title{};     ///< what the tensor is called: "Scores"
  std::string_view sentence{};  ///< what the tensor is, for a student
  std::string_view term{};      ///< of the glossary; "" for none
  std::string_view brief{};     ///< short enough for a thumbnail; "" where the name is, with spaces for "_"
  std::string_view symbol{};    ///< in formulas: "f"; "" for none
  Role role = Role::None;
  Values values = Values::Signed;
  bool hides = false;           ///< −∞ in it hides a key, and is not a fault
  bool before_class = false;    ///< made before a class vector is put in front: one row fewer than after it
  std::string_view shown_by{};  ///< the tensor of its part that the screen shows in its place; "" for none
};

}  // namespace attnlab
