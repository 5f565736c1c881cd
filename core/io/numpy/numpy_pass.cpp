// NumPy pass: values, loops over positions, and tensors read from the export.
#include "core/io/numpy/numpy_pass.h"

#include <algorithm>
#include <stdexcept>

#include "core/autograd/tape.h"
#include "core/io/numpy/numpy_functions.h"

namespace attnlab {
namespace {

constexpr const char* kNextSection = "?";

std::vector<const Operation*> operations_of(const Tape& tape) {
  std::vector<const Operation*> operations;
  for (const Operation* o = tape.last_operation(); o; o = o->previous()) operations.push_back(o);
  std::ranges::reverse(operations);
  return operations;
}

/// "decoder.layers.0." of "decoder.layers.0.hidden", and of its ".computed".
std::string section_of(std::string_view name) {
  name = name_after_edits(name);
  return std::string(name.substr(0, name.rfind('.') + 1));
}

bool is_edit(const Operation* operation) { return operation && operation->kind() == "edited"; }

/// Whether an operation passes its input on unchanged.
bool changes_nothing(const Operation& operation) {
  const Node *from = operation.inputs()[0], *to = operation.output();
  return std::equal(to->value, to->value + to->shape.size(), from->value, same_number);
}

std::string sizes_text(const Shape& shape, const char* separator) {
  std::string text;
  for (Index size : shape.sizes()) text += (text.empty() ? "" : separator) + std::to_string(size);
  return text;
}

/// The nodes that an argument refers to; null: none.
std::pair<const Node*, const Node*> nodes_of(const CallArgument& argument) {
  if (const auto* whole = std::get_if<const Node*>(&argument.value)) return {*whole, nullptr};
  if (const auto* row = std::get_if<CallArgument::AtPosition>(&argument.value)) return {row->node, nullptr};
  if (const auto* state = std::get_if<CallArgument::Before>(&argument.value))
    return {state->states, state->start};
  return {nullptr, nullptr};
}

/// How many of `operations`, from the first, make the same position.
std::size_t step_length(std::span<const Operation* const> operations) {
  std::size_t count = 1;
  while (count < operations.size() && operations[count]->position() == operations[0]->position()) ++count;
  return count;
}

/// "range(12)", "range(11, -1, -1)".
std::string positions_text(Index first, Index last) {
  if (first == 0 && last >= 0) return "range(" + std::to_string(last + 1) + ")";
  const bool back = last < first;
  return "range(" + std::to_string(first) + ", " + std::to_string(last + (back ? -1 : 1)) +
         (back ? ", -1)" : ")");
}

}  // namespace

NumpyPass::NumpyPass(const Trace& trace) : recording_(trace.recording()) {
  for (const Named& named : recording_.names()) names_[named.node].push_back(named.name);
  const std::vector<const Operation*> operations = operations_of(trace.tape());
  for (const Operation* operation : operations) count_uses(*operation);
  name_parameters();
  take_inputs();
  write_operations(operations);
}

void NumpyPass::count_uses(const Operation& operation) {
  for (const CallArgument& argument : operation.arguments()) {
    const auto [node, other] = nodes_of(argument);
    if (node) ++uses_[node];
    if (other) ++uses_[other];
  }
  if (operation.position()) ++positions_left_[operation.output()];
}

void NumpyPass::name_parameters() {
  for (const Named& parameter : recording_.used_parameters())
    references_[parameter.node] = numpy_item("p", parameter.name);
}

/// Takes tensors that no operation computes: the inputs of the model.
void NumpyPass::take_inputs() {
  for (const Named& named : recording_.names())
    if (!named.node->producer) take_from_export(named.node, "input of the model");
}

void NumpyPass::write_operations(Operations operations) {
  std::size_t at = 0;
  while (at < operations.size()) {
    if (operations[at]->position()) {
      at += write_loop(operations.subspan(at));
    } else {
      write_value(*operations[at++]);
    }
  }
}

void NumpyPass::write_value(const Operation& operation) {
  const Node* node = operation.output();
  if (is_edit(&operation)) return write_edit(operation);
  if (names_.contains(node)) return write_names(node, call(operation));
  if (uses_[node] == 0) return;
  NumpyStatement made = call(operation);
  const auto is_inside = [this](const Node* input) { return inside_.contains(input); };
  if (uses_[node] > 1 || std::ranges::any_of(operation.inputs(), is_inside)) {
    references_[node] = std::string(operation.kind()) + "_" + std::to_string(++unnamed_);
    made.head = references_[node] + " = " + made.head;
    made.section = kNextSection;
    statements_.push_back(std::move(made));
    return;
  }
  inside_.insert(node);
  for (std::size_t i = 0; i < made.arguments.size(); ++i)
    made.head += (i == 0 ? "" : ", ") + made.arguments[i];
  references_[node] = made.head + made.tail;
}

/// Unnamed values belong to the section in which they are used.
void NumpyPass::push(NumpyStatement statement) {
  for (auto s = statements_.rbegin(); s != statements_.rend() && s->section == kNextSection; ++s)
    s->section = statement.section;
  statements_.push_back(std::move(statement));
}

/// Writes an edit: another value of the pass, or cells of the export.
void NumpyPass::write_edit(const Operation& operation) {
  const Node *from = operation.inputs()[0], *to = operation.output();
  if (!names_.contains(to)) return;
  if (references_.contains(from) && changes_nothing(operation))
    return write_names(to, {.section = {}, .head = reference(from), .comment = "replaced by an edit"});
  take_from_export(to, "edited: read from the export");
}

void NumpyPass::write_names(const Node* node, NumpyStatement statement) {
  const std::vector<std::string>& names = names_[node];
  statement.section = section_of(names[0]);
  statement.head = numpy_item("x", names[0]) + " = " + statement.head;
  statement.comment = node->shape.text() + (statement.comment.empty() ? "" : " " + statement.comment);
  push(std::move(statement));
  references_[node] = numpy_item("x", names[0]);
  for (std::size_t i = 1; i < names.size(); ++i)
    statements_.push_back({section_of(names[i]), numpy_item("x", names[i]) + " = " + references_[node]});
}

void NumpyPass::take_from_export(const Node* node, const std::string& why) {
  const auto found = names_.find(node);
  if (found == names_.end() || references_.contains(node)) return;
  write_names(node, {.section = {}, .head = numpy_item("export", found->second[0]), .comment = why});
}

/// Writes the steps at the beginning of `operations` that are alike except for the position as one loop;
/// returns how many operations they are.
std::size_t NumpyPass::write_loop(Operations operations) {
  const std::size_t length = step_length(operations);
  const Operations body = operations.first(length);
  for (const Operation* operation : body) begin_array(operation->output());
  const auto alike = [&](Operations step) {
    return std::ranges::equal(step, body, [&](auto* a, auto* b) { return same_step(*a, *b); });
  };
  const Index first = *body[0]->position();
  Index last = first, stride = 0;
  std::size_t count = length;
  while (count + length <= operations.size() && alike(operations.subspan(count, length))) {
    const Index next = *operations[count]->position();
    if (stride == 0) stride = next - first;
    if (next != last + stride || (stride != 1 && stride != -1)) break;
    last = next;
    count += length;
  }
  const bool any = std::ranges::any_of(body, [](auto* o) { return !is_edit(o); });
  if (any) {
    statements_.push_back({statements_.back().section, "for t in " + positions_text(first, last) + ":"});
    write_body(body);
  }
  for (const Operation* operation : operations.first(count)) --positions_left_[operation->output()];
  for (const Operation* operation : body) finish_array(operation->output());
  return count;
}

void NumpyPass::write_body(Operations body) {
  for (const Operation* operation : body) {
    if (is_edit(operation)) continue;
    NumpyStatement step = call(*operation);
    step.section = statements_.back().section;
    step.head = reference(operation->output()) + "[:, t] = " + step.head;
    step.in_loop = true;
    statements_.push_back(std::move(step));
  }
}

void NumpyPass::begin_array(const Node* node) {
  if (references_.contains(node) || !names_.contains(node)) return;
  if (is_edit(node->producer)) return take_from_export(node, "edited: read from the export");
  const std::string& name = names_.at(node)[0];
  references_[node] = variable_of(name);
  push({section_of(name), references_[node] + " = np.zeros((" + sizes_text(node->shape, ", ") + "))"});
}

/// The last part of the name, where no other variable has it; else the whole name.
std::string NumpyPass::variable_of(std::string name) const {
  const std::size_t section = section_of(name).size();
  std::string last = name.substr(section);
  std::ranges::replace(last, '.', '_');
  const auto is_last = [&](const auto& reference) { return reference.second == last; };
  if (!has_numpy_function(last) && std::ranges::none_of(references_, is_last)) return last;
  std::ranges::replace(name, '.', '_');
  return name;
}

void NumpyPass::finish_array(const Node* node) {
  if (positions_left_[node] > 0 || !names_.contains(node) || is_edit(node->producer)) return;
  write_names(node, {.section = {}, .head = references_[node]});
}

NumpyStatement NumpyPass::call(const Operation& operation) {
  functions_.insert(std::string(operation.kind()));
  NumpyStatement made{.section = {}, .head = std::string(operation.kind()) + "(", .tail = ")"};
  for (const CallArgument& argument : operation.arguments()) {
    const std::string text = text_of(argument);
    made.arguments.push_back(argument.name.empty() ? text : std::string(argument.name) + "=" + text);
  }
  return made;
}

std::string NumpyPass::text_of(const CallArgument& argument) {
  struct Writer {
    NumpyPass& pass;
    std::string operator()(const Node* node) const { return pass.reference(node); }
    std::string operator()(CallArgument::AtPosition row) const { return pass.reference(row.node) + "[:, t]"; }
    std::string operator()(const CallArgument::Before& state) const {
      pass.functions_.insert("before");
      return "before(" + pass.reference(state.states) + ", t" +
             (state.start ? ", start=" + pass.reference(state.start) : "") +
             (state.reverse ? ", reverse=True)" : ")");
    }
    std::string operator()(CallArgument::Position) const { return "t"; }
    std::string operator()(bool truth) const { return truth ? "True" : "False"; }
    std::string operator()(Index number) const { return std::to_string(number); }
    std::string operator()(double number) const { return numpy_number(number); }
    std::string operator()(std::string_view function) const {
      pass.functions_.insert(std::string(function));
      return std::string(function);
    }
    std::string operator()(const Constants<Index>& numbers) const { return numpy_list(numbers); }
    std::string operator()(const Constants<double>& numbers) const { return numpy_list(numbers); }
  };
  return std::visit(Writer{*this}, argument.value);
}

std::string NumpyPass::reference(const Node* node) const {
  const auto found = references_.find(node);
  if (found == references_.end())
    throw std::logic_error("the pass uses a value that no recorded operation computed");
  return found->second;
}

/// Whether two operations differ in nothing but their position.
bool NumpyPass::same_step(const Operation& a, const Operation& b) {
  if (a.output() != b.output() || a.kind() != b.kind()) return false;
  if (is_edit(&a)) return true;
  return call(a).arguments == call(b).arguments;
}

}  // namespace attnlab
