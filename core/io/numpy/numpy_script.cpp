// NumPy script: its introduction, the functions, and the pass.
#include "core/io/numpy/numpy_script.h"

#include <nlohmann/json.hpp>

#include "core/io/files/file.h"
#include "core/io/files/replace_file.h"
#include "core/io/numpy/numpy_functions.h"
#include "core/io/numpy/numpy_pass.h"
#include "core/text/escaped_text.h"

namespace attnlab {
namespace {

namespace fs = std::filesystem;

/// In Python's quotes, which are JSON's.
std::string literal(const std::string& text) { return quoted_text(text, true); }

/// The pieces as one comment line; "" where there are none.
std::string pieces_line(const char* what, const std::vector<Piece>& pieces) {
  if (pieces.empty()) return "";
  nlohmann::json texts = nlohmann::json::array();
  for (const Piece& piece : pieces) texts.push_back(piece.text);
  return std::string("# ") + what + " " + escaped_dump(texts) + "\n";
}

std::string introduction(const Trace& trace) {
  const std::string count = std::to_string(trace.tensors().size());
  return "#!/usr/bin/env python3\n"
         "\"\"\"Recomputes one forward pass of a neural network with nothing but NumPy.\n\n"
         "Attention Lab recorded the pass (" +
         trace.config().architecture + ") and exported all numbers. This script recomputes its\n" + count +
         " tensors in double precision from the model's parameters and its input, and compares\n"
         "each with the export. It needs Python 3 and NumPy:\n\n"
         "    python3 THIS_SCRIPT [EXPORT.safetensors]\n"
         "\"\"\"\n";
}

/// Names of the parameters that edits changed in this pass.
std::string edited_parameters(const Trace& trace) {
  std::string lines;
  for (const TraceTensor& parameter : trace.parameters())
    if (parameter.edited) lines += "# Edited before the pass: " + parameter.name + "\n";
  return lines;
}

std::string beginning_of_pass(const Trace& trace, const std::string& export_file) {
  return "\n\n# The forward pass.\n" + pieces_line("The encoder reads", trace.source_pieces) +
         pieces_line("The decoder reads", trace.input_pieces) +
         pieces_line("Target output", trace.target_pieces) + edited_parameters(trace) +
         "\nfolder = os.path.dirname(os.path.abspath(__file__))\n"
         "file = sys.argv[1] if len(sys.argv) > 1 else os.path.join(folder, " +
         literal(export_file) +
         ")\n"
         "export, metadata = read_safetensors(file)\n"
         "p = Parameters(export)\n"
         "x = Recomputed(export)\n"
         "np.seterr(over=\"ignore\")  # exp of a large number is correctly infinite\n";
}

}  // namespace

std::string numpy_script(const Trace& trace, const std::string& export_file) {
  const NumpyPass pass(trace);
  return introduction(trace) + std::string(numpy_frame()) + numpy_functions(pass.functions()) +
         beginning_of_pass(trace, export_file) + numpy_code(pass.statements()) +
         "\nfinish(export, metadata, p, x)\n";
}

void write_numpy_script(const fs::path& file, const Trace& trace, const fs::path& export_file) {
  const fs::path from = fs::absolute(file).parent_path();
  const std::string script = numpy_script(trace, fs::absolute(export_file).lexically_relative(from).string());
  replace_file(file, [&](const fs::path& place) {
    OutputFile out(place);
    out.write(script);
    out.close();
  });
}

}  // namespace attnlab
