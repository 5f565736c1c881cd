// Finds and stores looks by the names of their maps.
#include "app/base/matrix_look.h"

#include <algorithm>
#include <utility>

namespace attnlab {
namespace {

/// Far more maps than a screen holds.
constexpr std::size_t kMostLooks = 64;

}  // namespace

const MatrixLook* find_look(const MatrixLooks& looks, std::string_view map) {
  const auto found = std::ranges::find(looks, map, &MatrixLook::map);
  return found == looks.end() ? nullptr : &*found;
}

void remember_look(MatrixLooks& looks, MatrixLook look) {
  std::erase_if(looks, [&](const MatrixLook& other) { return other.map == look.map; });
  looks.push_back(std::move(look));
  if (looks.size() > kMostLooks) looks.erase(looks.begin());
}

}  // namespace attnlab
