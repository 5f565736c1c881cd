// Hand numbers: numbers as they are typed or pasted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// A number with a point, a true or a plain minus sign, spaces around. Throws std::invalid_argument that
/// shows a text that is no number, and as check_hand_number().
double hand_number(std::string_view text);

/// Whether a text is written as a number, even as one that cannot be typed.
bool is_hand_number(std::string_view text);

/// The shortest text that reads back as the number, with a plain minus sign.
std::string hand_number_text(double number);

/// Rows of equally many numbers, as spreadsheets copy cells: rows end with a line end or ";", numbers with a
/// tab; without tabs, with commas or spaces. Throws std::invalid_argument that names the row for a text that
/// is no number, rows that are not equally long, and no rows at all.
std::vector<std::vector<double>> hand_block(std::string_view text);

/// The text that hand_block() reads back: tabs between numbers, a line end after each row.
std::string hand_block_text(const std::vector<std::vector<double>>& rows);

}  // namespace attnlab
