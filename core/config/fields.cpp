// Fields: the generic half of every configuration object.
#include "core/config/fields.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

std::string limit_text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.10g", value);
  return buffer;
}

template <typename T>
bool holds(const Field& field) {
  return std::holds_alternative<T*>(field.value);
}

std::string allowed_text(const Field& field) {
  if (holds<bool>(field)) return "true or false";
  if (holds<std::string>(field)) {
    std::vector<std::string> names;
    for (const Choice& choice : field.choices) names.emplace_back(choice.name);
    return names.empty() ? "text" : either_of(names);
  }
  std::string kind = holds<Index>(field) ? "a whole number" : "a number";
  const bool low = std::isfinite(field.minimum), high = std::isfinite(field.maximum);
  if (low && high) return kind + " from " + limit_text(field.minimum) + " to " + limit_text(field.maximum);
  if (low) return kind + " of at least " + limit_text(field.minimum);
  if (high) return kind + " of at most " + limit_text(field.maximum);
  return kind;
}

[[noreturn]] void refuse(const Field& field, std::string_view section, std::string_view value) {
  throw std::invalid_argument(field_error(section, field.name, value, allowed_text(field)));
}

void check_field(const Field& field, std::string_view section) {
  const bool good = std::visit(
      [&](auto* value) {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::string>) {
          return field.choices.empty() ||
                 std::ranges::find(field.choices, *value, &Choice::name) != field.choices.end();
        } else if constexpr (std::is_same_v<T, bool>) {
          return true;
        } else {
          const auto number = double(*value);
          return number >= field.minimum && number <= field.maximum;  // false for NaN
        }
      },
      field.value);
  if (!good) refuse(field, section, field_text(field));
}

/// Puts a field's value back unless accept() is called: a refused value leaves nothing behind.
class Restore {
 public:
  explicit Restore(const Field& field) : field_(field) {
    std::visit([this](auto* value) { before_ = *value; }, field.value);
  }
  ~Restore() {
    if (accepted_) return;
    std::visit([this](auto* value) { *value = std::get<std::remove_pointer_t<decltype(value)>>(before_); },
               field_.value);
  }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;
  void accept() { accepted_ = true; }

 private:
  const Field& field_;
  std::variant<Index, double, bool, std::string> before_;
  bool accepted_ = false;
};

template <typename Number>
bool parse_number(std::string_view text, Number& value) {
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

bool assign_text(const Field& field, std::string_view text) {
  if (auto* const* flag = std::get_if<bool*>(&field.value)) {
    **flag = text == "true";
    return text == "true" || text == "false";
  }
  if (auto* const* number = std::get_if<Index*>(&field.value)) return parse_number(text, **number);
  if (auto* const* number = std::get_if<double*>(&field.value)) return parse_number(text, **number);
  *std::get<std::string*>(field.value) = text;
  return true;
}

bool assign_json(const Field& field, const nlohmann::json& value) {
  if (auto* const* flag = std::get_if<bool*>(&field.value)) {
    if (value.is_boolean()) **flag = value.get<bool>();
    return value.is_boolean();
  }
  if (auto* const* number = std::get_if<Index*>(&field.value)) {
    if (value.is_number_integer()) **number = value.get<Index>();
    return value.is_number_integer();
  }
  if (auto* const* number = std::get_if<double*>(&field.value)) {
    if (value.is_number()) **number = value.get<double>();
    return value.is_number();
  }
  if (value.is_string()) *std::get<std::string*>(field.value) = value.get<std::string>();
  return value.is_string();
}

}  // namespace

const Field& find_field(const Fields& fields, std::string_view name, std::string_view section) {
  for (const Field& field : fields) {
    if (field.name == name) return field;
  }
  std::vector<std::string> names;
  for (const Field& field : fields) names.emplace_back(field.name);
  throw std::invalid_argument("there is no option " + std::string(section) + "." + std::string(name) +
                              did_you_mean(name, names));
}

std::string field_error(std::string_view section, std::string_view field, std::string_view value,
                        std::string_view allowed) {
  return std::string(section) + "." + std::string(field) + " is " +
         (value.empty() ? "empty" : std::string(value)) + ", but must be " + std::string(allowed);
}

std::string left_at_usual(const IdleOption& idle) {
  return (idle.usual.empty() ? "left empty: " : "left at " + idle.usual + ": ") + idle.reason;
}

std::string field_text(const Field& field) {
  return std::visit(
      [](auto* value) -> std::string {
        using T = std::remove_pointer_t<decltype(value)>;
        if constexpr (std::is_same_v<T, std::string>) return *value;
        if constexpr (std::is_same_v<T, bool>) return *value ? "true" : "false";
        if constexpr (std::is_same_v<T, Index>) return std::to_string(*value);
        if constexpr (std::is_same_v<T, double>) return limit_text(*value);
      },
      field.value);
}

nlohmann::ordered_json fields_to_json(const Fields& fields) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Field& field : fields) {
    std::visit([&](auto* value) { json[std::string(field.name)] = *value; }, field.value);
  }
  return json;
}

void fields_from_json(const nlohmann::json& json, const Fields& fields, std::string_view section) {
  if (!json.is_object()) throw std::invalid_argument(std::string(section) + " must be a JSON object");
  for (const auto& [name, value] : json.items()) {
    const Field& field = find_field(fields, name, section);
    Restore restore(field);
    if (!assign_json(field, value)) refuse(field, section, value.dump());
    check_field(field, section);
    restore.accept();
  }
}

void set_field(const Fields& fields, std::string_view name, std::string_view text, std::string_view section) {
  const Field& field = find_field(fields, name, section);
  Restore restore(field);
  if (!assign_text(field, text)) refuse(field, section, text);
  check_field(field, section);
  restore.accept();
}

void check_fields(const Fields& fields, std::string_view section) {
  for (const Field& field : fields) check_field(field, section);
}

std::string fields_help(const Fields& fields, std::string_view section) {
  std::string out;
  for (const Field& field : fields) {
    std::string left = "  " + std::string(section) + "." + std::string(field.name) + "=" + field_text(field);
    if (left.size() < 38) left.resize(38, ' ');
    out += left + "  " + std::string(tr(field.help)) + " (" + allowed_text(field) + ")\n";
  }
  return out;
}

}  // namespace attnlab
