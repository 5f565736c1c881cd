// Trace export: the file holds the trace, cell by cell.
#include "core/io/trace_export.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "core/io/safetensors.h"
#include "core/trace/tracer.h"
#include "tests/support/small_training.h"
#include "tests/support/temp_folder.h"

namespace attnlab::testing {
namespace {

TracePtr trace_of(const Preset& preset, const TraceRequest& request) {
  const Checkpoint checkpoint = SmallRun(preset, 2).checkpoint();
  return Tracer(checkpoint.model, checkpoint.vocabularies).trace(checkpoint.state->snapshot, request);
}

void expect_in_file(const SafetensorsFile& file, const std::string& name, const Shape& shape,
                    std::span<const Real> cells) {
  const SafetensorsEntry* entry = file.find(name);
  ASSERT_TRUE(entry) << name;
  EXPECT_EQ(entry->shape, shape) << name;
  std::vector<Real> read(cells.size());
  file.read(*entry, read);
  EXPECT_EQ(std::memcmp(read.data(), cells.data(), cells.size_bytes()), 0) << name;
}

TEST(TraceExport, HoldsEveryTensorAndGradient) {
  const TempFolder folder;
  const TracePtr trace = trace_of(small_preset(), {.source = "abc", .target = "cba"});
  write_trace(folder / "t.safetensors", *trace);
  const SafetensorsFile file(folder / "t.safetensors");
  std::size_t count = 0, gradients = 0;
  for (const auto* tensors : {&trace->tensors(), &trace->parameters()}) {
    for (const TraceTensor& tensor : *tensors) {
      expect_in_file(file, tensor.name, tensor.shape, tensor.value);
      count += tensor.gradient.empty() ? 1 : 2;
      gradients += !tensor.gradient.empty();
      if (!tensor.gradient.empty())
        expect_in_file(file, tensor.name + ".grad", tensor.shape, tensor.gradient);
    }
  }
  EXPECT_EQ(file.entries().size(), count);
  EXPECT_GT(gradients, 20u);
  EXPECT_TRUE(file.find("decoder.layers.0.cross_attention.weights.grad"));
  EXPECT_EQ(file.metadata().at("source_tokens"), R"(["a","b","c","<eos>"])");
  EXPECT_EQ(file.metadata().at("input_tokens"), R"(["<sos>","c","b","a"])");
  EXPECT_EQ(file.metadata().at("step"), "2");
}

TEST(TraceExport, WithoutGradients) {
  const TempFolder folder;
  const TracePtr trace =
      trace_of(small_language_model(), {.source = "", .target = "It \xFF was", .gradients = false});
  write_trace(folder / "t.safetensors", *trace);
  const SafetensorsFile file(folder / "t.safetensors");
  for (const SafetensorsEntry& entry : file.entries())
    EXPECT_FALSE(entry.name.ends_with(".grad")) << entry.name;
  EXPECT_FALSE(file.metadata().contains("source_tokens"));
}

TEST(TraceExport, NamesAreListedInTheOrderOfTheFile) {
  const TracePtr trace =
      trace_of(small_language_model(), {.source = "", .target = "It was", .gradients = true});
  std::vector<std::string> names;
  for_each_tensor(
      *trace, [&](const std::string& name, const Shape&, std::span<const Real>) { names.push_back(name); });
  EXPECT_EQ(names.at(0), trace->tensors()[0].name);
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), names.size()) << "a name is there twice";
}

TEST(TraceExport, ReplacesOnlyAFile) {
  const TempFolder folder;
  const TracePtr trace = trace_of(small_language_model(), {.source = "", .target = "It was"});
  EXPECT_THROW(write_trace(folder.path(), *trace), std::runtime_error);
  EXPECT_THROW(write_trace(folder / "none/t", *trace), std::runtime_error);
  write_bytes(folder / "t", "old");
  write_trace(folder / "t", *trace);
  EXPECT_FALSE(SafetensorsFile(folder / "t").entries().empty());
}

}  // namespace
}  // namespace attnlab::testing
