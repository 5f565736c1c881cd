// Texts that the program prints: none of their characters does anything to a terminal.
#include "app/base/printable.h"

#include "core/text/utf8.h"
#include "tests/cli/events.h"

namespace attnlab::testing {
namespace {

/// ESC with a color, a carriage return, DEL, NEL as a C1 control, and a mark that turns the writing around.
const std::string kControls =
    "a\x1b[31mb\rc\x7f"
    "d\u0085e\u202Ef\tg\n";

TEST(PrintableTexts, HaveEscapesForWhatIsNotSeen) {
  EXPECT_EQ(printable(kControls), "a\\u001b[31mb\\rc\\u007fd\\u0085e\\u202ef\\tg\\n");
  EXPECT_EQ(printable("é 世 \xF0\x9F\xA6\x89 a\u200Db"), "é 世 \xF0\x9F\xA6\x89 a\u200Db");
  EXPECT_EQ(printable("a\xFF\xC3"), "a<0xFF><0xC3>");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\u0000b");
  EXPECT_EQ(printable_lines("a\n\tb\x1b\xFF"), "a\n\tb\\u001b<0xFF>");
  EXPECT_EQ(quoted_piece("a\"b\\\n"), "\"a\\\"b\\\\\\n\"");
}

class PrintedTexts : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TempFolder;
    std::string corpus;
    for (int i = 0; i < 300; ++i) corpus += "the owl " + kControls + "sat on the mill ";
    write_bytes(*folder_ / "corpus.txt", corpus);
    output_of(small_training("characters", {"--corpus", *folder_ / "corpus.txt", "--steps", "2", "--set",
                                            "context=16", "--out", model()}));
  }
  static void TearDownTestSuite() { delete folder_; }
  static std::string model() { return *folder_ / "controls"; }

  inline static TempFolder* folder_ = nullptr;
};

/// No control but line ends (and tabs of a text that a model wrote), none of C1, and no mark that is not
/// seen.
void expect_printable(const std::string& text, bool tabs, const std::string& command) {
  for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(decode_utf8(rest).size)) {
    const CodePoint point = decode_utf8(rest);
    const bool control = point.value < 0x20 ? point.value != '\n' && !(tabs && point.value == '\t')
                                            : point.value >= 0x7F && point.value < 0xA0;
    EXPECT_FALSE(control || point.value == 0x202E)
        << command << " prints " << static_cast<unsigned>(point.value) << " in "
        << printable(text.substr(0, 2000));
    if (control) return;
  }
}

TEST_F(PrintedTexts, OfAllSubcommandsAreSeen) {
  const std::string text = "owl\x1b[3\r\x7f";
  const std::vector<Arguments> commands{
      {"explain", "--text", text, "--next", "--terms", "0"},
      {"explain", "--text", text, "--tensor", "output.logits", "--cell", "0,3,1", "--depth", "2", "--users"},
      {"trace", "--text", text, "--list"},
      {"diff", "--text", text, "--edit", "zero decoder.layers.0.self_attention#0", "--token", "\x1b"},
      {"lens", "--text", text},
      {"lens", "--text", text, "--at", "3"},
      {"contributions", "--text", text, "--word", "\x1b"},
      {"attribute", "--text", text},
      {"neurons", "--text", text},
      {"circuits"},
      {"tokens", "--text", text},
      {"tokens", "--vocabulary"},
      {"tokens", "--merges"},
      {"tokens", "--text", text, "--steps"},
      {"vectors", "--nearest", "\x1b"},
      {"similar", "--word", "\x1b"},
      {"patch", "--proposals"},
      {"patch", "--clean", "owl\x1b", "--changed", "ow\x1b\r"},
      {"evaluate"},
      {"generate", "--prompt", text, "--max-tokens", "60", "--temperature", "2"},
      {"generate", "--prompt", text, "--max-tokens", "6", "--beams", "3"},
      {"generate", "--prompt", "q\x1b", "--max-tokens", "2"},
      {"contributions", "--text", text, "--word", "x\x1b"},
      {"vectors", "--nearest", "x\x1b"},
      {"runs", folder_->path().string()},
      {"presets", "x\x1b"},
      {"cost", "--preset", "x\x1b"},
      {"x\x1b"}};
  for (Arguments arguments : commands) {
    const std::string name = arguments[0];
    const bool of_model = name != "runs" && name != "presets" && name != "cost" && name[0] != 'x';
    if (of_model) arguments.insert(arguments.begin() + 1, {"--model", model()});
    const ProcessResult result = run_program(arguments);
    EXPECT_FALSE(result.output.empty() && result.errors.empty()) << name;
    expect_printable(result.output, name == "generate", name);
    expect_printable(result.errors, false, name);
  }
}

}  // namespace
}  // namespace attnlab::testing
