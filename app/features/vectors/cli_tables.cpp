// Answers about vectors: making the tables.
#include "app/features/vectors/cli_tables.h"

#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab::vectors {
namespace {

const std::string& name_of(const VectorSet& set, Index row) {
  return set.names[static_cast<std::size_t>(row)];
}

Table near_table(const char* name, const VectorSet& set, std::span<const Neighbour> near) {
  Table table(name, {tr_mark("row"), token_column(tr_mark("token")), tr_mark("cosine")});
  for (const Neighbour& each : near) table.add({each.id, name_of(set, each.id), each.cosine});
  return table;
}

Table analogy_table(const Questions& asked, const VectorSet& set) {
  const Index rows[] = {row_named(set, asked.analogy[0]), row_named(set, asked.analogy[1]),
                        row_named(set, asked.analogy[2])};
  return near_table(
      tr_mark("analogy"), set,
      nearest_rows(set.rows, attnlab::analogy(set.rows, rows[0], rows[1], rows[2]), asked.top, rows));
}

/// One row per word, with its cosine with each word.
Table similarity_table(const Questions& asked, const VectorSet& set) {
  std::vector<Index> rows;
  std::vector<Column> columns{token_column(tr_mark("token"))};
  for (const std::string& word : asked.similarity) {
    rows.push_back(row_named(set, word));
    columns.emplace_back(word);
  }
  const std::vector<float> cosines = similarity_matrix(set.rows, rows);
  Table table(tr_mark("similarity"), std::move(columns));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<TableCell> row{name_of(set, rows[i])};
    for (std::size_t j = 0; j < rows.size(); ++j) row.emplace_back(cosines[i * rows.size() + j]);
    table.add(std::move(row));
  }
  return table;
}

/// A component by its number from 1.
Index component_number(Index number, const Pca& pca) {
  if (number > pca.width)
    throw std::invalid_argument(
        tr("there is no component {1}: use 1 to {2}", std::to_string(number), std::to_string(pca.width)));
  return number - 1;
}

}  // namespace

std::vector<Table> answers(const Questions& asked, const VectorSet& set) {
  std::vector<Table> all;
  if (!asked.nearest.empty())
    all.push_back(near_table(tr_mark("nearest"), set,
                             nearest_rows(set.rows, row_named(set, asked.nearest), asked.top)));
  if (!asked.analogy.empty()) all.push_back(analogy_table(asked, set));
  if (!asked.similarity.empty()) all.push_back(similarity_table(asked, set));
  return all;
}

Table points_table(const VectorSet& set, const VectorPlane& plane) {
  Table table(tr_mark("points"), {tr_mark("row"), token_column(tr_mark("token")), "x", "y"});
  const std::vector<PlanePoint> points = plane.points(set.rows);
  for (std::size_t i = 0; i < points.size(); ++i)
    table.add({i, name_of(set, static_cast<Index>(i)), points[i].x, points[i].y});
  return table;
}

VectorPlane wanted_plane(const Questions& asked, const VectorSet& set, std::vector<Table>& tables) {
  if (asked.project == "directions") {
    const auto axis = [&](const std::vector<std::string>& words) {
      return direction_axis(set.rows, {row_named(set, words[0]), row_named(set, words[1])});
    };
    return {axis(asked.across), axis(asked.up)};
  }
  const Pca pca = principal_components(set.rows);
  Table table(tr_mark("components"), {tr_mark("component"), tr_mark("variance"), tr_mark("share")});
  for (const Index number : asked.components) {
    const Index component = component_number(number, pca);
    table.add({number, pca.variances[static_cast<std::size_t>(component)], pca.share(component)});
  }
  tables.push_back(std::move(table));
  return {component_axis(pca, asked.components[0] - 1), component_axis(pca, asked.components[1] - 1)};
}

Table list_table(const std::vector<VectorTable>& all) {
  Table table(tr_mark("tables"), {tr_mark("kind"), tr_mark("name"), tr_mark("vectors"), tr_mark("title")});
  for (const VectorTable& each : all) table.add({each.kind->name, each.name, each.count, each.title});
  return table;
}

}  // namespace attnlab::vectors
