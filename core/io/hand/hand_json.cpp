// Hand files as JSON.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/io/files/file.h"
#include "core/io/files/json_text.h"
#include "core/io/hand/hand_file.h"
#include "core/io/hand/hand_given.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

double number_from(const Json& json, const std::string& where) {
  if (!json.is_number())
    throw std::runtime_error(where + " must be a number, but is " + quoted(std::string_view(json.dump())));
  return json.get<double>();
}

std::string text_from(const Json& json, const std::string& where) {
  if (!json.is_string()) throw std::runtime_error(where + " must be a string");
  return json.get<std::string>();
}

const Json& array_from(const Json& json, const std::string& where) {
  if (!json.is_array()) throw std::runtime_error(where + " must be an array");
  return json;
}

std::vector<double> row_from(const Json& json, const std::string& where) {
  std::vector<double> row;
  for (const Json& cell : array_from(json, where))
    row.push_back(number_from(cell, where + "[" + std::to_string(row.size()) + "]"));
  return row;
}

/// An array of rows, or of the numbers of a single one.
std::vector<std::vector<double>> rows_from(const Json& json, const std::string& where) {
  const Json& array = array_from(json, where);
  if (!array.empty() && array[0].is_number()) return {row_from(array, where)};
  std::vector<std::vector<double>> rows;
  for (const Json& row : array)
    rows.push_back(row_from(row, where + "[" + std::to_string(rows.size()) + "]"));
  return rows;
}

std::vector<std::string> names_from(const Json& json, const std::string& where) {
  std::vector<std::string> names;
  for (const Json& name : array_from(json, where)) names.push_back(text_from(name, "a name of " + where));
  return names;
}

void take_member(const std::string& name, const Json& value, HandGiven& given) {
  if (name == "beta") {
    given.options["beta"] = hand_number_text(number_from(value, name));
  } else if (name == "score" || name == "mask") {
    given.options[name] = text_from(value, name);
  } else if (name == "query_names") {
    given.row_names["queries"] = names_from(value, name);
  } else if (name == "key_names") {
    given.row_names["keys"] = names_from(value, name);
  } else if (find_hand_member(name)) {
    given.matrices[name] = rows_from(value, name);
  } else {
    refuse_hand_name(name);
  }
}

OrderedJson matrix_json(const HandMatrix& matrix) {
  OrderedJson rows = OrderedJson::array();
  for (Index r = 0; r < matrix.rows; ++r) {
    OrderedJson row = OrderedJson::array();
    for (Index c = 0; c < matrix.columns; ++c) row.push_back(matrix.at(r, c));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

HandAttention hand_from_json(std::string_view text) {
  const Json json = parse_json(text);
  if (!json.is_object()) throw std::runtime_error("the file must contain a JSON object");
  HandGiven given;
  for (const auto& [name, value] : json.items()) take_member(name, value, given);
  return given.joined();
}

OrderedJson hand_to_json(const HandAttention& hand) {
  OrderedJson json = {{"score", hand.score}};
  if (score_kind(hand.score).has_sharpness) json["beta"] = hand.sharpness;
  json["mask"] = hand.mask;
  if (!hand.query_names.empty()) json["query_names"] = hand.query_names;
  if (!hand.key_names.empty()) json["key_names"] = hand.key_names;
  for (const HandMatrixKind& kind : hand_matrices())
    if (reads(hand, kind)) json[std::string(kind.member)] = matrix_json(hand.*kind.cells);
  return json;
}

}  // namespace attnlab
