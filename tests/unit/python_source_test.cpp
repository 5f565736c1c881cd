// Python source: lines that facts leave, and definitions that are used.
#include "core/io/pytorch/python_source.h"

#include <gtest/gtest.h>

#include "core/io/pytorch/pytorch_facts.h"
#include "core/models/model.h"
#include "tests/support/error_text.h"

namespace attnlab::testing {
namespace {

TEST(PythonSource, LinesAreLeftByTheirFacts) {
  constexpr std::string_view kText =
      "a = 1\n"
      "b = 2  #: gated\n"
      "c = 3  #: !gated bias\n"
      "#:{ gated\n"
      "d = 4\n"
      "e = 5  #: !bias\n"
      "#:}\n"
      "f = 6\n";
  EXPECT_EQ(lines_for(kText, {"gated", "bias"}), "a = 1\nb = 2\nd = 4\nf = 6\n");
  EXPECT_EQ(lines_for(kText, {"bias"}), "a = 1\nc = 3\nf = 6\n");
  EXPECT_EQ(lines_for(kText, {}), "a = 1\nf = 6\n");
}

TEST(PythonSource, BlocksStandInEachOther) {
  constexpr std::string_view kText = "#:{ a\n#:{ b\nx\n#:}\ny\n#:}\nz\n";
  EXPECT_EQ(lines_for(kText, {"a", "b"}), "x\ny\nz\n");
  EXPECT_EQ(lines_for(kText, {"a"}), "y\nz\n");
  EXPECT_EQ(lines_for(kText, {"b"}), "z\n");
}

TEST(PythonSource, BlocksMustEnd) {
  EXPECT_EQ(error_text<std::logic_error>([] { lines_for("#:{ a\nx\n", {}); }),
            "Python source: a block does not end");
  EXPECT_EQ(error_text<std::logic_error>([] { lines_for("x\n#:}\n", {}); }),
            "Python source: a block ends that did not begin");
}

std::string model_source(ModelConfig config) {
  constexpr std::string_view kFiles[] = {"model_files.py", "model_blocks.py", "model_cells.py",
                                         "model_architectures.py"};
  constexpr std::string_view kRoots[] = {"load"};
  return python_source(kFiles, pytorch_facts(*make_model(config)), kRoots);
}

bool source_has(const std::string& text, std::string_view part) { return text.find(part) != text.npos; }

TEST(PythonSource, AModelHasItsOwnPartsAlone) {
  ModelConfig config;
  config.target_vocabulary = 7;
  const std::string plain = model_source(config);
  for (const char* part : {"class Gpt", "class Attention", "class Norm", "F.gelu(x)\n", "class TextInput"})
    EXPECT_TRUE(source_has(plain, part)) << part;
  for (const char* part : {"class Encoder", "class Experts", "def turn", "class Cell", "# Recurrent networks",
                           "#:", "distance_buckets", "class PictureInput", "read_batch"})
    EXPECT_FALSE(source_has(plain, part)) << part;
  config.positions = "rotary";
  EXPECT_TRUE(source_has(model_source(config), "def turn"));
  config.positions = "relative_bias";
  EXPECT_TRUE(source_has(model_source(config), "def distance_buckets(c, "));
}

/// An option that the exported Python does not follow, or a value that it does not know, is refused by name.
TEST(PythonSource, EveryOptionOfModelsIsKnownOrRefused) {
  for (const char* architecture : {"gpt", "encoder", "vision", "recurrent"}) {
    ModelConfig config;
    config.architecture = architecture;
    if (config.architecture == std::string("recurrent")) config.tied_output = false;
    config.target_vocabulary = config.source_vocabulary = 7;
    EXPECT_NO_THROW(check_pytorch_options(config)) << architecture;
  }
  ModelConfig config;
  config.activation = "sine";
  const std::string error = error_text<std::invalid_argument>([&] { check_pytorch_options(config); });
  EXPECT_TRUE(source_has(error, "model.activation sine cannot be exported to PyTorch: use relu,")) << error;
}

}  // namespace
}  // namespace attnlab::testing
