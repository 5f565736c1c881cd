// Lens report: what the subcommand lens found, as text, as JSON and as a table.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/residual/lens.h"
#include "core/analysis/residual/stream.h"
#include "core/text/vocabularies.h"

namespace attnlab::residual {

/// The lens over one pass, with the sizes of its stream.
struct Report {
  Index step = 0;
  TracePtr trace;
  std::shared_ptr<const Vocabularies> vocabularies;
  Lens lens;
  std::vector<Piece> pieces;                          ///< over the columns
  std::vector<StreamState> states{};                  ///< one a row of the lens
  std::vector<std::vector<double>> sizes{}, added{};  ///< ‖x‖₂ and ‖f(x)‖₂, by state and position

  std::size_t columns() const { return pieces.size(); }
  const std::string& word(TokenId token) const { return vocabularies->target.entry(token); }
  Format format() const { return format_of(trace->config()); }
  /// ‖x‖₂ at a cell, or the length of the sublayer output; NaN for a mean of all positions.
  double size(std::size_t row, std::size_t column) const { return size_in(sizes, row, column); }
  double added_size(std::size_t row, std::size_t column) const { return size_in(added, row, column); }

 private:
  double size_in(const std::vector<std::vector<double>>& of, std::size_t row, std::size_t column) const;
};

Report report_of(TracePtr trace, std::shared_ptr<const Vocabularies> vocabularies, Index top);

/// The last position with a correct token; the last position if none has one.
Index last_with_right(const Report& report);

/// A table of all positions: what the lens predicts from each state.
void print_text(const Report& report);
/// The states of one position: predictions, lengths, and cosines between sublayer outputs.
void print_at(const Report& report, Index position);
/// One line per step: the probability and rank of the correct token at a position in each state.
void print_course(const std::vector<Report>& steps, Index position);

/// {"step", "loss", "reads", "tokens": […], "states": [{"after", "stream", "cells": […]}, …]}.
void print_json(const Report& report);
/// {"position", "token", "steps": [{"step", "right", "states": […]}, …]}.
void print_course_json(const std::vector<Report>& steps, Index position);

/// A row for each state and position of each step.
Table states_table(const std::vector<Report>& steps);

}  // namespace attnlab::residual
