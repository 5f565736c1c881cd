// PyTorch facts: what of a model decides which lines of the exported Python are its own.
#pragma once

#include "core/io/pytorch/python_source.h"
#include "core/models/model.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// Throws std::invalid_argument with one line for a model with an option that the exported Python does not
/// know, or with an unknown value of one.
void check_pytorch_options(const ModelConfig& config);

/// The facts of a model.
PythonFacts pytorch_facts(const Model& model);

/// Whether the exported Python cuts texts as these vocabularies do; a tokenizer of another program's stages
/// is not known.
bool has_python_tokenizer(const Vocabularies& vocabularies);
/// The facts of vocabularies of which has_python_tokenizer() is true.
PythonFacts tokenizer_facts(const Vocabularies& vocabularies);

}  // namespace attnlab
