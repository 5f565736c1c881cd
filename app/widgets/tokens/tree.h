// A tree that grows from left to right, one column a depth: the candidates of a search.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/widgets/base/draw.h"

namespace attnlab {

/// One node; parents come before their children.
struct TreeNode {
  int parent = -1;       ///< index of the node before it; −1: the root
  int depth = 0;         ///< its column
  std::string text{};    ///< on its face
  std::string detail{};  ///< small, below it
  float weight = 1;      ///< 0 to 1: how strong the line to it is
  bool alive = true;     ///< went on; others are faint
  bool ended = false;    ///< a leaf that is an end, not a loss
  bool lit = false;      ///< on the path that is looked at
};

/// Places of nodes: column is the depth, rows are counted from the top. Nodes keep their order within a
/// depth, so that the best are at the top where they come first. Pure.
struct TreePlaces {
  std::vector<int> row;
  int columns = 0, rows = 0;
};
TreePlaces tree_places(std::span<const TreeNode> nodes);

struct TreeOptions {
  std::string root{};    ///< text of the root
  float column = 0;      ///< pixels from column to column; 0: as the texts need
  std::string target{};  ///< nodes are NAME[i,0] for scripts
};

struct TreeResult {
  Box bounds;
  int hovered = -1, clicked = -1;
};

TreeResult tree(const char* id, std::span<const TreeNode> nodes, const TreeOptions& options = {});

}  // namespace attnlab
