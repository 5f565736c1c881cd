// Typeset formulas: a tree of boxes built with small functions, and the widget that draws the tree.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "app/theme/theme.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

struct FormulaNode;
/// An immutable piece of a formula. Pieces can be shared between formulas.
using Formula = std::shared_ptr<const FormulaNode>;

namespace math {

/// A variable, in italics: var("Q", Role::Query, "query"). `id` names the symbol for hover; the name if
/// empty.
Formula var(std::string name, Role role = Role::None, std::string id = {});
/// Upright text: function names, numbers, words.
Formula text(std::string words, Role role = Role::None, std::string id = {});
/// A number, upright.
Formula number(std::string digits, Role role = Role::None, std::string id = {});
/// A binary sign with a little space around: "+", "−", "·", "×", "⊙".
Formula op(std::string sign);
/// A relation with more space around: "=", "≈", "∈".
Formula rel(std::string sign = "=");
/// A comma or semicolon.
Formula punct(std::string sign = ",");
/// Pieces side by side.
Formula row(std::vector<Formula> parts);
/// Numerator over denominator.
Formula frac(Formula above, Formula below);
/// A root.
Formula sqrt(Formula inside);
Formula sub(Formula base, Formula below);
Formula sup(Formula base, Formula above);
Formula subsup(Formula base, Formula below, Formula above);
/// Shorthands with a variable as script: sub(x, "k").
Formula sub(Formula base, std::string below);
Formula sup(Formula base, std::string above);
/// A large ∑ with limits (either may be null), followed by its body.
Formula sum(Formula below, Formula above, Formula body);
/// Brackets as high as their content.
Formula paren(Formula inside);
Formula bracket(Formula inside);
Formula brace(Formula inside);
Formula norm(Formula inside);
/// A line above: a mean.
Formula overline(Formula inside);
/// upright name, then its argument in parentheses: call("softmax", x).
Formula call(std::string name, Formula argument);
/// Lines under each other, each aligned at its first relation.
Formula lines(std::vector<Formula> rows);

}  // namespace math

struct FormulaOptions {
  float size = 1.0f;     ///< 1 is display size, 23 px at 100 %
  float wrap_width = 0;  ///< breaks a long row before relations and binary signs; 0 means never
  std::string lit{};     ///< id of a symbol to highlight: its matrix is hovered elsewhere
  Colour colour = 0;     ///< ink; 0 is the theme's text
  std::string target{};  ///< symbols are TARGET.ID for scripts
};

struct FormulaResult {
  Box bounds;
  std::string hovered;  ///< id of the symbol under the pointer, "" for none
  std::string clicked;  ///< id of the symbol pressed in this frame
  Role hovered_role = Role::None;
};

/// Draws a formula at the cursor and advances it.
FormulaResult draw_formula(const char* id, const Formula& formula, const FormulaOptions& options = {});

/// Width of a formula, and its height above and depth below the baseline; in pixels.
struct FormulaExtent {
  float width = 0, ascent = 0, descent = 0;
};
FormulaExtent formula_extent(const Formula& formula, const FormulaOptions& options = {});

/// The size of a formula, without drawing.
ImVec2 formula_size(const Formula& formula, const FormulaOptions& options = {});

}  // namespace attnlab
