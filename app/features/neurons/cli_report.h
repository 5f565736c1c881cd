// Neuron report: what the subcommand neurons found, as text, as JSON and as tables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/neurons/unit_order.h"
#include "core/text/vocabularies.h"

namespace attnlab::neurons {

/// The units of one network in one text, and over held-out examples if those were read.
struct Report {
  Index step = 0;
  TracePtr trace{};
  UnitLayer layer{};
  UnitContributions contributions{};  ///< empty if there is no direct path to the logits
  std::string no_way{};               ///< why there is none; "" if there is one
  std::optional<DescribedUnits> held_out{};
  std::vector<Index> order{};                 ///< all units, the first ones to be listed
  const UnitOrderKind* by = &kUnitOrders[0];  ///< which order it is
  const TextFeature* follow = nullptr;        ///< the feature of the order Following
  std::optional<Index> unit{};                ///< of which everything is shown
  SaidWords said{};                           ///< by that unit
  Index top = 10;                             ///< how many units, words and examples are listed
  std::shared_ptr<const Vocabularies> vocabularies{};
};

/// The units that are listed: the chosen one alone, or the first ones in the order.
std::vector<Index> listed_units(const Report& report);
/// The pieces that the network reads.
std::vector<Piece> read_pieces(const Report& report);
/// The text of a word of the output.
std::string output_text(const Report& report, Index word);
/// An activation or a contribution with the position at which its amount is largest.
struct LargestOfUnit {
  double value = 0;
  Index position = 0;
};
LargestOfUnit largest_activation(const Report& report, Index unit);
LargestOfUnit largest_contribution(const Report& report, Index unit);
/// "the owl [sat] …": the tokens around the position of an example that moves a unit.
std::string example_text(const HeldOutUnits& units, const MovingExample& moved);

void print_text(const Report& report);

/// {"step", "network", "units", "loss", "tokens", "words", "listed": [{"unit", "activations", …}, …], …}.
void print_json(const Report& report);

/// A row for each step, of the chosen unit or of the first one in the order.
void print_course(const std::vector<Report>& reports);

/// "units", a row a unit; "tokens", a row a token of each listed unit; of a chosen unit "words", and with
/// held-out examples "examples".
std::vector<Table> tables(const Report& report);

}  // namespace attnlab::neurons
