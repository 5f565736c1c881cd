// Unknown remark: what of a text a model cannot read, in one sentence.
#pragma once

#include <string>
#include <vector>

namespace attnlab {

/// "a and b are not in the model's vocabulary": `tokens` as they are to be shown, each named once; "" of
/// none.
std::string unknown_remark(const std::vector<std::string>& tokens);

}  // namespace attnlab
