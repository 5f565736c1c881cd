// Judges what is painted: masks and weights.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "app/lessons/judging.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

std::vector<std::string> mask_of(const Exercise& e) { return e.picture; }

/// The model's weights, rows × columns of the picture. With another number of them, rows would shift.
std::vector<std::vector<double>> true_weights(const Exercise& e, const ExpressionSource& source) {
  std::istringstream in(e.answer.value(source));
  std::vector<double> all;
  for (double weight = 0; in >> weight;) all.push_back(weight);
  const std::size_t columns = e.picture.front().size();
  if (all.size() != e.picture.size() * columns)
    throw std::invalid_argument(tr("{1} has {2} numbers, but the picture has {3} × {4} cells",
                                   e.answer.text(), std::to_string(all.size()),
                                   std::to_string(e.picture.size()), std::to_string(columns)));
  std::vector<std::vector<double>> rows;
  for (auto at = all.begin(); at != all.end(); at += static_cast<std::ptrdiff_t>(columns))
    rows.emplace_back(at, at + static_cast<std::ptrdiff_t>(columns));
  return rows;
}

/// The mean over rows of half the sum of absolute differences: 0 to 1.
double distance(const Exercise& e, const std::vector<std::vector<double>>& truth, const Answer& painted) {
  double sum = 0;
  for (std::size_t r = 0; r < truth.size(); ++r) {
    const std::vector<double> row = painted_row(e, painted[r]);
    for (std::size_t c = 0; c < row.size(); ++c) sum += std::abs(row[c] - truth[r][c]) / 2;
  }
  return sum / double(truth.size());
}

/// A weight in tenths, as a digit.
Answer digits_of(const std::vector<std::vector<double>>& weights) {
  Answer rows;
  for (const auto& row : weights) {
    rows.emplace_back();
    for (const double weight : row)
      rows.back() += static_cast<char>('0' + std::clamp(static_cast<int>(std::lround(weight * 10)), 0, 9));
  }
  return rows;
}

std::string joined(const Answer& rows) {
  std::string all;
  for (const std::string& row : rows) all += (all.empty() ? "" : "/") + row;
  return all;
}

void check_painted(const Exercise& e, const Answer& answer) {
  const char most = paints_weights(e) ? '9' : '1';
  const auto fits = [&](std::size_t r) {
    return answer[r].size() == e.picture[r].size() &&
           std::ranges::all_of(answer[r], [&](char c) { return c >= '0' && c <= most; });
  };
  bool all = answer.size() == e.picture.size();
  for (std::size_t r = 0; all && r < answer.size(); ++r) all = fits(r);
  if (!all)
    throw std::invalid_argument(tr("answer {1} with {2} rows of {3} digits", e.id,
                                   std::to_string(e.picture.size()),
                                   std::to_string(e.picture.front().size())));
}

}  // namespace

/// Weights are compared with the model's, masks with the lesson's own rows.
bool paints_weights(const Exercise& e) { return !e.answer.empty(); }

std::vector<double> painted_row(const Exercise& e, const std::string& digits) {
  std::vector<double> row;
  double sum = 0;
  for (const char digit : digits) {
    row.push_back(digit - '0');
    sum += row.back();
  }
  if (paints_weights(e) && sum > 0)
    for (double& weight : row) weight /= sum;
  return row;
}

void check_picture(const Exercise& e) {
  if (e.picture.empty()) throw std::invalid_argument(tr("paint needs the field picture"));
  const std::size_t columns = e.picture.front().size();
  for (const std::string& row : e.picture)
    if (row.empty() || row.size() != columns || row.find_first_not_of("01") != std::string::npos)
      throw std::invalid_argument(
          tr("the picture must be rows of 0 and 1 of equal length, such as 100/110/111"));
  if (e.picture.size() > 16 || columns > 16)
    throw std::invalid_argument(tr("a picture can have at most 16 × 16 cells"));
  if ((!e.rows.empty() && e.rows.size() != e.picture.size()) ||
      (!e.columns.empty() && e.columns.size() != columns))
    throw std::invalid_argument(
        tr("rows and columns need as many words as the picture has rows and columns"));
  if (paints_weights(e) && !(e.tolerance > 0 && e.tolerance < 1))
    throw std::invalid_argument(tr("painted weights need a tolerance between 0 and 1"));
}

Judgement judge_picture(const Exercise& e, const Answer& answer, const ExpressionSource& source) {
  check_painted(e, answer);
  bool right = false;
  Answer truth = mask_of(e);
  if (paints_weights(e)) {
    const auto weights = true_weights(e, source);
    right = distance(e, weights, answer) <= e.tolerance;
    truth = digits_of(weights);
  } else {
    right = answer == truth;
  }
  return {right ? Judgement::Kind::Right : Judgement::Kind::Wrong, right ? e.right : e.wrong, joined(truth)};
}

Answer right_picture(const Exercise& e, const ExpressionSource& source) {
  return paints_weights(e) ? digits_of(true_weights(e, source)) : mask_of(e);
}

/// All cells turned round; of weights, the mirrored truth may be right too, so nothing at all is painted.
Answer wrong_picture(const Exercise& e, const ExpressionSource&) {
  Answer rows = mask_of(e);
  for (std::string& row : rows)
    for (char& cell : row) cell = paints_weights(e) || cell == '1' ? '0' : '1';
  return rows;
}

}  // namespace attnlab
