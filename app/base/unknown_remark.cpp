// Unknown remark: names joined into a sentence.
#include "app/base/unknown_remark.h"

#include <algorithm>

namespace attnlab {

std::string unknown_remark(const std::vector<std::string>& tokens) {
  std::vector<std::string> named;
  for (const std::string& token : tokens)
    if (std::ranges::find(named, token) == named.end()) named.push_back(token);
  if (named.empty()) return "";
  std::string remark = named[0];
  for (std::size_t i = 1; i < named.size(); ++i)
    remark += (i + 1 == named.size() ? " and " : ", ") + named[i];
  return remark + (named.size() == 1 ? " is" : " are") + " not in the model's vocabulary";
}

}  // namespace attnlab
