// NumPy pass: the operations of a trace as Python statements.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/io/numpy/numpy_code.h"
#include "core/trace/trace.h"

namespace attnlab {

/// Walks a pass from its first operation to its last. Named tensors become x["NAME"], parameters p["NAME"];
/// unnamed values are inlined where they are used. A tensor that is made position by position is an array
/// that a loop fills. Changed tensors are read from the export.
class NumpyPass {
 public:
  explicit NumpyPass(const Trace& trace);

  const std::vector<NumpyStatement>& statements() const { return statements_; }
  /// Names of the functions that the statements call.
  const std::set<std::string, std::less<>>& functions() const { return functions_; }

 private:
  using Operations = std::span<const Operation* const>;

  void count_uses(const Operation& operation);
  void name_parameters();
  void take_inputs();
  void write_operations(Operations operations);
  void write_value(const Operation& operation);
  void write_edit(const Operation& operation);
  void push(NumpyStatement statement);
  void write_names(const Node* node, NumpyStatement statement);
  std::size_t write_loop(Operations operations);
  void write_body(Operations body);
  void begin_array(const Node* node);
  void finish_array(const Node* node);
  void take_from_export(const Node* node, const std::string& why);

  NumpyStatement call(const Operation& operation);
  std::string text_of(const CallArgument& argument);
  std::string reference(const Node* node) const;
  std::string variable_of(std::string name) const;
  bool same_step(const Operation& a, const Operation& b);

  const Recording& recording_;
  std::vector<NumpyStatement> statements_;
  std::set<std::string, std::less<>> functions_;
  std::unordered_map<const Node*, std::vector<std::string>> names_;
  std::unordered_map<const Node*, std::string> references_;
  std::unordered_map<const Node*, int> uses_, positions_left_;
  std::set<const Node*> inside_;  ///< written where they are used
  int unnamed_ = 0;
};

}  // namespace attnlab
