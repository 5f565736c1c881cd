// Fields: configuration as data. One table gives JSON, --set, validation and help.
#pragma once

#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// One value that an option with a list of values can have.
struct Choice {
  std::string_view name;
  std::string_view title;  ///< on screen

  constexpr Choice(const char* both) : name(both), title(both) {}
  constexpr Choice(std::string_view own_name, std::string_view shown) : name(own_name), title(shown) {}
};

/// One option of a configuration object: where its value is stored, what it may be, what it means.
struct Field {
  std::string_view name;
  std::variant<Index*, double*, bool*, std::string*> value;
  std::string_view help;
  double minimum = -std::numeric_limits<double>::infinity();  ///< numbers: least allowed
  double maximum = std::numeric_limits<double>::infinity();   ///< numbers: greatest allowed
  std::vector<Choice> choices = {};                           ///< strings: allowed values; empty: any
  /// Another number of the object: where that is 0, this option would do nothing.
  std::string_view needs = {};
};

/// An option that does nothing beside the others of its object.
struct IdleOption {
  Field field;
  std::string usual;   ///< its default, as text
  std::string reason;  ///< why it does nothing
};

/// All options of one object, in the order in which they are shown. Points into that object.
using Fields = std::vector<Field>;

/// The option of that name. Throws std::invalid_argument with near names.
const Field& find_field(const Fields& fields, std::string_view name, std::string_view section);

/// {"name": value, …} in table order.
nlohmann::ordered_json fields_to_json(const Fields& fields);

/// Sets each member of `json`; those it lacks keep their value. Throws std::invalid_argument naming
/// `section.field`, the value and what is allowed, for unknown names, wrong types and bad values.
void fields_from_json(const nlohmann::json& json, const Fields& fields, std::string_view section);

/// Sets one field from its text form ("true", "12", "1e-3", "gelu"). Throws like fields_from_json.
void set_field(const Fields& fields, std::string_view name, std::string_view text, std::string_view section);

/// Checks every value against its range or choices. Throws like fields_from_json.
void check_fields(const Fields& fields, std::string_view section);

/// The value as text, as `set_field` reads it.
std::string field_text(const Field& field);

/// One line a field for --help: "name = default   help (1 … 64)".
std::string fields_help(const Fields& fields, std::string_view section);

/// What an idle option must be: "left at 256: REASON".
std::string left_at_usual(const IdleOption& idle);

/// "section.field is VALUE, but must be ALLOWED": the one form of such messages.
std::string field_error(std::string_view section, std::string_view field, std::string_view value,
                        std::string_view allowed);

}  // namespace attnlab
