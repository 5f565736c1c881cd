// Hand files as CSV, and which of the two a file is.
#include "core/io/hand/hand_file.h"

#include <algorithm>
#include <stdexcept>

#include "core/io/files/csv_lines.h"
#include "core/io/files/file.h"
#include "core/io/hand/hand_given.h"
#include "core/io/hand/hand_numbers.h"

namespace attnlab {

namespace {

constexpr std::uint64_t kMostBytes = 1 << 20;

bool is_option(const std::string& name) {
  return std::ranges::find(hand_option_names(), name) != hand_option_names().end();
}

/// Reads line by line into what the file gives.
class CsvHand {
 public:
  void take(std::vector<std::string> fields) {
    while (!fields.empty() && fields.back().find_first_not_of(" \t\r") == std::string::npos)
      fields.pop_back();
    if (fields.empty()) return;
    if (fields.size() == 2 && is_option(fields[0])) {
      given_.options[fields[0]] = fields[1];
    } else if (fields.size() == 1 && find_hand_member(fields[0])) {
      matrix_ = fields[0];
      given_.matrices[matrix_];
    } else {
      take_row(fields);
    }
  }
  HandAttention made() const { return given_.joined(); }

 private:
  void take_row(std::vector<std::string>& fields) {
    const bool is_text = !is_hand_number(fields[0]);
    if (matrix_.empty() || (is_text && fields.size() == 1)) refuse_hand_name(fields[0]);
    std::vector<std::string>& names = given_.row_names[matrix_];
    auto& rows = given_.matrices[matrix_];
    // The first row tells whether rows begin with a name, which may be a number in later ones.
    const bool named = rows.empty() ? is_text : !names.empty();
    if (named) names.push_back(fields[0]), fields.erase(fields.begin());
    std::vector<double>& row = rows.emplace_back();
    for (const std::string& cell : fields) row.push_back(hand_number(cell));
  }

  HandGiven given_;
  std::string matrix_;  ///< whose rows come
};

}  // namespace

HandAttention hand_from_csv(std::string_view text) {
  CsvHand hand;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.ends_with('\r')) one.remove_suffix(1);
    try {
      hand.take(csv_fields(one));
    } catch (const std::exception& error) {
      throw std::runtime_error("line " + std::to_string(line) + ": " + error.what());
    }
  }
  return hand.made();
}

std::string hand_to_csv(const HandAttention& hand) {
  std::string text = "score," + hand.score + "\n";
  if (score_kind(hand.score).has_sharpness) text += "beta," + hand_number_text(hand.sharpness) + "\n";
  text += "mask," + hand.mask + "\n";
  for (const HandMatrixKind& kind : hand_matrices()) {
    if (!reads(hand, kind)) continue;
    const HandMatrix& matrix = hand.*kind.cells;
    const bool named = kind.row_names && !(hand.*kind.row_names).empty();
    text += std::string(kind.member) + "\n";
    for (Index r = 0; r < matrix.rows; ++r) {
      std::string line;
      if (named) line = csv_field((hand.*kind.row_names)[r]);
      for (Index c = 0; c < matrix.columns; ++c)
        line += (line.empty() ? "" : ",") + hand_number_text(matrix.at(r, c));
      text += line + "\n";
    }
  }
  return text;
}

HandAttention read_hand_file(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending != ".json" && ending != ".csv")
    throw std::invalid_argument("the file name " + quoted(file) + " must end in .json or .csv");
  const std::string text = read_file(file, kMostBytes);
  try {
    return ending == ".json" ? hand_from_json(text) : hand_from_csv(text);
  } catch (const std::exception& error) {
    throw std::runtime_error(quoted(file) + ": " + error.what());
  }
}

}  // namespace attnlab
