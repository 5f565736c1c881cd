// Expert report: CSV tables in a folder.
#include <array>
#include <cmath>

#include "app/features/experts/cli_expert_report.h"
#include "core/io/files/atomic_folder.h"
#include "core/io/files/csv_lines.h"

namespace attnlab {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExpertsTable = "experts.csv", kTokensTable = "tokens.csv",
                           kWordsTable = "words.csv", kExpertsBegin = "feed_forward,expert,";
constexpr std::array kExpertTables{kExpertsTable, kTokensTable, kWordsTable};

bool is_expert_folder(const fs::path& folder) {
  std::error_code error;
  const fs::path table = folder / kExpertsTable;
  if (!fs::is_regular_file(table, error)) return false;
  InputFile file(table);
  std::string begin(kExpertsBegin.size(), ' ');
  if (file.size() < begin.size()) return false;
  file.read(0, std::as_writable_bytes(std::span(begin)));
  return begin == kExpertsBegin;
}

/// An empty cell for what is not known.
void known_number(CsvWriter& csv, double value) {
  if (std::isfinite(value)) return csv.number(value);
  csv.text("");
}

void add_use(CsvWriter& csv, const ExpertCounts* counts, const ExpertEffect& effect) {
  const auto e = static_cast<std::size_t>(effect.expert);
  known_number(csv, counts ? counts->shares()[e] : std::nan(""));
  known_number(csv, counts ? counts->mean_probabilities()[e] : std::nan(""));
  known_number(csv, effect.loss);
  known_number(csv, effect.effect);
}

void write_experts(const fs::path& file, const ExpertReport& report) {
  CsvWriter csv(file);
  for (const char* title :
       {"feed_forward", "expert", "share", "probability", "loss_without", "change", "held_out_share",
        "held_out_probability", "held_out_loss_without", "held_out_change"})
    csv.text(title);
  csv.end_line();
  for (const Place& place : reported_layers(report)) {
    const RoutedLayer* const text = text_layer(report, place);
    const HeldOutLayer* const held_out = held_out_layer(report, place);
    const std::optional<ExpertCounts> counts = text ? std::optional(counts_of(*text)) : std::nullopt;
    for (Index e = 0; e < report.config.experts; ++e) {
      csv.text(csv_field(place.name()));
      csv.number(e);
      add_use(csv, counts ? &*counts : nullptr, effect_in(report.effects, place.name(), e));
      add_use(csv, held_out ? &held_out->counts : nullptr,
              effect_in(report.held_out_effects, place.name(), e));
      csv.end_line();
    }
  }
  csv.close();
}

void number_titles(CsvWriter& csv, const std::string& name, Index count) {
  for (Index i = 0; i < count; ++i) csv.text(name + std::to_string(i));
}

void write_tokens(const fs::path& file, const ExpertReport& report) {
  CsvWriter csv(file);
  for (const char* title : {"feed_forward", "position", "token"}) csv.text(title);
  number_titles(csv, "choice", report.config.experts_per_token);
  number_titles(csv, "gate", report.config.experts);
  number_titles(csv, "probability", report.config.experts);
  csv.end_line();
  for (const RoutedLayer& layer : report.layers) {
    const std::vector<Piece> pieces = routed_pieces(*report.trace, layer);
    for (Index t = 0; t < layer.tokens(); ++t) {
      csv.text(csv_field(layer.place.name()));
      csv.number(t);
      csv.text(csv_field(pieces[static_cast<std::size_t>(t)].text));
      for (Index rank = 0; rank < layer.per_token(); ++rank) csv.number(layer.chosen(t, rank));
      for (Index e = 0; e < layer.experts(); ++e) csv.number(static_cast<float>(layer.gate(t, e)));
      for (Index e = 0; e < layer.experts(); ++e) csv.number(static_cast<float>(layer.probability(t, e)));
      csv.end_line();
    }
  }
  csv.close();
}

void write_words(const fs::path& file, const ExpertReport& report) {
  CsvWriter csv(file);
  for (const char* title : {"feed_forward", "token", "seen"}) csv.text(title);
  number_titles(csv, "taken", report.config.experts);
  csv.end_line();
  for (const HeldOutLayer& layer : report.held_out->layers)
    for (const RoutedToken& token : layer.tokens) {
      csv.text(csv_field(layer.feed_forward));
      csv.text(csv_field(token.text));
      csv.number(token.seen);
      for (const Index taken : token.taken) csv.number(taken);
      csv.end_line();
    }
  csv.close();
}

}  // namespace

void write_expert_tables(const fs::path& folder, const ExpertReport& report) {
  AtomicFolder place(folder, {"folder of tables of experts", kExpertTables, is_expert_folder});
  write_experts(place.path() / kExpertsTable, report);
  if (report.trace) write_tokens(place.path() / kTokensTable, report);
  if (report.held_out) write_words(place.path() / kWordsTable, report);
  place.commit();
}

}  // namespace attnlab
