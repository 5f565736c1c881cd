// Family names: the tensors of a folder, found by the names that a family gives them.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "core/io/families/model_family.h"
#include "core/io/tensor_folder.h"

namespace attnlab {

/// Finds a tensor with any prefix before its name (the family's prefix, and what wrappers of PyTorch add),
/// whether it has the name of older files, and where the files only say that its cells are another tensor's.
class FamilyNames {
 public:
  FamilyNames(const ModelFamily& family, const TensorFolder& folder);

  /// The tensor that the family calls `name`, without its prefix.
  StoredTensor find(const std::string& name) const;
  /// The tensor that the files hold under exactly this name, after any prefix.
  StoredTensor called(const std::string& name) const;
  /// `stored`, a name in the files, as the family has it.
  std::string family_name(std::string_view stored) const;

 private:
  const ModelFamily& family_;
  std::map<std::string, StoredTensor> tensors_;  ///< by the family's names
};

}  // namespace attnlab
