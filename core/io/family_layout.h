// A family's layout: where each parameter of ours stands among the tensors of a family's files.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "core/autograd/parameters.h"
#include "core/io/families/model_family.h"
#include "core/ops/attention/rotary.h"

namespace attnlab {

/// A row of a family as it is for one model, with the name of the tensor in one layer.
struct FamilyPlace {
  FamilyTensor row;
  std::string theirs;  ///< without the family's prefix
};

/// The rows of a family, by the parameters of one model.
class FamilyPlaces {
 public:
  FamilyPlaces(const ModelFamily& family, const ModelConfig& config);

  /// Throws std::logic_error if the family has no row of it.
  const FamilyPlace& of(const Parameter& parameter) const;
  /// The name of the tensor that is the parameter `ours`; "" where the family has none for the model.
  std::string name_of(const std::string& ours) const;
  /// `name` in each layer, where it has a number of a layer; else once.
  std::vector<std::string> in_layers(std::string_view name) const;

 private:
  const ModelFamily& family_;
  Index layers_;
  std::unordered_map<std::string, FamilyPlace> places_;
};

/// The shape of the whole tensor in the file.
Shape stored_shape(const ModelConfig& config, const Parameter& parameter, const FamilyTensor& row);

/// Which row of the tensor, of as many cells as a row of ours, is row number `own` of the parameter. For
/// layouts other than Columns. A vector has rows of one cell.
Index stored_row(const Parameter& parameter, const FamilyTensor& row, const RotaryTurns& turns, Index own);

/// Whether the rows of ours stand one behind the other in the file.
bool in_one_piece(FamilyLayout layout);

/// Whether the tensor lies as columns: a vector never does.
bool lies_as_columns(const Parameter& parameter, const FamilyTensor& row);

}  // namespace attnlab
