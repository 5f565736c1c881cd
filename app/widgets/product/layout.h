// A matrix product as in textbooks: left operand at the left, right operand above, result in the corner.
#pragma once

#include <string>

#include "app/widgets/heat_map/heat_map.h"

namespace attnlab {

/// One of the three matrices.
struct ProductPart {
  MatrixView matrix{};
  std::string title{};
  std::string detail{};
  Role role = Role::None;
  ColourScale scale{};
  std::string target{};  ///< name for scripts
  std::string tensor{};  ///< name in tooltips
};

/// result[M,N] = left[M,K] · right[K,N]. The result has the row labels of left and the column labels of
/// right.
struct ProductOptions {
  ProductPart left{}, right{}, result{};
  AxisLabels rows{};      ///< M: shown at the left of the left operand
  AxisLabels cols{};      ///< N: shown above the right operand
  AxisLabels inner{};     ///< K: shown above left and at the left of right
  Cell selected{};        ///< cell of the result whose row and column are lit
  Cell linked{};          ///< cell of the result hovered elsewhere
  Role lit = Role::None;  ///< role of a symbol hovered in a formula: its matrix is framed
  ImVec2 size{0, 0};      ///< space to fit into; 0: the rest of the window
  float widest = 2.4f;    ///< largest ratio of a result cell's width to its height
  bool fly = true;        ///< animates the products into the sum when the selection changes
};

struct ProductResult {
  Box bounds;
  HeatMapResult left, right, result;
  std::optional<Cell> clicked;  ///< cell of the result pressed in this frame
  std::optional<Cell> hovered;  ///< cell of the result under the pointer
  int hovered_term = -1;        ///< k under the pointer in the lit row or column, −1 for none
};

ProductResult product_layout(const char* id, const ProductOptions& options);

/// Cell sizes of the three matrices: pure arithmetic. For large K, the operands' inner cells may be narrower,
/// so that the result stays legible.
struct ProductPlan {
  float cell_width = 0;    ///< width of a column of right and result
  float cell_height = 0;   ///< height of a row of left and result
  float inner_width = 0;   ///< width of a column of left
  float inner_height = 0;  ///< height of a row of right
};

/// Fits M, K and N cells into width × height pixels, without labels and gaps. Where small matrices would
/// become specks, the plan is larger than the space: draw it in a window that scrolls.
ProductPlan plan_product(int m, int k, int n, float width, float height, float em, float widest = 2.4f);

}  // namespace attnlab
