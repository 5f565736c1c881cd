// Keeps looks by the names of their maps.
#include "app/state/matrix_look.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace attnlab {
namespace {

/// Far more maps than a screen holds.
constexpr std::size_t kMostLooks = 64;

std::string place_text(double value) {
  std::ostringstream out;
  out.precision(7);
  out << value;
  return out.str();
}

}  // namespace

const MatrixLook* find_look(const MatrixLooks& looks, std::string_view map) {
  const auto found = std::ranges::find(looks, map, &MatrixLook::map);
  return found == looks.end() ? nullptr : &*found;
}

void keep_look(MatrixLooks& looks, MatrixLook look) {
  std::erase_if(looks, [&](const MatrixLook& kept) { return kept.map == look.map; });
  looks.push_back(std::move(look));
  if (looks.size() > kMostLooks) looks.erase(looks.begin());
}

Command look_command(const MatrixLook& look) {
  return {"matrix.look",
          {look.map, place_text(look.across.zoom), place_text(look.across.middle), place_text(look.down.zoom),
           place_text(look.down.middle), std::to_string(look.rows), std::to_string(look.columns)}};
}

}  // namespace attnlab
