// Computes what the inspector shows of a cell.
#include "app/views/inspector/explained.h"

#include <algorithm>
#include <chrono>
#include <exception>

namespace attnlab {

namespace {

constexpr Index kLongRow = 4096;
constexpr std::size_t kWrittenTerms = 4;

/// The users of a number do not depend on the weights, except in experts, which the weights choose.
bool same_users(const ExplainedPtr& before, const Question& question) {
  return before && before->derivation && before->of.cell == question.cell &&
         question.trace->config().experts == 0 && same_pass(*before->of.trace, *question.trace);
}

std::string first_operand(const Trace& trace, const std::vector<CellName>& operands, bool parameter) {
  for (const CellName& cell : operands) {
    const TraceTensor* tensor = trace.find(cell.tensor);
    if (tensor && is_parameter(*tensor) == parameter) return cell.tensor;
  }
  return "";
}

void add_details(Explained& e) {
  const Derivation& derivation = *e.derivation;
  const std::vector<CellName> operands = derivation.operands();
  e.input = first_operand(*e.of.trace, operands, false);
  e.weight = first_operand(*e.of.trace, operands, true);
  e.again = derivation.root.evaluate();
  for (std::size_t terms = kWrittenTerms; terms > 0; --terms)
    e.written.push_back(written_out(derivation, e.of.decimals, terms));
  e.scores = softmax_scores(derivation.root);
  if (!e.scores.empty()) return;
  e.sum = operand_sum(derivation.root);
  if (e.sum)
    e.by_size = by_size(e.sum->terms);
  else
    e.lines = derivation_lines(derivation.root, kTreeTerms);
}

}  // namespace

bool same_pass(const Trace& a, const Trace& b) {
  return &a.config() == &b.config() && a.edits == b.edits && a.batch().source == b.batch().source &&
         a.batch().input == b.batch().input && a.batch().target == b.batch().target &&
         a.batch().pictures == b.batch().pictures;
}

bool has_long_rows(const TraceTensor& tensor) {
  return tensor.shape.rank() > 0 && tensor.shape.last() > kLongRow;
}

bool has_long_rows(const Trace& trace) {
  return std::ranges::any_of(trace.tensors(),
                             [](const TraceTensor& tensor) { return has_long_rows(tensor); });
}

ExplainedPtr explain(const Question& question, const ExplainedPtr& before) {
  const auto fresh = std::make_shared<Explained>();
  fresh->of = question;
  const auto start = std::chrono::steady_clock::now();
  const auto& [tensor, index] = question.cell;
  try {
    fresh->derivation = question.trace->explain(tensor, index);
    fresh->users =
        same_users(before, question) ? before->users : grouped(question.trace->users(tensor, index));
    add_details(*fresh);
  } catch (const std::exception& error) {
    fresh->error = error.what();
    fresh->derivation.reset();
  }
  fresh->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return fresh;
}

}  // namespace attnlab
