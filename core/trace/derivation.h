// Derivation: where one number comes from, with names, tokens' places and values, free of the tape.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/expression.h"
#include "core/autograd/site.h"

namespace attnlab {

class Recording;

/// One cell of a named tensor.
struct CellName {
  std::string tensor;
  std::vector<Index> index;

  bool empty() const { return tensor.empty(); }
  /// "encoder.layers.0.self_attention.query[0,0,2,1]".
  std::string text() const;
  friend bool operator==(const CellName&, const CellName&) = default;
};

/// A part of a derivation: an Expression whose cells are named and whose value is known.
struct DerivationPart {
  Expression::Kind kind = Expression::Kind::Constant;
  CellName cell;      ///< Kind::Cell: which
  std::string label;  ///< "√D", "max", … where the part has a name of its own
  double value = 0;   ///< in double, from the operands below it
  std::vector<DerivationPart> parts;
  const Site* site = nullptr;  ///< Kind::Cell: of its tensor, or of the tensor whose gradient it is

  /// Recomputes from the leaves' values alone.
  double evaluate() const;
};

/// "why this number?" for one cell.
struct Derivation {
  CellName cell;
  double value = 0;            ///< as stored in the tensor
  std::string formula;         ///< in the field's notation
  std::string operation;       ///< "softmax"
  DerivationPart root;         ///< empty constant where the cell is a leaf: a parameter or an input
  bool is_leaf = false;        ///< a parameter or input: nothing to derive
  bool edited = false;         ///< an intervention changed this cell: the derivation says how
  const Site* site = nullptr;  ///< of the cell's tensor, or of the tensor whose gradient it is

  /// The cells it is computed from, each once, in order.
  std::vector<CellName> operands() const;
};

/// Whether `tensor` is NAME.grad, the gradient of a tensor.
bool is_gradient(std::string_view tensor);
/// NAME of NAME.grad; any other name unchanged.
std::string_view value_name(std::string_view tensor);
/// NAME[i,j] of NAME.grad[i,j], and the other way round.
CellName value_cell(CellName cell);
CellName gradient_name(CellName cell);

/// The name of one cell.
CellName name_cell(const Recording& recording, const Node* node, Index offset);

/// `expression` with names and values; unnamed cells are replaced by what they are computed from.
DerivationPart resolve(const Recording& recording, const Expression& expression);

/// Explains cell `offset` of `node`. Unnamed intermediate tensors are seen through, down to named ones.
Derivation derive(const Recording& recording, const Node* node, Index offset);

}  // namespace attnlab
