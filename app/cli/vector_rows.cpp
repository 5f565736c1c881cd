// Vector rows: making the tables.
#include "app/cli/vector_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attnlab {
namespace {

GrowingTable empty_table(std::string name) {
  return {std::move(name), std::make_shared<VectorsJson>(VectorsJson::array())};
}

void add_near(const VectorsAt& at, const std::string& table, std::span<const Neighbour> near) {
  for (const Neighbour& each : near)
    at.add(table, {{"row", each.id}, {"token", at.name(each.id)}, {"cosine", each.cosine}});
}

void add_analogy(const VectorsAt& at) {
  const std::vector<std::string>& words = at.options.analogy;
  if (words.empty()) return;
  const Index rows[] = {row_named(at.set, words[0]), row_named(at.set, words[1]),
                        row_named(at.set, words[2])};
  add_near(at, "analogy",
           nearest_rows(at.set.rows, analogy(at.set.rows, rows[0], rows[1], rows[2]), at.options.top, rows));
}

/// A row a word, with its cosine with each.
void add_similarity(const VectorsAt& at) {
  std::vector<Index> rows;
  for (const std::string& word : at.options.similarity) rows.push_back(row_named(at.set, word));
  const std::vector<float> cosines = similarity_matrix(at.set.rows, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    VectorsJson row{{"token", at.name(rows[i])}};
    for (std::size_t j = 0; j < rows.size(); ++j)
      row[at.options.similarity[j]] = cosines[i * rows.size() + j];
    at.add("similarity", row);
  }
}

/// A component by its number from 1.
Index component_number(Index number, const Pca& pca) {
  if (number > pca.width)
    throw std::invalid_argument("component " + std::to_string(number) + " is not from 1 to " +
                                std::to_string(pca.width));
  return number - 1;
}

}  // namespace

void VectorsAt::add(const std::string& table, const VectorsJson& row) const {
  auto found = std::ranges::find(tables, table, &GrowingTable::name);
  if (found == tables.end()) found = tables.insert(tables.end(), empty_table(table));
  VectorsJson whole = VectorsJson::object();
  if (names_step) whole["step"] = step;
  whole.update(row);
  found->rows->push_back(std::move(whole));
}

void add_vector_answers(const VectorsAt& at) {
  if (!at.options.nearest.empty())
    add_near(at, "nearest", nearest_rows(at.set.rows, row_named(at.set, at.options.nearest), at.options.top));
  add_analogy(at);
  add_similarity(at);
}

void add_plane_points(const VectorsAt& at, const VectorPlane& plane) {
  const std::vector<PlanePoint> points = plane.points(at.set.rows);
  for (std::size_t i = 0; i < points.size(); ++i)
    at.add("points",
           {{"row", i}, {"token", at.name(static_cast<Index>(i))}, {"x", points[i].x}, {"y", points[i].y}});
}

VectorPlane wanted_plane(const VectorsAt& at) {
  const VectorSet& newest = at.set;
  const VectorsOptions& o = at.options;
  if (o.project == "directions") {
    const auto axis = [&](const std::vector<std::string>& words) {
      return direction_axis(newest.rows, {row_named(newest, words[0]), row_named(newest, words[1])});
    };
    return {axis(o.across), axis(o.up)};
  }
  const Pca pca = principal_components(newest.rows);
  for (const Index number : o.components)
    at.add("components",
           {{"component", number},
            {"variance", pca.variances[static_cast<std::size_t>(component_number(number, pca))]},
            {"share", pca.share(component_number(number, pca))}});
  return {component_axis(pca, component_number(o.components[0], pca)),
          component_axis(pca, component_number(o.components[1], pca))};
}

GrowingTable vector_table_list(const std::vector<VectorTable>& all) {
  GrowingTable list = empty_table("tables");
  for (const VectorTable& table : all)
    list.rows->push_back(
        {{"kind", table.kind->name}, {"name", table.name}, {"vectors", table.count}, {"title", table.title}});
  return list;
}

}  // namespace attnlab
