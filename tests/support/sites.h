// Sites for tests that name tensors of their own.
#pragma once

#include <deque>
#include <map>
#include <string>

#include "core/autograd/parameters.h"

namespace attnlab::testing {

/// The site of this name, which lives as long as the tests; equal names have one site.
inline const Site& site(const std::string& name) {
  struct Owned {
    std::string name;
    Site site;
  };
  static std::deque<Owned> owned;
  static std::map<std::string, const Site*> sites;
  const Site*& found = sites[name];
  if (!found) {
    Owned& made = owned.emplace_back(Owned{name, {}});
    made.site.name = made.name;
    found = &made.site;
  }
  return *found;
}

/// A parameter outside of all parts.
inline ParameterId add_parameter(ParameterLayout& layout, const std::string& name, const Shape& shape,
                                 Initializer initializer) {
  return layout.add(Place(), site(name), shape, initializer);
}

}  // namespace attnlab::testing
