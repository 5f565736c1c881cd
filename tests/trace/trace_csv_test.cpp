// Tables of tensors: read back, every number equals the tensor's to the last bit, and tokens are in their
// places.
#include "core/io/trace_csv.h"

#include <gtest/gtest.h>

#include "core/config/scan_number.h"
#include "core/models/model.h"
#include "tests/support/temp_folder.h"
#include "tests/trace/preset_traces.h"

namespace attnlab::testing {
namespace {

using Rows = std::vector<std::vector<std::string>>;

/// A reader of RFC 4180's rules.
Rows rows_of(const std::string& text) {
  Rows rows(1, {""});
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& field = rows.back().back();
    if (inside && text[i] == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      field += text[i++];
    } else if (text[i] == '"') {
      inside = !inside;
    } else if (!inside && text[i] == ',') {
      rows.back().emplace_back();
    } else if (!inside && text[i] == '\n') {
      rows.push_back({""});
    } else {
      field += text[i];
    }
  }
  rows.pop_back();
  return rows;
}

/// A trace with its model and request.
struct Traced {
  explicit Traced(const Preset& preset, const TraceRequest& request)
      : experiment(make_experiment(preset)), tracer(experiment.model, experiment.vocabularies) {
    trace = tracer.trace(first_snapshot(*experiment.model, 3), request);
  }

  Rows table(std::string_view name) const {
    const TraceTensor& tensor = trace->at(name);
    return rows_of(tensor_csv(*trace, tensor, tensor.value, *experiment.vocabularies));
  }
  Experiment experiment;
  Tracer tracer;
  TracePtr trace;
};

const Traced& translation() {
  static const Traced traced(preset_with("translate", {"layers=1", "width=8", "heads=2"}),
                             {.source = "the cat", .target = "le chat"});
  return traced;
}

TEST(TraceCsv, AttentionHasItsTokens) {
  const Rows rows = translation().table("decoder.layers.0.cross_attention.weights");
  ASSERT_EQ(rows.size(), 1u + 2 * 3);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"head", "query", "query token", "0 the", "1 cat", "2 <eos>"}));
  EXPECT_EQ(std::vector(rows[1].begin(), rows[1].begin() + 3), (std::vector<std::string>{"0", "0", "<sos>"}));
  EXPECT_EQ(std::vector(rows[6].begin(), rows[6].begin() + 3), (std::vector<std::string>{"1", "2", "chat"}));
}

TEST(TraceCsv, OtherTensorsSayWhatTheirAxesAre) {
  EXPECT_EQ(translation().table("loss.per_token")[0],
            (std::vector<std::string>{"position", "position token", "value"}));
  EXPECT_EQ(translation().table("loss.mean")[0], std::vector<std::string>{"value"});
  EXPECT_EQ(translation().table("decoder.layers.0.feed_forward.expand.bias")[0],
            (std::vector<std::string>{"output feature", "value"}));
  const Rows logits = translation().table("output.logits"),
             words = translation().table("source.embedding.weight");
  EXPECT_EQ(logits[0][2], "0 <pad>");
  EXPECT_EQ(logits[0].size(),
            2 + static_cast<std::size_t>(translation().experiment.vocabularies->target.size()));
  EXPECT_EQ(std::vector(words[0].begin(), words[0].begin() + 3),
            (std::vector<std::string>{"id", "token", "0"}));
  EXPECT_EQ(words[2][1], "<sos>");
}

TEST(TraceCsv, TokensWithCommasQuotesAndLinesStayOneField) {
  const std::string text = "a,\"b\n c";
  const Traced traced(preset_with("characters", {"layers=1", "width=8", "heads=2"}), {.target = text});
  const Rows rows = traced.table("target.embedding");
  ASSERT_EQ(rows.size(), 1 + text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    EXPECT_EQ(rows[i + 1][1], std::string(1, text[i]));
    EXPECT_EQ(rows[i + 1].size(), rows[0].size());
  }
}

/// The numbers of a table: the last `columns` fields of each row but the first.
std::vector<Real> numbers_of(const Rows& rows, std::size_t columns) {
  std::vector<Real> numbers;
  for (std::size_t row = 1; row < rows.size(); ++row) {
    for (std::size_t i = rows[row].size() - columns; i < rows[row].size(); ++i) {
      const std::string& field = rows[row][i];
      Real value = 0;
      const auto [end, error] = scan_number(field.data(), field.data() + field.size(), value);
      EXPECT_TRUE(error == std::errc() && end == field.data() + field.size()) << field;
      numbers.push_back(value);
    }
  }
  return numbers;
}

TEST(TraceCsv, EveryNumberIsTheTensorsToTheLastBit) {
  for (const char* preset : {"copy", "digits", "describe", "experts", "seq2seq-attention", "word-vectors"}) {
    const TracePtr trace = first_trace(find_preset(preset));
    const Experiment e = make_experiment(find_preset(preset));
    for (const TraceTensor& tensor : trace->tensors()) {
      const Rows rows = rows_of(tensor_csv(*trace, tensor, tensor.value, *e.vocabularies));
      const bool wide = rows[0].back() != "value";
      const std::vector<Real> numbers =
          numbers_of(rows, wide ? static_cast<std::size_t>(tensor.shape.last()) : 1);
      EXPECT_TRUE(std::ranges::equal(numbers, tensor.value)) << preset << " " << tensor.name;
    }
  }
}

TEST(TraceCsv, AFolderIsReplacedAsAWhole) {
  const TempFolder folder;
  const std::filesystem::path place = folder / "tables";
  write_trace_csv(place, *translation().trace, *translation().experiment.vocabularies);
  EXPECT_TRUE(std::filesystem::exists(place / "source.embedding.csv"));
  EXPECT_TRUE(std::filesystem::exists(place / "source.embedding.grad.csv"));
  write_bytes(place / "mine.txt", "keep");
  const Traced other(preset_with("characters", {"layers=1", "width=8", "heads=2"}),
                     {.target = "owl", .gradients = false});
  write_trace_csv(place, *other.trace, *other.experiment.vocabularies);
  EXPECT_FALSE(std::filesystem::exists(place / "source.embedding.csv")) << "an older pass's table is left";
  EXPECT_TRUE(std::filesystem::exists(place / "target.embedding.csv"));
  EXPECT_FALSE(std::filesystem::exists(place / "target.embedding.grad.csv"));
  EXPECT_EQ(read_bytes(place / "mine.txt"), "keep");
  const Rows list = rows_of(read_bytes(place / "tensors.csv"));
  EXPECT_EQ(list.size(), 1 + other.trace->tensors().size() + other.trace->parameters().size());
  EXPECT_EQ(list[1], (std::vector<std::string>{"target.embedding", "[1,3,8]", "target.embedding.csv"}));
}

TEST(TraceCsv, AFolderOfOtherThingsIsLeftAlone) {
  const TempFolder folder;
  write_bytes(folder / "notes/a.txt", "a");
  EXPECT_THROW(
      write_trace_csv(folder / "notes", *translation().trace, *translation().experiment.vocabularies),
      std::runtime_error);
  EXPECT_EQ(read_bytes(folder / "notes/a.txt"), "a");
}

}  // namespace
}  // namespace attnlab::testing
