// Size text: sums of products of a model's sizes as people write them, "4·d² + 4·d".
#pragma once

#include <string>

#include "core/models/sizes/parameter_lines.h"

namespace attnlab {

/// "2·d·F + d + F".
std::string terms_text(const SizeTerms& terms);
/// The same with the values of a model put in: "2·768·3,072 + 768 + 3,072".
std::string terms_in_numbers(const SizeTerms& terms, const ModelConfig& config);

/// The terms, in brackets where several layers have them: "12 × (4·d² + 4·d)".
std::string line_text(const ParameterLine& line);
std::string line_in_numbers(const ParameterLine& line, const ModelConfig& config);
/// "= 12 × 2,362,368": the number of one layer, where there are several.
std::string line_count(const ParameterLine& line);

/// One block of a stack, in its width alone where other widths are multiples of it: "12·d² + 13·d =
/// 12·768² + 13·768 = 7,087,872".
std::string block_text(const ParameterLine& block, const ModelConfig& config);
/// "F = 4·d" where block_text() wrote the feed-forward width so; "" where it did not.
std::string block_condition(const ParameterLine& block, const ModelConfig& config);

/// "d = 768, F = 3,072": the letters of these lines with their values in a model.
std::string letters_text(const std::vector<ParameterLine>& lines, const ModelConfig& config);

}  // namespace attnlab
