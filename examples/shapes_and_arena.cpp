// Lays a tensor out in an arena, writes one cell and finds it again by its place in memory.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>

#include "core/tensor/arena.h"
#include "core/tensor/shape.h"

int main() {
  using namespace attnlab;
  const Shape scores{2, 4, 8, 8};  // [B,H,Tq,Tk]
  Arena arena;
  Real* cells = arena.array<Real>(scores.size());
  std::fill_n(cells, scores.size(), Real{0});

  const std::array<Index, 4> cell{1, 2, 5, 3};  // second sequence, third head, query 5, key 3
  cells[scores.offset(cell)] = Real{1};

  const Index found = std::find(cells, cells + scores.size(), Real{1}) - cells;
  const auto index = scores.index_of(found);
  std::cout << "scores " << scores.text() << " holds " << scores.size() << " cells in " << arena.used()
            << " bytes; cell [" << index[0] << "," << index[1] << "," << index[2] << "," << index[3]
            << "] is number " << found << "\n";
  return index == cell ? EXIT_SUCCESS : EXIT_FAILURE;
}
