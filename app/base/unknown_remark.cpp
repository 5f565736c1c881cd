// Unknown remark: names joined into a sentence.
#include "app/base/unknown_remark.h"

#include <algorithm>

#include "core/language/messages.h"

namespace attnlab {

std::string unknown_remark(const std::vector<std::string>& tokens) {
  std::vector<std::string> named;
  for (const std::string& token : tokens)
    if (std::ranges::find(named, token) == named.end()) named.push_back(token);
  if (named.empty()) return "";
  std::string list = named[0];
  for (std::size_t i = 1; i + 1 < named.size(); ++i) list += ", " + named[i];
  if (named.size() > 1) list = tr("{1} and {2}", list, named.back());
  return tr_plural("{1} is not in the model's vocabulary", "{1} are not in the model's vocabulary",
                   static_cast<std::int64_t>(named.size()), list);
}

}  // namespace attnlab
