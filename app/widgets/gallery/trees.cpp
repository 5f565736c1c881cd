// Gallery page with trees.
#include "app/widgets/base/controls.h"
#include "app/widgets/gallery/gallery.h"
#include "app/widgets/tokens/tree.h"

namespace attnlab {

void Gallery::trees_page() {
  const TreeNode nodes[] = {
      {.depth = 0, .text = "the", .detail = "-0.36", .weight = 0.7f, .lit = true},
      {.depth = 0, .text = "a", .detail = "-1.61", .weight = 0.2f},
      {.depth = 0, .text = "some", .detail = "-3.00", .weight = 0.05f, .alive = false},
      {.parent = 0, .depth = 1, .text = "cat", .detail = "-0.87", .weight = 0.6f, .lit = true},
      {.parent = 0, .depth = 1, .text = "dog", .detail = "-1.74", .weight = 0.25f},
      {.parent = 1,
       .depth = 1,
       .text = "incomprehensibility",
       .detail = "-4.61",
       .weight = 0.05f,
       .alive = false},
      {.parent = 3, .depth = 2, .text = "sleeps", .detail = "-1.20", .weight = 0.72f, .lit = true},
      {.parent = 4, .depth = 2, .text = "<eos>", .detail = "-2.10", .weight = 0.7f, .ended = true},
      {.parent = 3, .depth = 2, .text = "eats", .detail = "-3.90", .weight = 0.05f, .alive = false},
      {.parent = 6,
       .depth = 3,
       .text = "<eos>",
       .detail = "-1.25",
       .weight = 0.95f,
       .ended = true,
       .lit = true}};
  group_label("the path that is looked at, what went on, what was dropped, and ends");
  const TreeResult drawn = tree("tree", nodes, {.root = "<sos>", .target = "tree"});
  if (drawn.clicked >= 0) ++clicks_;
  ImGui::Dummy({0, em()});
  group_label("one node; none");
  tree("one", {nodes, 1}, {.root = "the text"});
  ImGui::Dummy({0, em()});
  tree("none", {}, {.root = "the text"});
  ImGui::Dummy({0, em()});
  draw_columns();
}

}  // namespace attnlab
