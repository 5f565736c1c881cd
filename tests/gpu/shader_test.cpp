// Shader sources put together, and compilers' messages read back.
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>

#include "core/gpu/program.h"
#include "tests/gpu/test_devices.h"

namespace attnlab::testing {
namespace {

gpu::ShaderFiles files_of(std::map<std::string, std::string, std::less<>> files) {
  return [files = std::move(files)](std::string_view name) -> std::optional<std::string_view> {
    const auto found = files.find(name);
    if (found == files.end()) return {};
    return found->second;
  };
}

TEST(ShaderSource, PutsFilesTogetherAndEachOnce) {
  const gpu::ShaderSource source =
      gpu::assemble_shader(files_of({{"main.comp", "#include \"a.glsl\"\n  #include \"b.glsl\"\nlast\n"},
                                     {"a.glsl", "first\n"},
                                     {"b.glsl", "#include \"a.glsl\"\nsecond\n"}}),
                           "main.comp", {{"ROWS", "64"}});
  EXPECT_EQ(source.text,
            "#version 430 core\n#define ROWS 64\n"
            "#line 1 0\n#line 1 1\nfirst\n#line 2 0\n"
            "#line 1 2\n#line 2 2\nsecond\n#line 3 0\nlast\n");
  EXPECT_EQ(source.files, (std::vector<std::string>{"main.comp", "a.glsl", "b.glsl"}));
}

TEST(ShaderSource, SaysWhichLineAsksForAFileThatIsNotThere) {
  try {
    gpu::assemble_shader(files_of({{"main.comp", "\n#include \"gone.glsl\"\n"}}), "main.comp", {});
    FAIL() << "nothing thrown";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()), "main.comp:2: unknown shader file \"gone.glsl\"");
  }
}

TEST(ShaderMessages, NameOurFilesAndLines) {
  const std::vector<std::string> files = {"main.comp", "tile.glsl"};
  const std::pair<const char*, const char*> cases[] = {
      {"0:12(3): error: `x' undeclared", "main.comp:12: error: `x' undeclared"},
      {"1(7) : error C1008: undefined variable \"x\"", "tile.glsl:7: error C1008: undefined variable \"x\""},
      {"ERROR: 1:40: 'x' : undeclared identifier", "tile.glsl:40: ERROR: 'x' : undeclared identifier"},
      {"WARNING: 0:4: 'y' : not used", "main.comp:4: WARNING: 'y' : not used"},
      {"Compute info\n------------", "Compute info\n------------"},
      {"9:1(1): error: of no file", "9:1(1): error: of no file"},
      {"", ""},
  };
  for (const auto& [log, readable] : cases) EXPECT_EQ(gpu::readable_messages(log, files), readable);
  EXPECT_EQ(gpu::readable_messages("0:1(1): error: a\n1:2(2): error: b", files),
            "main.comp:1: error: a\ntile.glsl:2: error: b");
}

TEST(ShaderMessages, OfTheDriverNameTheBrokenLine) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const gpu::ShaderSource source = gpu::assemble_shader(
      files_of({{"main.comp", "layout(local_size_x = 1) in;\n#include \"part.glsl\"\nvoid main() {}\n"},
                {"part.glsl", "// fine\nfloat broken() { return absent; }\n"}}),
      "main.comp", {});
  try {
    device->run([&] { gpu::compile_compute_program(source); });
    FAIL() << "nothing thrown";
  } catch (const gpu::Error& error) {
    EXPECT_NE(std::string(error.what()).find("part.glsl:2: "), std::string::npos) << error.what();
  }
  EXPECT_FALSE(device->lost());
}

/// Every layout of a product, and what follows it.
std::vector<gpu::ShaderDefines> matrix_products() {
  std::vector<gpu::ShaderDefines> all;
  for (const char* quads : {"1", "2"}) {
    for (const auto& [left, right] : {std::pair("1", "1"), std::pair("1", "0"), std::pair("0", "0")}) {
      for (const char* vectors : {"0", "1"}) {
        const gpu::ShaderDefines defines = {{"QUADS", quads},
                                            {"LEFT_ALONG", left},
                                            {"RIGHT_ALONG", right},
                                            {"LEFT_VECTORS", vectors},
                                            {"RIGHT_VECTORS", vectors}};
        all.push_back(defines);
        all.push_back(defines);
        all.back().emplace_back("PARTIAL", "1");
      }
    }
    all.push_back(all.back());
    all.back().back() = {"DROPOUT", "1"};
  }
  return all;
}

/// The kernels of training steps, with the defines that they are compiled with.
std::map<std::string, std::vector<gpu::ShaderDefines>, std::less<>> step_kernels() {
  const std::vector<gpu::ShaderDefines> plain(1), dropout = {{}, {{"DROPOUT", "1"}}},
                                                  norms = {{}, {{"ROOT_MEAN_SQUARE", "1"}}};
  std::vector<gpu::ShaderDefines> activations;
  for (const char* name : {"RELU", "RELU_SQUARED", "GELU", "GELU_TANH", "SILU"}) {
    activations.push_back({{name, "1"}});
    activations.push_back({{name, "1"}, {"GATED", "1"}});
  }
  return {{"activate.comp", activations},
          {"activate_backward.comp", activations},
          {"adamw.comp", plain},
          {"column_sums.comp", {{}, {{"NORM", "1"}}}},
          {"cross_entropy.comp", plain},
          {"drop.comp", plain},
          {"embed.comp", dropout},
          {"embed_backward.comp", plain},
          {"matrix_product.comp", matrix_products()},
          {"norm.comp", norms},
          {"norm_backward.comp", norms},
          {"partial_sums.comp", dropout},
          {"positions_backward.comp", plain},
          {"squares.comp", plain},
          {"total.comp", plain}};
}

/// The sets of defines with which the program asks for each kernel.
std::map<std::string, std::vector<gpu::ShaderDefines>, std::less<>> kernels() {
  std::vector<gpu::ShaderDefines> tiled, recorded;
  for (const char* width : {"32", "64", "128"}) {
    tiled.push_back({{"WIDTH", width}});
    tiled.push_back({{"WIDTH", width}, {"WHOLE_VECTORS", "1"}});
    tiled.push_back({{"WIDTH", width}, {"DROPOUT", "1"}});
    tiled.push_back({{"WIDTH", width}, {"WHOLE_VECTORS", "1"}, {"DROPOUT", "1"}});
    recorded.push_back({{"WIDTH", width}, {"RECORD", "1"}});
  }
  std::vector<gpu::ShaderDefines> forward = tiled;
  forward.insert(forward.end(), recorded.begin(), recorded.end());
  const std::vector<gpu::ShaderDefines> plain(1);
  std::map<std::string, std::vector<gpu::ShaderDefines>, std::less<>> all = step_kernels();
  all.insert({{"attention_forward.comp", forward},
              {"attention_key_gradient.comp", tiled},
              {"attention_query_gradient.comp", tiled},
              {"attention_row_terms.comp", plain},
              {"attention_weights.comp", plain},
              {"attention_weights_backward.comp", plain},
              {"product.comp", plain},
              {"rotate.comp", plain}});
  return all;
}

TEST(ShaderFilesOfTheProgram, SeeNoMoreBuffersThanEveryGpuAllows) {
  const std::regex binding(R"(std430, binding = (\d+)\))");
  for (const auto& [name, defines] : kernels()) {
    const std::string text = gpu::assemble_shader(gpu::embedded_shader, name, defines.back()).text;
    std::set<std::string> found;
    for (std::sregex_iterator it(text.begin(), text.end(), binding), end; it != end; ++it)
      found.insert((*it)[1]);
    EXPECT_GE(found.size(), 2u) << name;
    EXPECT_LE(found.size(), 8u) << name;
  }
}

TEST(ShaderFilesOfTheProgram, AllCompile) {
  gpu::Device* const device = test_device();
  if (!device) GTEST_SKIP() << "ATTNLAB_NO_GPU is set";
  const auto known = kernels();
  std::size_t found = 0;
  for (const std::string_view name : gpu::embedded_shader_names()) {
    if (!name.ends_with(".comp")) continue;
    const auto kernel = known.find(name);
    ASSERT_NE(kernel, known.end()) << name << " has no line in kernels()";
    ++found;
    for (const gpu::ShaderDefines& defines : kernel->second) {
      const gpu::ShaderSource source = gpu::assemble_shader(gpu::embedded_shader, std::string(name), defines);
      EXPECT_NO_THROW(device->run([&] { gpu::compile_compute_program(source); }))
          << source.text.substr(0, 80);
    }
  }
  EXPECT_EQ(found, known.size());
}

}  // namespace
}  // namespace attnlab::testing
