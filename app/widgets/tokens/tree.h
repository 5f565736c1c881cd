// A tree from left to right, one column per depth: the candidates of a search.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// One node; parents come before their children.
struct TreeNode {
  int parent = -1;       ///< index of the parent; −1: the root
  int depth = 0;         ///< its column
  std::string text{};    ///< on the node
  std::string detail{};  ///< small, below the node
  float weight = 1;      ///< 0 to 1: strength of the line to the node
  bool alive = true;     ///< the search continued from the node; others are faint
  bool ended = false;    ///< a finished sequence, not a dropped one
  bool lit = false;      ///< on the selected path
};

/// Places of nodes: column is the depth, rows are counted from the top. Within a depth nodes are in the
/// given order, so that the best are at the top if they come first. Pure.
struct TreePlaces {
  std::vector<int> row;
  int columns = 0, rows = 0;
};
TreePlaces tree_places(std::span<const TreeNode> nodes);

struct TreeOptions {
  std::string root{};    ///< text of the root
  float column = 0;      ///< pixels from column to column; 0: as wide as the texts need
  std::string target{};  ///< nodes are NAME[i,0] for scripts
};

struct TreeResult {
  Box bounds;
  int hovered = -1, clicked = -1;
};

TreeResult tree(const char* id, std::span<const TreeNode> nodes, const TreeOptions& options = {});

}  // namespace attnlab
