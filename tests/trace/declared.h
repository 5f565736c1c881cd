// Whether a tensor's site and place are complete.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/autograd/place.h"
#include "core/autograd/site.h"

namespace attnlab::testing {

/// The missing part of a site; "" for a complete one.
inline std::string lack_of(const Site& site, const Place& place, const Shape& shape) {
  if (site.axes.size() != static_cast<std::size_t>(shape.rank()))
    return "its site has " + std::to_string(site.axes.size()) + " axes";
  if (site.cell.empty() || site.title.empty() || site.sentence.empty()) return "its site has no words";
  if (place.title().empty()) return "its place has no title";
  return place.kind() == PartKind::Group ? "its place does nothing" : "";
}

inline void expect_declared(const std::string& name, const Site& site, const Place& place,
                            const Shape& shape) {
  const std::string lack = lack_of(site, place, shape);
  if (!lack.empty()) ADD_FAILURE() << name << " " << shape.text() << ": " << lack;
}

}  // namespace attnlab::testing
